import { readCaseFile } from "@ecotrim/contracts/simulations/case-file";
import { ANCHOR_INPUTS } from "@ecotrim/engine/anchor-inputs.fixture";
import { solveByValueFunction } from "@ecotrim/engine/dispatch/value-function-solver";
import { ownerFlows } from "@ecotrim/engine/economics/cash-flow";
import { runSimulation } from "@ecotrim/engine/simulate";
import { explained } from "@ecotrim/present/errors";
import { classification } from "@ecotrim/present/results/profitability";
import { simulationOutput } from "@ecotrim/present/results/results";
import { writtenWarning } from "@ecotrim/present/results/warnings";
import { afterAll, describe, expect, test } from "vitest";
import cases from "../../../tests/fixtures/engine-cases.json" with { type: "json" };
import { createHighsSolver } from "../solver/highs-solver.ts";

const highs = await createHighsSolver();
afterAll(() => highs.dispose());

const run = async (content: unknown) => runSimulation(readCaseFile(content), { solve: highs.solve });

/** Tolerance of the cases file: 1e-6 relative, 1e-5 EUR absolute. */
const tolerance = (expected: number) => Math.max(1e-6 * Math.abs(expected), 1e-5);

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

describe("dispatch cases with HiGHS", () => {
  test.each(cases.dispatch)("HiGHS finds the known optimum of $id", async ({ params, series, base, cost, ...rest }) => {
    const { solution, billWithoutEur, billWithEur, schedule } = await run({ inputParameters: params, series });
    expect(solution).toMatchObject({ solver: "highs", status: "optimal" });
    expect(Math.abs(billWithoutEur! - base)).toBeLessThanOrEqual(tolerance(base));
    expect(Math.abs(billWithEur - cost)).toBeLessThanOrEqual(tolerance(cost));
    if ("throughput_kwh" in rest) {
      expect(sum(schedule.chargeKwh) + sum(schedule.dischargeKwh)).toBeCloseTo(rest.throughput_kwh!, 6);
    }
  });

  test("series that begin in another year than the default one set the period by themselves", async () => {
    const { billWithoutEur, billWithEur, site } = await run({
      inputParameters: {
        ...{ battery_capacity: 10, max_charge_power: 10, max_discharge_power: 10, wear_eur_mwh: 0.001 },
        ...{ efficiency_charge: 0.9, efficiency_discharge: 0.9, battery_min_soc: 0, initial_soc: 0 },
        start_date: "2025-06-01",
      },
      series: { pv_kwh: [0, 0], demand_kwh: [10, 10], buy_eur_mwh: [50, 250], sell_eur_mwh: [0, 0] },
    });
    expect(site.timeline).toMatchObject({ start: "2025-06-01", steps: 2 });
    expect(billWithoutEur).toBeCloseTo(3, 6);
    expect(billWithEur).toBeCloseTo(1.475, 4);
  });

  test("a price difference that does not pay the losses is said to save nothing", async () => {
    const { params, series } = cases.dispatch.find(({ id }) => id === "flat-price-no-pv-no-saving")!;
    const { figures, warnings } = await run({ inputParameters: params, series });
    expect(figures.economics.energy_saving_eur!).toBeLessThanOrEqual(1e-9);
    expect(warnings.map(({ code }) => code)).toContain("no_energy_saving");
  });
});

describe("dispatch cases with the fast solver", () => {
  test.each(cases.dispatch)("the fast solver finds the cost of $id or flags it", async ({ params, series, cost }) => {
    const flagged = new Error("not exact");
    const solved = runSimulation(readCaseFile({ inputParameters: params, series }), {
      solve: async (problems) =>
        problems.map((problem) => {
          const fast = solveByValueFunction(problem);
          if (!fast.ok) throw flagged;
          return fast.solution;
        }),
    });
    const found = await solved.then(
      ({ billWithEur }) => billWithEur,
      (error) => error,
    );
    if (found === flagged) return;
    expect(Math.abs(found - cost)).toBeLessThanOrEqual(tolerance(cost));
  });
});

describe("cases whose figures contradicted each other", () => {
  test.each(cases.faults)("$id has the right figures", async ({ params, figures: right, warns, ...rest }) => {
    const { figures, warnings, evaluated } = await run({ inputParameters: { ...ANCHOR_INPUTS, ...params } });
    const within = "within" in rest ? rest.within! : 0.01;
    for (const [key, value] of Object.entries(right)) {
      const found = figures.economics[key as keyof typeof right];
      if (value === null) expect(found, key).toBeNull();
      else expect(Math.abs(found! - value), key).toBeLessThanOrEqual(within);
    }
    expect(warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(warns));

    const { npv, irr, payback_years } = figures.economics;
    if (irr !== null) expect(irr > 0.075).toBe(npv! > 0);
    const flows = ownerFlows(figures.economics.capex_eur, evaluated!.years);
    expect(payback_years === null).toBe(flows.reduce((sum, flow) => sum + flow, 0) < 0);
  });

  test("no label stands beside a negative value", async () => {
    const { params } = cases.faults.find(({ id }) => id.startsWith("label"))!;
    const { results } = simulationOutput(await run({ inputParameters: { ...ANCHOR_INPUTS, ...params } }));
    const { savings, irr, npv } = results.summary;
    expect(classification(savings, irr, npv)).toBeNull();
  });
});

describe("error cases", () => {
  test.each(cases.errors)("the error case $id fails as its file says", async ({ params, series, field, says }) => {
    const content = { ...(params ? { inputParameters: params } : {}), ...(series ? { series } : {}) };
    const error = await Promise.resolve()
      .then(() => run(content))
      .catch(explained);
    if (field) expect(error).toMatchObject({ name: "AppError", code: "INVALID_INPUT", field });
    if (says) {
      expect(error).toMatchObject({
        code: "INFEASIBLE",
        message: expect.stringMatching(/potencia contratada.*intervalo 1\b.*00:00/),
      });
    }
  });
});

describe("slips of the pen", () => {
  test.each(cases.slips)(
    "the slip $id is warned of once, as its file says",
    async ({ params, warning, suggestion }) => {
      const { warnings } = await run({ inputParameters: params });
      const doubts = warnings.map(writtenWarning).filter(({ code }) => /^(spending|demand)_/.test(code));
      expect(doubts).toHaveLength(warning ? 1 : 0);
      if (!warning) return;
      expect(doubts[0]).toMatchObject({ code: warning.code, suggestion });
      expect(doubts[0]!.message.replaceAll("\u00a0", " ")).toContain(warning.says);
    },
  );
});
