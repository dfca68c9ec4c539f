/** A title as the name of a file, without accents, blanks or signs; `otherwise` where nothing is left. */
export const fileNameOf = (title: string, otherwise: string): string =>
  title
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || otherwise;
