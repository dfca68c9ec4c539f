import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { resolveInput } from "../simulations/input.ts";
import { buildSite } from "./build-site.ts";
import type { DispatchProblem, DispatchSchedule } from "./dispatch.ts";
import { dispatchWithoutBattery } from "./no-battery.ts";
import type { GivenSeries, Site } from "./site.ts";
import { solveByValueFunction } from "./value-function-solver.ts";

/** Figures of an independent implementation on the full hourly series of 2024 (PV of Madrid, constant demand). */
const SITES = [
  { kwp: 2000, demand: 500, spending: undefined, k: 1, adder: 0, savings: [31238, 61770, 81781] },
  { kwp: 2000, demand: 500, spending: 400_000, k: 1.25, adder: 27.5, savings: [48278, 95176, 129067] },
  { kwp: 2000, demand: 250, spending: 180_000, k: 1.25, adder: 22.4, savings: [46864, 80567, 106980] },
  { kwp: 300, demand: 500, spending: 480_000, k: 1.25, adder: 11.4, savings: [27230, 50437, 64684] },
];
const BATTERIES = [
  { capacityKwh: 1000, powerKw: 250 },
  { capacityKwh: 2000, powerKw: 1000 },
  { capacityKwh: 3000, powerKw: 3000 },
];
const WEAR_EUR_MWH = 220_000 / (2 * 6000);

const dataFile = (name: string) => new URL(`../../../../shared/data/${name}`, import.meta.url);
const OMIE = dataFile("omie-es-2024-hourly.csv");
const PV = dataFile("pv-profile-2024-local.csv");
const fullDataAtHand = existsSync(OMIE) && existsSync(PV);
const NOT_AT_HAND = "the full hourly series of 2024 are not at hand";

function column(file: URL, name: string): number[] {
  const [header, ...lines] = readFileSync(file, "utf8").trim().split(/\r?\n/);
  const index = header!.split(",").indexOf(name);
  return lines.map((line) => Number(line.split(",")[index]));
}

type SiteCase = (typeof SITES)[number];

function siteOf({ kwp, demand, spending }: SiteCase, given?: GivenSeries): Site {
  const figures = { pv_value: kwp, demand_value: demand, ...(spending !== undefined && { total_spending: spending }) };
  return buildSite(resolveInput(figures), given);
}

function fullSiteOf(site: SiteCase): Site {
  return siteOf(site, {
    market_eur_mwh: column(OMIE, "eur_mwh"),
    pv_kwh: column(PV, "madrid_kwh_per_kwp").map((yieldKwh) => yieldKwh * site.kwp),
  });
}

function billEur({ buyEurMwh, sellEurMwh }: DispatchProblem, { importKwh, exportKwh }: DispatchSchedule): number {
  return buyEurMwh.reduce((eur, buy, t) => eur + (buy * importKwh[t]! - sellEurMwh[t]! * exportKwh[t]!) / 1000, 0);
}

function energySavings(site: Site): number[] {
  return BATTERIES.map(({ capacityKwh, powerKw }) => {
    const problem: DispatchProblem = {
      stepHours: 1,
      pvKwh: site.pvKwh,
      demandKwh: site.demandKwh,
      buyEurMwh: site.buyEurMwh,
      sellEurMwh: site.sellEurMwh,
      importLimitKwh: site.importLimitKwh,
      exportLimitKwh: site.exportLimitKwh,
      battery: {
        capacityKwh,
        chargeKw: powerKw,
        dischargeKw: powerKw,
        etaCharge: 0.975,
        etaDischarge: 0.975,
        minSoc: 0.1,
        initialSoc: 0.5,
      },
      wearEurMwh: WEAR_EUR_MWH,
      batteryExport: false,
    };
    const optimum = solveByValueFunction(problem);
    if (!optimum.ok) throw new Error(`not exact in step ${optimum.step}`);
    const withoutBattery = dispatchWithoutBattery(problem).schedule;
    return billEur(problem, withoutBattery) - billEur(problem, optimum.solution.schedule);
  });
}

describe("energy saving against the independent figures", () => {
  test.each(SITES)("compact data within 3 %: $kwp kWp, demand $demand, spending $spending", (site) => {
    for (const [i, saving] of energySavings(siteOf(site)).entries()) {
      expect(Math.abs(saving / site.savings[i]! - 1)).toBeLessThan(0.03);
    }
  });

  test.for(SITES)("full data to the euro: $kwp kWp, demand $demand, spending $spending", (site, { skip }) => {
    skip(!fullDataAtHand, NOT_AT_HAND);
    for (const [i, saving] of energySavings(fullSiteOf(site)).entries()) {
      expect(Math.abs(saving - site.savings[i]!)).toBeLessThanOrEqual(1);
    }
  });
});

describe("calibration against the independent figures", () => {
  test.each(SITES)("compact data: $kwp kWp, demand $demand, spending $spending", (site) => {
    const { k, adderEurMwh } = siteOf(site).calibration;
    expect(k).toBeCloseTo(site.k, 12);
    expect(Math.abs(adderEurMwh - site.adder)).toBeLessThan(5);
  });

  test.for(SITES)("full data: $kwp kWp, demand $demand, spending $spending", (site, { skip }) => {
    skip(!fullDataAtHand, NOT_AT_HAND);
    const { k, adderEurMwh } = fullSiteOf(site).calibration;
    expect(k).toBeCloseTo(site.k, 12);
    expect(Math.abs(adderEurMwh - site.adder)).toBeLessThanOrEqual(0.05001);
  });
});

test("every hour of 2024 is in the tariff period of the full data", ({ skip }) => {
  skip(!fullDataAtHand, NOT_AT_HAND);
  const lines = readFileSync(OMIE, "utf8").trim().split(/\r?\n/).slice(1);
  const periods = [...siteOf(SITES[0]!).timeline.tariffPeriod].map((period) => `P${period}`);
  expect(periods).toEqual(lines.map((line) => line.split(",")[4]));
});
