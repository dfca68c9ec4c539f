import type { Table } from "./table.ts";

/** Files between angle brackets. They are read as text; nothing in them is run, fetched or expanded. */

const READING = /<(Cnt|S02)\b([^<>]{0,1000})>/g;
const STAMP = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})\d*([SW])$/;

const attribute = (attributes: string, name: string): string =>
  new RegExp(`(?:^|\\s)${name}="([^"]{0,64})"`).exec(attributes)?.[1] ?? "";

/** A load curve as concentrators of meters report it (PRIME): stamp with its season, energy in and out. */
function tableOfReadings(text: string): Table {
  let meter = "";
  const rows: Table["rows"] = [["CUPS", "Fh", "INV/VER", "AI", "AE"]];
  for (const [, tag, attributes] of text.matchAll(READING)) {
    if (tag === "Cnt") {
      meter = attribute(attributes!, "Id");
      continue;
    }
    const [, year, month, day, hour, minute, season] = STAMP.exec(attribute(attributes!, "Fh")) ?? [];
    const stamp = `${year}/${month}/${day} ${hour}:${minute}`;
    rows.push([meter, stamp, season === "S" ? "1" : "0", attribute(attributes!, "AI"), attribute(attributes!, "AE")]);
  }
  return { rows };
}

const ENTITIES: Record<string, string> = { nbsp: " ", amp: "&", lt: "<", gt: ">" };

const textOf = (cell: string): string =>
  cell
    .replace(/<[^<>]*>/g, " ")
    .replace(/&(\w{2,4});/g, (all, name: string) => ENTITIES[name] ?? all)
    .trim();

/** The rows of a page's tables, as some portals name a workbook. */
function tableOfPage(text: string): Table {
  const rows = text
    .split(/<tr(?:\s[^<>]*)?>/i)
    .slice(1)
    .map((row) =>
      row
        .split(/<t[dh](?:\s[^<>]*)?>/i)
        .slice(1)
        .map(textOf),
    );
  return { rows };
}

export const tableOfMarkup = (text: string): Table =>
  text.includes("<S02 ") ? tableOfReadings(text) : tableOfPage(text);
