/** A colour as pages and PDFs write it. */
export const COLOR = "^#[0-9A-Fa-f]{6}$";
