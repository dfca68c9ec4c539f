import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { ownerFlows } from "../../economics/cash-flow.ts";
import { economics, type OperationPoint, operationAt } from "../../economics/economics.ts";
import { irr } from "../../economics/finance.ts";
import { scenarioBase } from "./base.ts";
import { sampleRun } from "./base-run.fixture.ts";
import { lifeFigures, lifeYears } from "./life.ts";
import { hashedUniform } from "./sobol.ts";
import { constantLife } from "./summary.ts";

const point = (stateOfHealth: number, energySavingEur: number): OperationPoint => ({
  stateOfHealth,
  energySavingEur,
  selfConsumedMwh: 0,
  importMwh: 0,
  exportMwh: 0,
  dischargedMwh: 0,
  chargeCostEur: 0,
});

describe("the life of a battery", () => {
  const cases: SimulationInput[] = [
    {},
    { fade: 0.06, life_years: 12, replacement_year: 3, replacement_fct: 0.2 },
    { revenue_share_fct: 0.4, price_growth: -0.02 },
    { availability: 0.9, realisable_fct: 0.9, auxiliary_kw_per_mwh: 10 },
  ];

  test.each(cases)("the life of a battery has the figures of the base case's economics: %o", (fields) => {
    const run = sampleRun(fields);
    const base = scenarioBase(run, 1);
    const { energySavingEur, meanBuyEurMwh, extraPowerEur } = base.base;
    const solved = base.healthShares.map(({ stateOfHealth, share }) => point(stateOfHealth, share * energySavingEur));
    const full = economics({
      assumptions: base.assumptions,
      operation: Array.from({ length: base.assumptions.life_years }, (_, index) =>
        operationAt(solved, point(0, 0), 1 - base.fade * index),
      ),
      costWithoutBatteryEur: 0,
      demandMwh: 0,
      auxiliariesEur: base.auxiliariesMwhYear * meanBuyEurMwh,
      extraPowerEur,
      revenueShare: base.revenueShare,
    });
    const life = constantLife(base, base.base);
    expect(life.savingEur).toBeCloseTo(full.years[0]!.customerSavingEur, 6);
    expect(life.npvEur).toBeCloseTo(full.npvEur, 4);
    expect(life.irr).toBeCloseTo(full.irr.irr!, 9);
  });

  test("a life has the scan's rate of return, or ranks below or above all rates where there is none", () => {
    const base = scenarioBase(sampleRun({ life_years: 10, replacement_year: 6, replacement_fct: 0.3 }), 1);
    const seen = { found: 0, below: 0, above: 0 };
    for (let i = 0; i < 80; i++) {
      const life = {
        capexEur: 400_000 * 0.02 ** (i % 5),
        priceGrowth: 0.02,
        omShare: 0.015,
        realised: 1,
        fade: 0.02,
        extraPowerEur: 0,
        energySavingEur: Array.from({ length: 10 }, (_, year) => 3e5 * hashedUniform(1, i, year) ** (i % 12)),
        meanBuyEurMwh: new Array<number>(10).fill(100),
      };
      const { irr: found } = lifeFigures(base, life);
      const flows = ownerFlows(life.capexEur, lifeYears(base, life));
      const scanned = irr(flows, base.assumptions.discount_rate).irr;
      const sum = flows.reduce((total, flow) => total + flow, 0);
      if (scanned !== null) expect(found).toBeCloseTo(scanned, 9);
      else expect(found).toBe(sum > 0 ? Infinity : -Infinity);
      seen[scanned !== null ? "found" : sum > 0 ? "above" : "below"]++;
    }
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
  });
});
