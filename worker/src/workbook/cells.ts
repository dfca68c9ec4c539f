import { oneLine } from "@ecotrim/contracts/line";
import { NOT_APPLICABLE } from "@ecotrim/contracts/numbers";
import { PALETTE, TONES } from "@ecotrim/present/palette";
import type { Cell, CellStyle } from "hucre/xlsx";

/** Cells of the workbook: what they hold and how they look. */

export type GridCell = Partial<Cell>;

/** Number formats, in the notation of the file; a spreadsheet shows them in its reader's language. */
export const FORMATS = {
  euros: '#,##0 "€";[Red]-#,##0 "€";"–"',
  percent: "0.00%",
  years: '0.0 "años"',
  wholeYears: '0 "años"',
  price: '#,##0.00 "€/MWh"',
  decimals: "#,##0.00",
  energy: "#,##0.0",
  mwh: '#,##0.0 "MWh"',
  power: '#,##0.00 "€/kW"',
  whole: "#,##0",
  factor: "0.0000",
  time: "dd/mm/yyyy hh:mm",
} as const;
/** Read as text whatever it looks like, also once its reader edits it. */
const TEXT_FORMAT = "@";

const rgb = (color: string) => ({ rgb: color.slice(1) });
const fill = (color: string): CellStyle => ({ fill: { type: "pattern", pattern: "solid", fgColor: rgb(color) } });
/** Blue figures are those to change, as in any financial model. */
const INPUT_BLUE = "#0000FF";

/** A style that names no font would have none. */
const font = (style: NonNullable<CellStyle["font"]>): CellStyle => ({ font: { name: "Calibri", size: 11, ...style } });
const [muted, petrol] = [rgb(PALETTE.muted), rgb(PALETTE.petrol)];
const WRAPPED: CellStyle = { alignment: { wrapText: true, vertical: "center" } };

type StyleName =
  | "title"
  | "heading"
  | "columnHead"
  | "wrapped"
  | "note"
  | "remark"
  | "verdict"
  | "total"
  | "strong"
  | "input"
  | "missing"
  | "faded";

export const STYLES: Record<StyleName, CellStyle> = {
  title: font({ bold: true, size: 16, color: petrol }),
  heading: { ...font({ bold: true, size: 12, color: petrol }), border: { bottom: { style: "thin", color: petrol } } },
  columnHead: {
    ...fill(PALETTE.petrol),
    ...font({ bold: true, color: rgb(PALETTE.white) }),
    alignment: { horizontal: "center", vertical: "center", wrapText: true },
  },
  wrapped: WRAPPED,
  note: { ...font({ italic: true, color: muted }), ...WRAPPED },
  /** Beside a figure: on one line, over the empty cells that follow. */
  remark: { ...font({ italic: true, color: muted }), alignment: { horizontal: "left", indent: 1 } },
  verdict: {
    ...fill(PALETTE.paper),
    ...font({ bold: true, size: 12 }),
    alignment: { wrapText: true, vertical: "center" },
  },
  total: { ...font({ bold: true }), border: { top: { style: "thin" } } },
  strong: font({ bold: true }),
  input: { ...fill(TONES.fair.soft), ...font({ color: rgb(INPUT_BLUE) }), alignment: { vertical: "center" } },
  missing: { ...font({ color: muted }), alignment: { horizontal: "right" } },
  /** Of a rule, which changes no font. */
  faded: { font: { color: muted } },
};

export const text = (value: string, style: CellStyle = {}): GridCell => ({ value, style });

/** What a person wrote, as one line without what XML cannot hold. */
export const givenLine = (value: string): string => oneLine(value.replace(/[\ufffe\uffff]/g, ""));

/** What a person wrote: neither formula nor error value, whatever it looks like, also once it is edited. */
export const givenText = (value: string): GridCell => ({
  richText: [{ text: givenLine(value) }],
  style: { ...WRAPPED, numFmt: TEXT_FORMAT },
});

/** A figure of the results; a missing one says so. */
export const figure = (value: number | null, numFmt: string, style: CellStyle = {}): GridCell =>
  value === null ? text(NOT_APPLICABLE, STYLES.missing) : { value, style: { ...style, numFmt } };

/** A formula with the value that it has, for programs that do not calculate, and for those that may not yet. */
export const formula = (
  expression: string,
  result: number | string,
  numFmt: string,
  style: CellStyle = {},
): GridCell => ({
  formula: expression,
  formulaResult: result,
  style: { ...style, numFmt, ...(typeof result === "string" && { alignment: { horizontal: "right" as const } }) },
});

export const EMPTY: GridCell = {};
