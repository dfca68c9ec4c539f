import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, type Zippable, zipSync } from "fflate";
import type { Browser } from "playwright";

/** What a visitor waits who drops a year of quarter-hours, from the choice of the file to its pictures. */
export interface CurveSpeed {
  csvMs: number;
  xlsxMs: number;
  /** The longest task of the main thread meanwhile; 0 where none was above 50 ms. */
  longestTaskMs: number;
}

const QUARTERS = 365 * 96;
const two = (value: number): string => String(value).padStart(2, "0");

/** Day, time and energy of each quarter-hour of a year that never changes its clock. */
const rows: [date: string, time: string, kwh: number][] = Array.from({ length: QUARTERS }, (_, quarter) => {
  const at = new Date(Date.UTC(2025, 0, 1) + quarter * 900_000);
  const isOpen = at.getUTCDay() % 6 !== 0 && at.getUTCHours() >= 6 && at.getUTCHours() < 22;
  return [
    `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/2025`,
    `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`,
    (isOpen ? 150 : 40) + (quarter % 13) / 4,
  ];
});
const TITLES = ["Fecha", "Hora inicio", "Consumo (kWh)"] as const;

const csvFile = (): Buffer =>
  Buffer.from(
    [TITLES.join(";"), ...rows.map(([date, time, kwh]) => `${date};${time};${kwh}`.replace(".", ","))].join("\n"),
  );

/** A workbook as small as one can be: texts stand in their cells. */
function xlsxFile(): Buffer {
  const text = (cell: string) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`;
  const lines = [
    `<row>${TITLES.map(text).join("")}</row>`,
    ...rows.map(([date, time, kwh]) => `<row>${text(date)}${text(time)}<c><v>${kwh}</v></c></row>`),
  ];
  const numbered = lines.map((line, row) => {
    let column = 0;
    return line.replace("<row>", `<row r="${row + 1}">`).replace(/<c[ >]/g, (cell) => {
      const name = `<c r="${"ABC"[column]}${row + 1}"`;
      column += 1;
      return name + cell.slice(2);
    });
  });
  const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
  const parts: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Curva" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${SHEET}"><sheetData>${numbered.join("")}</sheetData></worksheet>`,
  };
  const zippable: Zippable = Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]));
  return Buffer.from(zipSync(zippable));
}

/** Runs in the page: the longest task of the main thread from now on. */
function observe() {
  const tasks = { longestMs: 0 };
  Object.assign(window, { tasks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.longestMs = Math.max(tasks.longestMs, duration);
  }).observe({ type: "longtask" });
}

/** Without slowing the processor down: who has such files sits at a desk. */
export async function measureCurve(browser: Browser, url: string): Promise<CurveSpeed> {
  const context = await browser.newContext({ baseURL: url, locale: "es-ES", viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto("/nueva-simulacion");
  await page.getByRole("button", { name: "Siguiente" }).click();
  await page.getByRole("radio", { name: "Tengo la curva de consumo" }).click();
  let longestTaskMs = 0;

  // On the disk, as a visitor has it: sent through the protocol, a file would take a tenth of a second more.
  const dir = mkdtempSync(join(tmpdir(), "ecotrim-bench-curve-"));
  const read = async (name: string, content: Buffer): Promise<number> => {
    const input = page.getByLabel("Archivos de la curva");
    const file = join(dir, name);
    writeFileSync(file, content);
    await input.setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from("") });
    await page.getByRole("alert").waitFor();
    await page.evaluate(observe);
    const from = Date.now();
    await input.setInputFiles(file);
    await page.getByRole("heading", { name: "¿Es esto su fábrica?" }).waitFor();
    const passed = Date.now() - from;
    const longest = await page.evaluate(() => (window as unknown as { tasks: { longestMs: number } }).tasks.longestMs);
    longestTaskMs = Math.max(longestTaskMs, longest);
    await page.getByRole("button", { name: "Cambiar archivo" }).click();
    return passed;
  };
  const csvMs = await read("curva.csv", csvFile());
  const xlsxMs = await read("curva.xlsx", xlsxFile());
  await context.close();
  rmSync(dir, { recursive: true });
  return { csvMs, xlsxMs, longestTaskMs };
}
