import { limitsSentence, type NumberLimits } from "@ecotrim/contracts/limits";
import { parseNumber } from "@ecotrim/contracts/numbers";

/** Figures of a bill as they are typed, one text each, so that nothing typed is lost while it cannot be read. */
export type Texts = readonly string[];

/** What each text says: null where nothing is typed or it cannot be used. */
export interface ReadFigures {
  values: (number | null)[];
  /** By place; empty where every text can be used. */
  faults: Record<number, string>;
}

export function readFigures(texts: Texts, limits: NumberLimits): ReadFigures {
  const { minimum = -Infinity, maximum = Infinity } = limits;
  const values: ReadFigures["values"] = [];
  const faults: ReadFigures["faults"] = {};
  for (const [index, text] of texts.entries()) {
    const value = parseNumber(text, limits);
    const isUsable = value !== undefined && value >= minimum && value <= maximum;
    values.push(isUsable ? value : null);
    if (isUsable || text.trim() === "") continue;
    faults[index] =
      value === undefined ? `No se entiende «${text.trim().slice(0, 40)}» como un número.` : limitsSentence(limits);
  }
  return { values, faults };
}

/** The figures of a pasted text: cells of a spreadsheet, of which some may be empty, or numbers one after another. */
export function pastedTexts(text: string): string[] {
  const cells = text.replace(/[\r\n]+$/, "").split(/\t|\r?\n|;/);
  return (cells.length > 1 ? cells : text.trim().split(/\s+/)).map((cell) => cell.trim());
}

/** A pasted table; names of its columns and rows, and columns after the last wanted one, are left out. */
export function tableTexts(text: string, columns: number): string[][] {
  const rows = text
    .replace(/[\r\n]+$/, "")
    .split(/\r?\n/)
    .map((line) => (/[\t;]/.test(line) ? line.split(/[\t;]/) : line.trim().split(/\s+/)).map((cell) => cell.trim()));
  const first = firstColumn(rows, columns);
  return rows
    .filter((row) => rows.length === 1 || row.some(isFigure))
    .map((row) => (row.length > columns ? row.slice(first, first + columns) : row));
}

const isFigure = (cell: string): boolean => parseNumber(cell) !== undefined;

/** Where the figures of a table begin that is wider than asked: at the heading P1, or after the names of its rows. */
function firstColumn(rows: string[][], columns: number): number {
  const headed = rows.map((row) => row.findIndex((cell) => /\bP1\b/i.test(cell))).find((index) => index >= 0);
  if (headed !== undefined) return headed;
  const width = Math.max(...rows.map((row) => row.length));
  const named = rows[0]!.findIndex((_, column) => rows.some((row) => isFigure(row[column] ?? "")));
  // Months written as numbers are names as well.
  return named > 0 ? Math.min(named, width - columns) : width - columns;
}
