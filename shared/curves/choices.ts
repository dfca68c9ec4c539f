import type { SeriesName } from "@ecotrim/contracts/curves/reading";
import { type Format, GENERIC } from "./formats.ts";
import type { Columns } from "./roles.ts";
import type { Cell } from "./table.ts";

/** What a person is shown to say which column of an unknown table holds what. */
export interface ColumnChoices {
  /** Titles of the whole table, by which the answer may be remembered. */
  header: string;
  columns: ColumnChoice[];
}

export interface ColumnChoice {
  column: number;
  /** As the file writes it; empty where it has none. */
  title: string;
  /** Its first cells. */
  sample: string[];
  /** What its words say it holds. */
  series?: SeriesName;
}

const SAMPLE_CELLS = 3;
const MOST_TITLE_LENGTH = 60;

/** The columns of numbers of a table that no known source has; undefined for a known one. */
export function choicesOf(
  format: Format,
  header: readonly Cell[],
  data: readonly Cell[][],
  numeric: readonly number[],
  columns: Columns,
): ColumnChoices | undefined {
  if (format !== GENERIC) return undefined;
  const seriesAt = (at: number) => (Object.keys(columns) as SeriesName[]).find((series) => columns[series] === at);
  return {
    header: header.map(textOf).join(";"),
    columns: numeric.map((column) => {
      const series = seriesAt(column);
      const cells = data.map((row) => textOf(row[column])).filter((text) => text !== "");
      return {
        column,
        title: textOf(header[column]),
        sample: cells.slice(0, SAMPLE_CELLS),
        ...(series && { series }),
      };
    }),
  };
}

const textOf = (cell: Cell): string =>
  String(cell ?? "")
    .trim()
    .slice(0, MOST_TITLE_LENGTH);

/** The columns that a person chose, where this table has them all. */
export function chosenColumns(
  format: Format,
  numeric: readonly number[],
  columns: Columns | undefined,
): Columns | undefined {
  const chosen = Object.values(columns ?? {});
  const hasAll = chosen.length > 0 && chosen.every((column) => numeric.includes(column));
  return format === GENERIC && hasAll ? columns : undefined;
}
