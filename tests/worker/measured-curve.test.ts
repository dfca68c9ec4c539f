import type { CurveBody } from "@ecotrim/contracts/curves/curve";
import type { SimulationRequest } from "@ecotrim/engine/simulate";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createCurveReader } from "../../api/src/modules/curves/reader.ts";
import { storeCurve } from "../../api/src/modules/curves/service.ts";
import { fastFirst } from "../../worker/src/solver/fast-first.ts";
import { createTasks } from "../../worker/src/solver/tasks.ts";
import { hoursOf2025, packed } from "../support/curves.ts";
import { createGatedPool, followedOutput, type GatedPool, provisionalOutput } from "../support/gated-pool.ts";
import { testServices } from "../support/services.ts";
import { openSimulationBench, type SimulationBench } from "../support/simulations.ts";

const services = testServices("postgres");
const reader = createCurveReader();
let bench: SimulationBench;
let pool: GatedPool;
let worker: Awaited<ReturnType<SimulationBench["startWorker"]>>;
/** Requests that studies were asked with, by the study's name. */
const asked = new Map<string, SimulationRequest>();

beforeAll(async () => {
  bench = await openSimulationBench(services);
});
afterAll(async () => {
  await reader.close();
  await bench.close();
});
beforeEach(async () => {
  const gated = createGatedPool();
  const studies: GatedPool["studies"] = (signal) => {
    const entries = Object.entries(gated.studies(signal)).map(([name, study]) => [
      name,
      (...args: unknown[]) => {
        asked.set(name, args[0] as SimulationRequest);
        return (study as (...given: unknown[]) => unknown)(...args);
      },
    ]);
    return Object.fromEntries(entries);
  };
  pool = { ...gated, studies };
  worker = await bench.startWorker({ pool });
});
afterEach(async () => {
  await pool.close();
  await worker.close();
});

const QUARTERS = 4 * 8760;
/** Import and export of a works with a plant, in quarter-hours of 2025, Wh. */
const importWh = Array.from({ length: QUARTERS }, (_, t) => (t % 96 > 28 && t % 96 < 72 ? 60_000 : 20_000));
const exportWh = importWh.map((_, t) => (t % 96 > 44 && t % 96 < 56 && t % 672 < 192 ? 15_000 : 0));
const net = importWh.map((wh, t) => (exportWh[t]! > 0 ? -exportWh[t]! : wh));

function quarterHours(): CurveBody {
  const hourly = hoursOf2025();
  return {
    ...hourly,
    step_minutes: 15,
    steps: QUARTERS,
    series: {
      import: packed(net.map((wh) => Math.max(0, wh))),
      export: packed(net.map((wh) => Math.max(0, -wh))),
    },
    report: { ...hourly.report, net_case: "C", notices: [] },
  };
}

const stored = (body: CurveBody) => storeCurve(bench, reader, body, {});
const simulate = (curve: Awaited<ReturnType<typeof stored>>, fields: object = {}) =>
  bench.create({ pv_value: 300, battery_capacity: 200, curve_id: curve.id, ...fields }, bench.queue, {
    curveTokens: curve.accessToken,
  });

test("a stored curve of quarter-hours is what run and studies compute with, and its meter is reproduced", async () => {
  const curve = await stored(quarterHours());
  const simulation = await simulate(curve);
  const run = await pool.nextRun();
  expect(run.request.input.period).toEqual({ start: "2025-01-01", end: "2025-12-31", stepHours: 0.25 });
  expect(run.request.series?.net_kwh).toEqual(net.map((wh) => wh / 1000));

  const solve = fastFirst(() => Promise.reject(new Error("the fast solver is exact here")));
  const output = await createTasks(solve).simulate(run.request, () => {});
  const { read, modelled_import_kwh, trust } = output.results.curve!;
  expect(modelled_import_kwh).toBeCloseTo(read!.summary.import_kwh, 3);
  expect(trust).toBe("C");
  expect(output.results.warnings.map(({ code }) => code)).toContain("curve_trust");

  run.finish(followedOutput(run.request));
  await bench.until(simulation, ({ sensitivity }) => sensitivity?.status === "completed");
  for (const study of ["scenarioBase", "sensitivity"]) expect(asked.get(study)?.series?.net_kwh).toHaveLength(QUARTERS);
}, 60_000);

test("under a contract quarter-hours stand in for maximeters: the run has its bill, and the study of powers its numbers", async () => {
  const curve = await stored(quarterHours());
  const contract = { tariff: "6.1TD", contracted_kw: new Array(6).fill(300) };
  const simulation = await simulate(curve, { contract, max_charge_power: 100, max_discharge_power: 100 });
  const run = await pool.nextRun();
  const solve = fastFirst(() => Promise.reject(new Error("the fast solver is exact here")));
  const { results } = await createTasks(solve).simulate(run.request, () => {});
  expect(results).toMatchObject({ provisional: true, bill: { as_is: { months: { length: 12 } } } });
  // The greatest quarter-hour of 60 kWh that the meter read.
  expect(Math.max(...results.peaks!.map(({ without_battery_kw }) => without_battery_kw!))).toBeCloseTo(240, 6);

  run.finish(provisionalOutput(run.request));
  await bench.until(simulation, ({ power }) => power?.status === "completed");
  for (const study of ["powerJoint", "powerReplay", "powerResults"])
    expect(asked.get(study)?.series?.net_kwh).toEqual(run.request.series?.net_kwh);
}, 60_000);
