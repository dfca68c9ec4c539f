/**
 * Honeypot: a field of public forms that people do not see and leave empty. Programs that fill in every field reveal
 * themselves by it.
 */
export const TRAP_FIELD = "website";
