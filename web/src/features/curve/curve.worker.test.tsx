import { expect, test } from "vitest";
import { answerTo } from "./curve.worker.ts";
import { type Answers, isBeforePlant, type ReadCurve } from "./messages.ts";

/** Hours of 2025 in UTC, with the figures of some columns. */
function fileOf(
  titles: string[],
  at: (hour: number, day: number) => number[],
  days = 365,
  stamp = "Instante",
  from = 0,
) {
  const lines = [[stamp, ...titles].join(";")];
  for (let day = from; day < days; day++)
    for (let hour = 0; hour < 24; hour++) {
      const instant = new Date(Date.UTC(2025, 0, 1 + day, hour)).toISOString().slice(0, 19);
      lines.push([`${instant}+00:00`, ...at(hour, day).map((kwh) => kwh.toFixed(3))].join(";"));
    }
  return [{ name: "", bytes: new TextEncoder().encode(lines.join("\n")) }];
}

const sunAt = (hour: number): number => Math.max(0, 150 * Math.cos((Math.PI * (hour - 12)) / 12));
const demandAt = (day: number): number => (day % 7 === 0 ? 20 : 90);

const answer = async (...request: Parameters<typeof answerTo>): Promise<ReadCurve> => {
  const read = await answerTo(...request);
  if (read.outcome !== "read") throw new Error(JSON.stringify(read));
  return read;
};

test("a load is balanced with the production of another file, and is said to be doubtful with that of another plant", async () => {
  const production = (scale: number) =>
    answer({ files: fileOf(["Producción (kWh)"], (hour) => [scale * sunAt(hour)]), answers: { kind: "pv" } });
  const files = fileOf(["Consumo (kWh)", "Vertido (kWh)"], (hour, day) => [
    Math.max(0, demandAt(day) - sunAt(hour)),
    Math.max(0, sunAt(hour) - demandAt(day)),
  ]);
  const load = async (scale: number) =>
    answer({ files, answers: { kind: "load" }, production: (await production(scale)).production! });
  const own = await load(1);
  expect(own.balance).toMatchObject({ net_case: "B", shift_minutes: 0, is_doubtful: false });
  expect(own.body.series.pv).toBeDefined();
  expect(own.shape!.average).toBeGreaterThan(70);
  const foreign = await load(0.1);
  expect(foreign).toMatchObject({ balance: { is_doubtful: true }, isUndecided: true });
});

test("purchases before a plant are told from those behind one, and from a whole consumption, which tells of none", async () => {
  const files = fileOf(["Consumo (kWh)"], (_, day) => [demandAt(day)], 40);
  const read = (answers: Answers) => answer({ files, answers: { kind: "load", ...answers } });
  expect(isBeforePlant(await read({ has_pv: false }))).toBe(true);
  expect(isBeforePlant(await read({ has_pv: true }))).toBe(false);
  expect(isBeforePlant(await read({ measures: "demand" }))).toBe(false);
});

test("fewer than 28 days make no year, and the reason is told", async () => {
  const files = fileOf(["Consumo (kWh)"], () => [50], 27);
  expect(await answerTo({ files, answers: { kind: "load" } })).toEqual({ outcome: "no_year", reason: "too_few_days" });
});

test("a file of a plant is no load, a load no production, and of both each is taken where it is asked for", async () => {
  const plant = fileOf(["Producción (kWh)"], (hour) => [sunAt(hour)], 40);
  const load = fileOf(["CONSUMO Wh"], (_, day) => [1000 * demandAt(day)], 40, "FECHA-HORA");
  const both = fileOf(["Importación (kWh)", "Producción (kWh)"], (hour, day) => [demandAt(day), sunAt(hour)], 40);
  expect(await answerTo({ files: plant, answers: { kind: "load" } })).toEqual({ outcome: "other_kind" });
  expect(await answerTo({ files: load, answers: { kind: "pv" } })).toEqual({ outcome: "other_kind" });
  const { body, balance, isUndecided } = await answer({ files: both, answers: { kind: "pv" } });
  expect([body.kind, Object.keys(body.series), balance, isUndecided]).toEqual(["pv", ["pv"], null, false]);
  expect((await answer({ files: both, answers: { kind: "load" } })).body.kind).toBe("load");
});

test("the months of a file are joined to a curve that was stored, as it was stored", async () => {
  const at = (hour: number, day: number) => [160 + demandAt(day) - sunAt(hour)];
  const answers = { kind: "load", has_pv: false } as const;
  const { body: stored } = await answer({ files: fileOf(["Consumo (kWh)"], at, 200), answers });
  const later = fileOf(["Consumo (kWh)"], at, 365, "Instante", 150);
  const { body, summary } = await answer({ files: later, answers, earlier: stored });
  expect(body.report.known_days).toBe(365);
  expect(body.report.repairs.map(({ code }) => code)).toEqual(["months_joined"]);
  expect(summary.measured_share).toBeGreaterThan(0.999);
});
