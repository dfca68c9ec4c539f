import { parse } from "csv-parse/browser/esm/sync";
import { MOST_COLUMNS, MOST_LYING_COLUMNS, MOST_LYING_ROWS, MOST_ROWS } from "./limits.ts";
import { CurveRefusal } from "./refusal.ts";

export interface DecodedText {
  text: string;
  encoding: string;
}

/** Bytes looked at for the zeros that UTF-16 leaves in every second place. */
const SAMPLE_BYTES = 4096;

/** UTF-16 by its mark or its zeros; else UTF-8 if it is that without fault; else the code page of Windows. */
export function decoded(bytes: Uint8Array): DecodedText {
  const encoding = markedEncoding(bytes) ?? unmarkedUtf16(bytes);
  if (encoding) return { text: new TextDecoder(encoding).decode(bytes), encoding };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
  }
}

function markedEncoding([a, b]: Uint8Array): string | undefined {
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return undefined;
}

function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2]! += 1;
  });
  const least = (0.2 * sample.length) / 2;
  if (zeros[1]! > least) return "utf-16le";
  return zeros[0]! > least ? "utf-16be" : undefined;
}

const SEPARATORS = [";", "\t", "|", ","] as const;
/** The comma is a decimal sign as well. */
const COMMA_WEIGHT = 0.8;
const SAMPLE_LINES = 60;

/** Rows of a text with separators. */
export function rowsOf(text: string): { rows: string[][]; delimiter: string } {
  const declared = /^sep=(.)\r?\n/.exec(text);
  const body = declared ? text.slice(declared[0].length) : text;
  const delimiter = declared?.[1] ?? likeliestSeparator(body);
  const rows = parsed(body, delimiter);
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const mostColumns = rows.length <= MOST_LYING_ROWS ? MOST_LYING_COLUMNS : MOST_COLUMNS;
  if (rows.length > MOST_ROWS || columns > mostColumns) throw new CurveRefusal("too_large", { hint: "too_complex" });
  return { rows, delimiter };
}

function parsed(text: string, delimiter: string): string[][] {
  if (!text.includes('"')) return splitted(text, delimiter);
  const options = { delimiter, relax_quotes: true, relax_column_count: true, trim: true } as const;
  // In browsers the library takes three times as long to read a text as its bytes.
  const bytes = new TextEncoder().encode(text);
  try {
    return parse(bytes, options);
  } catch {
    // A quote that never closes: quotes are taken for letters.
  }
  try {
    return parse(bytes, { ...options, quote: null });
  } catch {
    throw new CurveRefusal("unreadable");
  }
}

/** Rows of a text without quotes, in a fifth of the time that the library takes. */
function splitted(text: string, delimiter: string): string[][] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  if (lines.length > MOST_ROWS) throw new CurveRefusal("too_large", { hint: "too_complex" });
  return lines.map((line) => line.split(delimiter).map((cell) => cell.trim()));
}

function likeliestSeparator(text: string): string {
  const lines = linesOf(text);
  let best: string = SEPARATORS[0];
  let highest = 0;
  for (const separator of SEPARATORS) {
    const [columns, share] = commonest(lines.map((line) => line.split(separator).length));
    const score = columns < 2 ? 0 : columns * share * (separator === "," ? COMMA_WEIGHT : 1);
    if (score > highest) [best, highest] = [separator, score];
  }
  return best;
}

/** The first full lines, without what stands in quotes. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let from = 0; from < text.length && lines.length < SAMPLE_LINES; ) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end;
    const line = text.slice(from, to).replace(/"[^"]*"/g, "");
    if (line.trim() !== "") lines.push(line);
    from = to + 1;
  }
  return lines;
}

/** The commonest number, and the share of those that are it. */
function commonest(numbers: readonly number[]): [number, number] {
  const counts = new Map<number, number>();
  for (const one of numbers) counts.set(one, (counts.get(one) ?? 0) + 1);
  const [number = 0, count = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return [number, count / Math.max(1, numbers.length)];
}
