import { describe, expect, test } from "vitest";
import { economicFigures } from "./economic-figures.ts";
import { type EconomicCase, economics, type OperationPoint, operationAt } from "./economics.ts";

const point = (stateOfHealth: number, energySavingEur: number): OperationPoint => ({
  stateOfHealth,
  energySavingEur,
  selfConsumedMwh: 10 * energySavingEur,
  importMwh: 0,
  exportMwh: 0,
  dischargedMwh: energySavingEur / 100,
  chargeCostEur: energySavingEur / 10,
});

describe("operation at a state of health", () => {
  const points = [point(1, 1000), point(0.85, 900), point(0.7, 780)];
  const dead = point(0, 0);
  const savingAt = (health: number) => operationAt(points, dead, health).energySavingEur;

  test("operation at a state of health is the one solved at 100, 85 and 70 %", () => {
    expect([1, 0.85, 0.7].map(savingAt)).toEqual([1000, 900, 780].map((value) => expect.closeTo(value, 9)));
  });

  test("operation at a state of health follows straight lines between those solved and goes on below 70 %", () => {
    expect(savingAt(0.925)).toBeCloseTo(950, 9);
    expect(savingAt(0.775)).toBeCloseTo(840, 9);
    expect(savingAt(0.6)).toBeCloseTo(700, 9);
    expect(operationAt(points, dead, 0.6).selfConsumedMwh).toBeCloseTo(7000, 9);
  });

  test("operation at a state of health is that of the site alone once no capacity is left", () => {
    expect(savingAt(0)).toBe(0);
    expect(savingAt(-0.4)).toBe(0);
  });
});

const LIFE = 15;

const given = (changes: Partial<EconomicCase> = {}): EconomicCase => ({
  assumptions: {
    capex_eur: 100_000,
    om_fct: 0.015,
    om_indexation: 0.02,
    price_growth: 0.02,
    discount_rate: 0.075,
    life_years: LIFE,
    replacement_fct: 0.1,
    replacement_year: 12,
    warranty_cycles: 6000,
    availability: 0.97,
    realisable_fct: 0.95,
    auxiliary_kw_per_mwh: 2,
    wear_eur_mwh: 18,
  },
  operation: Array.from({ length: LIFE }, (_, index) => point(1 - 0.02 * index, 20_000 - 300 * index)),
  costWithoutBatteryEur: 90_000,
  demandMwh: 1000,
  auxiliariesEur: 500,
  extraPowerEur: 200,
  revenueShare: 0,
  ...changes,
});

describe("economics", () => {
  test("the parts of the first year add up to its saving", () => {
    const { firstYear, years } = economics(given());
    expect(firstYear).toEqual({
      energy: 20_000,
      operation: expect.closeTo(20_000 * (0.97 * 0.95 - 1), 9),
      auxiliaries: -500,
      extraPower: -200,
    });
    const sum = Object.values(firstYear).reduce((total, part) => total + part, 0);
    expect(sum).toBeCloseTo(years[0]!.savingEur, 9);
  });

  test("energy saving and auxiliaries grow with prices; the power term does not", () => {
    const third = economics(given()).years[2]!;
    expect(third.savingEur).toBeCloseTo((19_400 * 0.97 * 0.95 - 500) * 1.02 ** 2 - 200, 9);
    expect(third.omEur).toBeCloseTo(1500 * 1.02 ** 2, 9);
  });

  test("the inverter is paid once, in its year", () => {
    const paid = economics(given()).years.filter(({ replacementEur }) => replacementEur > 0);
    expect(paid).toMatchObject([{ year: 12, replacementEur: 10_000 }]);
  });

  test("a revenue share splits the saving and leaves investment, upkeep and rates to the owner", () => {
    const shared = economics(given({ revenueShare: 0.6 }));
    const whole = economics(given());
    const first = shared.years[0]!;
    expect(first.savingEur).toBe(whole.years[0]!.savingEur);
    expect(first.ownerSavingEur).toBeCloseTo(0.6 * first.savingEur, 9);
    expect(first.netEur).toBeCloseTo(0.6 * first.savingEur - 1500, 9);
    expect(shared.irr.irr!).toBeLessThan(whole.irr.irr!);
    expect(first.customerSavingEur).toBeCloseTo(0.4 * first.savingEur, 9);
  });

  test("with a revenue share saving and cost of energy are the customer's, and the owner's stand beside", () => {
    const shared = economics(given({ revenueShare: 0.6 }));
    const whole = economics(given());
    const saving = (parts: object) => Object.values(parts).reduce((total, part) => total + part, 0);
    expect(saving(shared.firstYear)).toBeCloseTo(0.4 * saving(whole.firstYear), 9);
    expect(shared.owner).toEqual({ share: 0.6, savingEur: 0.6 * whole.years[0]!.savingEur, lcoe: whole.lcoe });
    // The customer pays no investment and no upkeep: the cost of energy falls by the saving that is kept.
    expect(shared.lcoe!).toBeLessThan(shared.lcoeWithoutBattery!);
    const { figures, nullReasons } = economicFigures(shared, true, 8784);
    expect(figures.payback_years).toBeNull();
    expect(nullReasons.payback_years).toBe("no_investment");
    expect(whole.owner).toBeNull();
    expect(Object.keys(whole.firstYear)).not.toContain("owner");
  });

  test("a customer who gives the whole saving away has the cost of energy without battery", () => {
    const { lcoe, lcoeWithoutBattery } = economics(given({ revenueShare: 1 }));
    expect(lcoe).toBeCloseTo(lcoeWithoutBattery!, 9);
  });

  test("at the break-even investment the net present value is 0", () => {
    const { breakEvenCapexEur } = economics(given());
    const { assumptions, ...others } = given();
    const at = economics({ ...others, assumptions: { ...assumptions, capex_eur: breakEvenCapexEur } });
    expect(at.npvEur).toBeCloseTo(0, 6);
  });

  test("a battery that costs and saves nothing leaves the cost of energy as it is", () => {
    const idle = given({ operation: new Array(LIFE).fill(point(1, 0)), auxiliariesEur: 0, extraPowerEur: 0 });
    const { lcoe, lcoeWithoutBattery, lcos, irr, paybackYears } = economics({
      ...idle,
      assumptions: { ...idle.assumptions, capex_eur: 0 },
    });
    expect(lcoe).toBeCloseTo(lcoeWithoutBattery!, 9);
    expect([lcos, irr.irr, paybackYears]).toEqual([null, null, 0]);
  });

  test("a site without demand has no cost per MWh", () => {
    const { lcoe, lcoeWithoutBattery } = economics(given({ demandMwh: 0 }));
    expect([lcoe, lcoeWithoutBattery]).toEqual([null, null]);
  });
});
