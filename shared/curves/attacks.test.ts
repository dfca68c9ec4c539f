import { readFileSync } from "node:fs";
import fc from "fast-check";
import { gzipSync, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readCurve } from "./read-curve.ts";

/** Files that would hang, fill the memory or reach beyond the curve. None may throw, and each ends at once. */

const fixture = (file: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`./fixtures/${file}`, import.meta.url)));
const codeOf = async (...files: Uint8Array[]) => {
  const { outcome, code } = await readCurve(files.map((bytes, i) => ({ name: `${i}`, bytes })));
  return `${outcome} ${code}`;
};

const SHEET = "xl/worksheets/sheet1.xml";
/** A workbook of a fixture whose sheet is changed. */
function workbookWith(change: (xml: string) => string, part = SHEET): Uint8Array {
  const parts = unzipSync(fixture("ide-hora-final.xlsx"));
  parts[part] = strToU8(change(new TextDecoder().decode(parts[part])));
  return zipSync(parts);
}
const withCell = (attributes: string, cell = "<v>1</v>") =>
  workbookWith((xml) => xml.replace("</sheetData>", `<row><c ${attributes}>${cell}</c></row></sheetData>`));

describe("files that attack", () => {
  test.each([
    ["a cell at the end of the sheet", 'r="XFD1048576"'],
    ["a cell at the end of the sheet, in single quotes", "r = 'XFD1048576'"],
    ["a cell whose place is written in entities", 'r="&#88;FD1048576"'],
    ["a column beyond all columns", 'r="ZZZZZZ1"'],
    ["a cell below and beside so many empty ones", 'r="OJ199999"'],
  ])("%s is refused before the sheet is read", async (_, attributes) => {
    expect(await codeOf(withCell(attributes))).toBe("refused too_large");
  });

  test("a row far below is refused before the sheet is read", async () => {
    const workbook = workbookWith((xml) => xml.replace("</sheetData>", '<row r="1048576"></row></sheetData>'));
    expect(await codeOf(workbook)).toBe("refused too_large");
  });

  test("a dimension that lies is not believed", async () => {
    const workbook = workbookWith((xml) => xml.replace(/<dimension[^>]*>/, '<dimension ref="A1:XFD1048576"/>'));
    expect(await codeOf(workbook)).toBe("ok null");
  });

  test("entities that expand are refused", async () => {
    const workbook = workbookWith((xml) => `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${xml}`);
    expect(await codeOf(workbook)).toBe("refused unreadable");
  });

  test("a formula is read as the value saved with it, and calculated by nobody", async () => {
    const place = /<c r="E5" t="n"><v>(\d+)<\/v><\/c>/;
    const workbook = workbookWith((xml) =>
      xml.replace(place, (_, value) => `<c r="E5"><f>HYPERLINK("http://example.org",1/0)</f><v>${value}</v></c>`),
    );
    const read = async (bytes: Uint8Array) => {
      const reading = await readCurve([{ name: "x", bytes }]);
      return reading.outcome === "refused" ? undefined : reading.curve.values.import;
    };
    expect(await read(workbook)).toEqual(await read(fixture("ide-hora-final.xlsx")));
  });

  test("a bomb of spaces is refused before it is inflated, as workbook, archive and gzip", async () => {
    const spaces = new Uint8Array(8_000_000).fill(32);
    expect(await codeOf(zipSync({ "a.csv": spaces }))).toBe("refused too_large");
    expect(await codeOf(zipSync({ "[Content_Types].xml": strToU8("<x/>"), [SHEET]: spaces }))).toBe(
      "refused too_large",
    );
    expect(await codeOf(gzipSync(spaces))).toBe("refused too_large");
  });

  test("an archive of very many files is refused", async () => {
    const many = Object.fromEntries(Array.from({ length: 61 }, (_, i) => [`${i}.csv`, strToU8("a")]));
    expect(await codeOf(zipSync(many))).toBe("refused too_large");
  });

  test("an archive that ends with its first bytes is refused", async () => {
    expect(await codeOf(Uint8Array.of(0x1f, 0x8b))).toBe("refused unreadable");
    expect(await codeOf(Uint8Array.of(0x50, 0x4b, 0x03, 0x04))).toBe("refused unreadable");
  });

  test("an archive within an archive is not opened", async () => {
    const inner = zipSync({ "a.csv": fixture("bisiesto.csv") });
    expect(await codeOf(zipSync({ "inner.zip": inner }))).toBe("refused unreadable");
  });

  test("names of properties that every object has are names like others", async () => {
    const csv = new TextDecoder().decode(fixture("hora-inexistente.csv")).replace("Consumo kWh", "__proto__ kWh");
    expect(await codeOf(strToU8(csv))).toBe("ok null");
    const json = '[{"__proto__":{"x":1},"constructor":1,"date":"2026/02/02","time":"01:00","consumptionKWh":1}]';
    expect(await codeOf(strToU8(json))).toMatch(/^refused /);
    expect(await codeOf(zipSync({ "../../etc/passwd": fixture("bisiesto.csv") }))).toBe("ok null");
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test("lines, cells and nesting without end are refused", async () => {
    expect(await codeOf(strToU8(`fecha;kWh\n${"1;".repeat(500_000)}`))).toBe("refused too_large");
    expect(await codeOf(strToU8(`fecha;kWh\n${"9".repeat(1_000_000)}`))).toBe("refused not_a_curve");
    expect(await codeOf(strToU8("[".repeat(1_000_000)))).toBe("refused unreadable");
    expect(await codeOf(strToU8(`"${"a\n".repeat(100_000)}`))).toMatch(/^refused /);
  });

  test("more than 20 MB are refused, and so are more than 30 files", async () => {
    expect(await codeOf(new Uint8Array(20_000_001))).toBe("refused too_large");
    expect(await codeOf(...Array.from({ length: 31 }, () => fixture("bisiesto.csv")))).toBe("refused too_large");
  });

  test.each([
    ["old workbooks", [0xd0, 0xcf, 0x11, 0xe0], "unreadable", "old_excel"],
    ["papers", [0x25, 0x50, 0x44, 0x46, 0x2d], "not_a_curve", "pdf"],
    ["bz2 archives", [0x42, 0x5a, 0x68, 0x39], "unreadable", "bz2"],
  ])("%s are refused by their first bytes with what to do instead", async (_, bytes, code, hint) => {
    const reading = await readCurve([{ name: "curva.csv", bytes: Uint8Array.from(bytes) }]);
    expect(reading).toMatchObject({ outcome: "refused", code, hint });
  });
});

const FILES = [
  "doce-meses.zip",
  "ide-hora-final.xlsx",
  "texto-unicode.txt",
  "datadis-api-cuartos.json",
  "simel-p2d.csv",
];

test("a file cut at any byte, or with any byte changed, is read or refused, never thrown at", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...FILES), fc.nat(), fc.nat(255), fc.boolean(), async (file, at, byte, isCut) => {
      const whole = fixture(file);
      const place = at % whole.length;
      const bytes = isCut ? whole.slice(0, place) : whole.slice();
      if (!isCut) bytes[place] = byte;
      expect(["ok", "ask", "refused"]).toContain((await readCurve([{ name: file, bytes }])).outcome);
    }),
    { numRuns: 25 },
  );
});

test("no answer holds the code of a supply", async () => {
  for (const file of ["endesa-metadatos.csv", "cnmc-marzo-23.csv", "simel-p2d.csv", "potencias-maximas.csv"])
    expect(JSON.stringify(await readCurve([{ name: "x", bytes: fixture(file) }]))).not.toMatch(/ES\d{4}/);
});
