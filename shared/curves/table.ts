/** A file or sheet as rows of cells. */
export type Cell = string | number | boolean | Date | null | undefined;

export interface Table {
  rows: Cell[][];
  delimiter?: string;
  encoding?: string;
}
