import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { buildSite } from "./build-site.ts";
import { answersOf, factsOf, findSlips, type SiteFacts, type SlipAnswers, siteFacts } from "./plausibility.ts";
import type { GivenSeries } from "./site.ts";

const MODELLED = 300_000;
const ANSWERS: SlipAnswers = {
  demandKw: 500,
  spendingEurYear: MODELLED,
  spendingPer: "month",
  shifts: 3,
  weekends: true,
};
const FACTS: SiteFacts = {
  modelledEurYear: MODELLED,
  importMwhYear: 3000,
  pvMeanKw: 340,
  demandMeanKw: 500,
  priceSpreadEurMwh: 80,
  spendingReplaced: false,
  partOfYear: false,
};
const codesOf = (answers: Partial<SlipAnswers>, facts: Partial<SiteFacts> = {}) =>
  findSlips({ ...ANSWERS, ...answers }, { ...FACTS, ...facts }).map(({ code }) => code);
const ofRatio = (ratio: number, facts: Partial<SiteFacts> = {}) =>
  findSlips({ ...ANSWERS, spendingEurYear: ratio * MODELLED }, { ...FACTS, ...facts })[0];

test("answers that agree with the site are not doubted", () => {
  expect(codesOf({})).toEqual([]);
});

describe("a spending of another period", () => {
  test.each([
    [9.59, "spending_with_vat"],
    [9.61, "spending_of_year"],
    [12, "spending_of_year"],
    [19.19, "spending_of_year"],
    [19.21, "spending_with_vat"],
    [0.0666, undefined],
    [0.0668, "spending_of_month"],
    [1 / 12, "spending_of_month"],
    [0.1332, "spending_of_month"],
    [0.1334, undefined],
  ])("a spending %d times the modelled cost is doubted as %s", (ratio, code) => {
    expect(ofRatio(ratio, { importMwhYear: 1 })?.code).toBe(code);
  });

  test("its repair is the twelfth or the twelvefold", () => {
    expect(ofRatio(12)).toMatchObject({ suggestion: { field: "total_spending", value: MODELLED }, blocks: true });
    expect(ofRatio(1 / 12)).toMatchObject({ suggestion: { field: "total_spending", value: MODELLED } });
  });
});

describe("a spending with VAT", () => {
  test.each([
    [1.0889, undefined, undefined],
    [1.0891, false, false],
    [1.1499, false, false],
    [1.1501, true, true],
    [1.24, true, true],
    [1.35, true, true],
    [1.99, true, true],
  ])(
    "a spending %d times the modelled cost is asked about (held up: %s, in results: %s)",
    (ratio, blocks, inResults) => {
      const slip = ofRatio(ratio);
      expect([slip?.blocks, slip?.inResults]).toEqual([blocks, inResults]);
      if (slip) expect(slip.code).toBe("spending_with_vat");
    },
  );

  test("its repair is the spending without VAT", () => {
    expect(ofRatio(1.331)!.suggestion).toEqual({ field: "total_spending", value: 330_000 });
  });

  test("it is not asked about where the months of the period may not represent a year", () => {
    expect(ofRatio(1.3, { partOfYear: true })).toBeUndefined();
  });
});

describe("a spending that the engine replaces", () => {
  test.each([0.5, 2.7])("a spending %d times the modelled cost that fits no other slip is to be revised", (ratio) => {
    expect(ofRatio(ratio, { spendingReplaced: true })).toMatchObject({
      code: "spending_out_of_range",
      suggestion: { field: "total_spending", value: MODELLED },
      blocks: true,
    });
  });

  test("a spending of the other period is named as such, and once", () => {
    expect(codesOf({ spendingEurYear: 12 * MODELLED }, { spendingReplaced: true })).toEqual(["spending_of_year"]);
  });
});

describe("the consumption of a month as that of an hour", () => {
  test.each([
    [30.1, []],
    [29.9, ["demand_of_month"]],
  ])("a price of %d EUR/MWh of a month's consumption leads to %j", (price, codes) => {
    const importMwhYear = MODELLED / price;
    expect(codesOf({ demandKw: 366_000 }, { importMwhYear })).toEqual(codes);
  });

  test("a price that no month's consumption would mend is no slip of the consumption", () => {
    expect(codesOf({ demandKw: 83_000 }, { importMwhYear: MODELLED / 20 })).toEqual([]);
    expect(codesOf({ demandKw: 84_000 }, { importMwhYear: MODELLED / 20 })).toEqual(["demand_of_month"]);
  });

  test.each([
    [39.9 * 340, []],
    [40.1 * 340, ["demand_of_month"]],
  ])("without a spending a consumption of %d kW beside 340 kW of sun leads to %j", (demandKw, codes) => {
    expect(codesOf({ demandKw, spendingEurYear: null })).toEqual(codes);
  });

  test("a site without sun is not measured by it, nor one whose spending fits", () => {
    expect(codesOf({ demandKw: 20_000, spendingEurYear: null }, { pvMeanKw: 0 })).toEqual([]);
    expect(codesOf({ demandKw: 20_000 })).toEqual([]);
  });

  test("its repair is the mean power of that month", () => {
    const [slip] = findSlips({ ...ANSWERS, demandKw: 366_000, spendingEurYear: null }, FACTS);
    expect(slip!.suggestion).toEqual({ field: "demand_value", value: 501.37 });
  });
});

describe("nothing to save", () => {
  test.each<[Partial<SiteFacts>, string[]]>([
    [{ demandMeanKw: 0 }, ["nothing_to_save"]],
    [{ pvMeanKw: 0, priceSpreadEurMwh: 0 }, ["nothing_to_save"]],
    [{ pvMeanKw: 0 }, []],
    [{ priceSpreadEurMwh: 0 }, []],
  ])("facts of %j lead to %j", (facts, codes) => {
    expect(codesOf({}, facts)).toEqual(codes);
  });
});

test.each<[Partial<SlipAnswers>, string[]]>([
  [{ shifts: 2, weekends: true }, ["shifts_with_weekend"]],
  [{ shifts: 2, weekends: false }, []],
  [{ shifts: 3, weekends: true }, []],
])("answers of %j lead to %j", (answers, codes) => {
  expect(codesOf(answers)).toEqual(codes);
});

describe("slips of whole cases", () => {
  const slipsIn = (input: SimulationInput, series: GivenSeries = {}, spendingPer: "month" | "year" = "month") => {
    const read = readCase(input, { demandGiven: series.demand_kwh !== undefined });
    return findSlips({ ...answersOf(read, series), spendingPer }, siteFacts(read, series)).map(
      ({ code, suggestion }) => [code, suggestion?.value],
    );
  };

  test("350,000 EUR a year typed as those of a month are recognised", () => {
    expect(slipsIn({ demand_value: 500, total_spending: 12 * 350_000 })).toEqual([["spending_of_year", 350_000]]);
  });

  test("29,167 EUR a month given as those of a year are recognised", () => {
    expect(slipsIn({ demand_value: 500, total_spending: 29_167 }, {}, "year")).toEqual([
      ["spending_of_month", 350_004],
    ]);
  });

  test("366,000 kWh a month typed as those of an hour are recognised with and without a spending", () => {
    expect(slipsIn({ demand_value: 366_000 })).toEqual([["demand_of_month", 501.37]]);
    expect(slipsIn({ demand_value: 366_000, total_spending: 350_000 })).toEqual([["demand_of_month", 501.37]]);
  });

  test("a factory without consumption is told that there is nothing to save", () => {
    expect(slipsIn({ demand_value: 0, total_spending: 350_000 })).toEqual([["nothing_to_save", undefined]]);
  });

  test("two shifts of five days with a consumption at weekends are asked about", () => {
    const input = { demand_value: 500, two_turnes: true, weekends: true };
    expect(slipsIn(input)).toEqual([["shifts_with_weekend", false]]);
    expect(slipsIn({ ...input, weekends: false })).toEqual([]);
  });

  test("given prices are held against no spending, and a given curve against no typed consumption", () => {
    const series = { pv_kwh: [0, 0], demand_kwh: [500, 500], buy_eur_mwh: [100, 120] };
    expect(slipsIn({ demand_value: 366_000, total_spending: 10 }, series)).toEqual([]);
  });

  test("the modelled cost does not depend on the spending", () => {
    const factsAt = (spending: { total_spending?: number }) => siteFacts(readCase({ demand_value: 500, ...spending }));
    const plain = factsAt({});
    for (const total_spending of [200_000, 350_000, 4_200_000]) {
      const facts = factsAt({ total_spending });
      expect(facts.modelledEurYear! / plain.modelledEurYear!).toBeCloseTo(1, 9);
      expect(facts).toMatchObject({ importMwhYear: plain.importMwhYear, pvMeanKw: plain.pvMeanKw });
    }
  });

  test("facts are of a year whatever the period, but the months of a week are not taken for a year's", () => {
    const input = readCase({ demand_value: 500, pv_value: 0, start_date: "2024-05-06", end_date: "2024-05-12" });
    const facts = factsOf(input, buildSite(input));
    expect(facts.importMwhYear).toBeCloseTo(4380, 6);
    expect(facts).toMatchObject({ partOfYear: true, demandMeanKw: expect.closeTo(500, 9), pvMeanKw: 0 });
  });
});
