import { zipSync } from "fflate";
import { unzipped } from "./container.ts";
import { MOST_COLUMNS, MOST_SHEET_CELLS, MOST_SHEET_ROWS } from "./limits.ts";
import { CurveRefusal } from "./refusal.ts";
import type { Cell } from "./table.ts";

/** The parts that hold cells; drawings, macros and links stay unread. */
const PART =
  /^(\[Content_Types\]\.xml|_rels\/.*|xl\/(workbook|sharedStrings|styles)\.xml|xl\/_rels\/.*|xl\/worksheets\/[^/]+\.xml)$/i;
/** One letter a byte is enough for what is looked for. */
const BYTES = new TextDecoder("latin1");
const SHEET = /^xl\/worksheets\//i;

/** Sheets of a workbook. A cell's place is checked first, since the library would fill all rows and columns before it. */
export async function sheetsOf(bytes: Uint8Array): Promise<Cell[][][]> {
  const parts = unzipped(bytes, ({ name }) => PART.test(name));
  for (const [name, part] of Object.entries(parts)) refuseTraps(BYTES.decode(part), SHEET.test(name));
  // A third of the reader's program, which most files do without.
  const { default: readWorkbook } = await import("read-excel-file/universal");
  try {
    const sheets = await readWorkbook(new Blob([zipSync(parts, { level: 0 }) as Uint8Array<ArrayBuffer>]));
    return sheets.map(({ data }) => data as unknown as Cell[][]);
  } catch {
    throw new CurveRefusal("unreadable");
  }
}

const PLACE = /\sr\s*=\s*["']([^"']{0,20})/g;
const VALID_PLACE = /^([A-Z]{0,3})(\d{1,7})$/;

function refuseTraps(xml: string, isSheet: boolean): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml) || /^(\xfe\xff|\xff\xfe|.?\0)/.test(xml)) throw new CurveRefusal("unreadable");
  if (!isSheet) return;
  let lastRow = 0;
  let lastColumn = 0;
  for (const [, place] of xml.matchAll(PLACE)) {
    const [, letters, row] = VALID_PLACE.exec(place!) ?? [];
    if (row === undefined) throw tooComplex();
    lastRow = Math.max(lastRow, Number(row));
    lastColumn = Math.max(lastColumn, columnOf(letters!));
  }
  const isWide = lastRow > MOST_SHEET_ROWS || lastColumn > MOST_COLUMNS || lastRow * lastColumn > MOST_SHEET_CELLS;
  if (isWide) throw tooComplex();
}

const tooComplex = (): CurveRefusal => new CurveRefusal("too_large", { hint: "too_complex" });

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
