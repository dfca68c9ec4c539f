import { expect, test } from "vitest";
import { type CurveReading, readCurve } from "./read-curve.ts";

/** Four weeks of hours in the shape of the CNMC's file, with three days of nothing. */
function rowsOf(supply: string): string {
  const rows = Array.from({ length: 28 * 24 }, (_, t) => {
    const day = String(Math.floor(t / 24) + 1).padStart(2, "0");
    const kwh = t >= 240 && t < 312 ? "0,000" : `${90 + (t % 24)},000`;
    return `${supply};${day}/02/2025;${(t % 24) + 1};${kwh};R`;
  });
  return rows.join("\n");
}

const HEADER = "CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion";
const [ONE, OTHER] = ["ES0031000000000001AB0F", "ES0031000000000002CD0F"];

const read = async (text: string, answers = {}): Promise<CurveReading> =>
  (await readCurve([{ name: "a.csv", bytes: new TextEncoder().encode(text) }], answers)) as CurveReading;

test("days of zeros are told with both their ends, and are filled once they are said to be missing", async () => {
  const text = `${HEADER}\n${rowsOf(ONE)}`;
  const run = { count: 72, from: "2025-02-10T23:00:00Z", to: "2025-02-13T22:00:00Z" };
  const asked = await read(text);
  expect(asked.report.repairs).toEqual([{ code: "zero_run", ...run }]);
  expect((await read(text, { zeros: "stopped" })).report.repairs).toEqual([]);
  const missing = await read(text, { zeros: "missing" });
  expect(missing.report.repairs).toEqual([{ code: "missing_long", ...run }]);
  expect(missing.curve.values.import![250]).toBe(90 + (250 % 24));
  expect(missing.curve.flags[250]).toBe(1);
});

test("supplies are asked for by codes that name none", async () => {
  const { questions } = await read(`${HEADER}\n${rowsOf(ONE)}\n${rowsOf(OTHER)}`);
  expect(questions[0]).toMatchObject({ code: "several_supplies", options: ["1", "2"], labels: ["ES00…AB", "ES00…CD"] });
});
