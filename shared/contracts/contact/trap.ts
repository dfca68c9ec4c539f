/**
 * A field of public forms that people do not see, and that holds nothing; programs that fill in every field of a page
 * give themselves away by it.
 */
export const TRAP_FIELD = "website";
