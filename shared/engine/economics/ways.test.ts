import { completeTerms, type FinanceTermsInput } from "@ecotrim/contracts/simulations/finance-terms";
import { LINES, type Party, WAYS, type Way, type WayKey } from "@ecotrim/contracts/simulations/financing";
import { INCENTIVES } from "@ecotrim/contracts/simulations/incentives";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { taxOn } from "./corporate-tax.ts";
import { frenchLoan } from "./debt.ts";
import { npv } from "./finance.ts";
import { financingWays } from "./ways.ts";

const LIFE = 5;

/** 100,000 EUR that save 30,000 EUR a year; upkeep 2,000 EUR a year, and 10,000 EUR for a new inverter in year 4. */
const RESULT = {
  economic_case: {
    assumptions: {
      capex_eur: 100_000,
      om_fct: 0.02,
      om_indexation: 0,
      price_growth: 0,
      discount_rate: 0.1,
      life_years: LIFE,
      replacement_fct: 0.1,
      replacement_year: 4,
      warranty_cycles: 6000,
      availability: 1,
      realisable_fct: 1,
      auxiliary_kw_per_mwh: 0,
      wear_eur_mwh: 0,
    },
    operation: Array.from({ length: LIFE }, () => ({
      energy_saving_eur: 31_000,
      discharged_mwh: 100,
      charge_cost_eur: 1000,
    })),
    cost_without_battery_eur: 200_000,
    demand_mwh: 1000,
    auxiliaries_eur: 1000,
    extra_power_eur: 0,
    revenue_share_fct: 0,
  },
  period: { steps: 8784, hours: 8784, step_hours: 1, start: "", end: "" },
  summary: { battery_power_kw: 100 },
} as unknown as Parameters<typeof financingWays>[0];

const waysOf = (given: FinanceTermsInput = {}, result = RESULT): Record<WayKey, Way> =>
  Object.fromEntries(financingWays(result, completeTerms(given))!.map((way) => [way.key, way])) as Record<WayKey, Way>;

const cents = (values: readonly number[]): number[] => values.map((eur) => Math.round(100 * eur) / 100 || 0);

describe("each way by hand", () => {
  test("a purchase pays the investment, and has the saving less the upkeep", () => {
    const { customer, owner } = waysOf().purchase;
    // 31,000 - 1,000 - 2,000; in year 4 another 10,000 less.
    expect(cents(customer.net)).toEqual([-100_000, 28_000, 28_000, 28_000, 18_000, 28_000]);
    // -100,000 + 28,000 x 3.790787 - 10,000 / 1.1^4
    expect(customer.npvEur).toBeCloseTo(-100_000 + 28_000 * 3.7907868 - 10_000 / 1.4641, 1);
    expect(customer).toMatchObject({ outlayEur: 100_000, firstYearEur: 28_000, worstYear: { year: 4 } });
    expect(owner).toBeNull();
  });

  test("a loan pays the bank what an annuity takes, and covers it by the cash before the debt", () => {
    const { customer, dscr, termYears } = waysOf({
      loan: { share_fct: 0.8, rate: 0.05, years: 3, opening_fct: 0.01 },
    }).loan;
    // 80,000 x 0.05 / (1 - 1.05^-3) = 29,376.69; the first interest is 4,000.
    expect(cents(customer.net)).toEqual([-20_800, -1376.69, -1376.69, -1376.69, 18_000, 28_000]);
    expect(cents(customer.rows.interest!)).toEqual([0, -4000, -2731.17, -1398.89, 0, 0]);
    expect(termYears).toBe(3);
    expect(dscr!.map((ratio) => ratio && Math.round(1000 * ratio) / 1000)).toEqual([0.953, 0.953, 0.953, null, null]);
  });

  test("a lessor's fee is the annuity of the investment and its upkeep, less what the residual is worth", () => {
    const { customer, owner, feeEurMonth } = waysOf({
      lease: { rate: 0.1, years: 3, residual_fct: 0.1, upkeep_included: true },
    }).lease;
    // (100,000 - 10,000 / 1.331) / 2.4868520 + 2,000 = 39,190.33 a year.
    expect(12 * feeEurMonth!).toBeCloseTo((100_000 - 10_000 / 1.331) / 2.486852 + 2000, 1);
    expect(owner!.npvEur).toBeCloseTo(0, 6);
    expect(owner!.irr).toBeCloseTo(0.1, 9);
    // 30,000 less the fee; then it is bought, and its upkeep is the customer's.
    const fee = 12 * feeEurMonth!;
    expect(cents(customer.net)).toEqual(cents([0, 30_000 - fee, 30_000 - fee, 30_000 - fee - 10_000, 18_000, 28_000]));
    expect(customer.irr).toBeNull();
  });

  test("without upkeep in the fee the customer pays it in every year", () => {
    const { customer, owner } = waysOf({ lease: { upkeep_included: false, years: 3, fee_eur_month: 1000 } }).lease;
    expect(cents(customer.rows.om!)).toEqual([0, -2000, -2000, -2000, -2000, -2000]);
    expect(owner!.rows.om).toBeUndefined();
  });

  test("a fee by power is indexed from its second year, and nobody buys the battery at the end of its life", () => {
    const { customer, owner } = waysOf({ service: { fee_eur_kw_month: 20, indexation: 0.1, years: 9 } }).service;
    // 20 x 100 kW x 12 = 24,000.
    expect(cents(customer.rows.fee!)).toEqual([0, -24_000, -26_400, -29_040, -31_944, -35_138.4]);
    expect(customer.rows.buyout).toBeUndefined();
    expect(cents(owner!.rows.replacement!)).toEqual([0, 0, 0, 0, -10_000, 0]);
  });

  test("a shared investment and its saving are divided by their shares", () => {
    const { customer, owner } = waysOf({ sharing: { saving_fct: 0.6, investment_fct: 0.5 } }).sharing;
    // 0.4 x 30,000 - 0.5 x 2,000, and 0.6 x 30,000 - 0.5 x 2,000.
    expect(cents(customer.net)).toEqual([-50_000, 11_000, 11_000, 11_000, 6000, 11_000]);
    expect(cents(owner!.net)).toEqual([-50_000, 17_000, 17_000, 17_000, 12_000, 17_000]);
  });

  test("an investor with a revenue share pays all and has the share, as the case is computed", () => {
    expect(completeTerms({}, 0.4).sharing).toEqual({ saving_fct: 0.4, investment_fct: 1 });
  });
});

describe("tax", () => {
  test("profits are taxed after depreciation, losses carried to later years and interest deducted", () => {
    const { customer } = waysOf({
      tax: { applies: true, depreciation_years: 4 },
      loan: { share_fct: 0.8, rate: 0.05, years: 3, opening_fct: 0 },
    }).loan;
    // Profits: 28,000 - 25,000 - interest 4,000 = -1,000; 28,000 - 25,000 - 2,731.17 = 268.83; 1,601.11 (in full cents);
    // 18,000 - 25,000 = -7,000; 28,000. Losses left: 1,000, 731.17, 0 of which year 3 uses 731.17.
    expect(cents(customer.rows.corporate_tax!)).toEqual([0, 0, 0, -217.49, 0, -0.25 * (28_000 - 7000)]);
  });

  test("what is not depreciated at the end of life is written off", () => {
    const { customer } = waysOf({ tax: { applies: true, depreciation_years: 10 } }).purchase;
    // 10,000 a year; 60,000 in the last, whose loss of 32,000 no later year uses.
    expect(cents(customer.rows.corporate_tax!)).toEqual([0, -4500, -4500, -4500, -2000, 0]);
  });

  test("free depreciation takes the whole investment in year 1, and a grant lowers what is depreciated", () => {
    const incentives = [
      { id: "free_depreciation", value: 0 },
      { id: "own", value: 20_000 },
    ];
    const { customer } = waysOf({ tax: { applies: true }, incentives }).purchase;
    // Losses 52,000 after year 1: 28,000 and 24,000 are used.
    expect(cents(customer.rows.corporate_tax!)).toEqual([0, 0, 0, -0.25 * 4000, -4500, -7000]);
    expect(cents(customer.rows.grant!)).toEqual([0, 20_000, 0, 0, 0, 0]);
  });

  test("a lessor is taxed on what the battery is sold for above its book value", () => {
    const { owner } = waysOf({
      tax: { applies: true, depreciation_years: 5 },
      lease: { years: 4, residual_fct: 0.3, upkeep_included: false, fee_eur_month: 2000 },
    }).lease;
    // 24,000 - 20,000; in year 4 the book value of 40,000 is written off against 30,000.
    expect(cents(owner!.rows.corporate_tax!)).toEqual([0, -1000, -1000, -1000, -0.25 * (24_000 + 30_000 - 40_000), 0]);
  });

  test("losses are never paid back", () => {
    expect(taxOn([-100, 40, 40, 40], 0.25)).toEqual([0, 0, 0, 5]);
  });
});

describe("income beside the saving", () => {
  test("active demand response pays for the offered power in the hours asked, less the aggregator's part", () => {
    const { customer } = waysOf({
      srad: { offered_mw: 0.1, hours: 1000, eur_mw_hour: 65, availability: 0.9, aggregator_fct: 0.2 },
    }).purchase;
    // 0.1 x 1,000 x 65 x 0.9 x 0.8
    expect(cents(customer.rows.srad!)).toEqual([0, 4680, 4680, 4680, 4680, 4680]);
  });

  test("no more is granted than was invested, and a grant after a lease is its owner's at the end", () => {
    const { purchase } = waysOf({
      incentives: [
        { id: "own", value: 1e9 },
        { id: "own_share", value: 0.5 },
      ],
    });
    expect(cents(purchase.customer.rows.grant!)).toEqual([0, 100_000, 0, 0, 0, 0]);
    const { lease } = waysOf({ lease: { years: 2 }, incentives: [{ id: "own", value: 1000, year: 4 }] });
    expect(cents(lease.owner!.rows.grant!)).toEqual([0, 0, 1000, 0, 0, 0]);
  });

  test("an incentive of every year goes to the customer whoever owns the battery", () => {
    const ways = waysOf({ incentives: [{ id: "ibi", value: 500, year: 1, years: 3 }] });
    for (const key of WAYS) expect(ways[key].customer.rows.property_tax).toEqual([0, 500, 500, 500, 0, 0]);
    expect(ways.lease.owner!.rows.property_tax).toBeUndefined();
  });

  test("no incentive counts unless a person asks for it", () => {
    expect(completeTerms().incentives).toEqual([]);
    for (const { kind, status } of INCENTIVES) if (kind === "depreciation") expect(status).toBe("repealed");
  });

  test.each([0, 2])(
    "a grant of year %d lowers the fee of whoever asks for a rate, which is all that it earns",
    (year) => {
      const lease = { rate: 0.1, years: 3, residual_fct: 0, upkeep_included: false };
      const { owner, feeEurMonth } = waysOf({ lease, incentives: [{ id: "own", value: 20_000, year }] }).lease;
      expect(owner!.irr).toBeCloseTo(0.1, 9);
      // 100,000 less what the grant is worth, over the annuity of 3 years.
      expect(12 * feeEurMonth!).toBeCloseTo((100_000 - 20_000 / 1.1 ** year) / 2.486852, 1);
    },
  );

  test("a grant of more than the whole investment is refused", () => {
    const own = { id: "own", value: 1 };
    expect(() => completeTerms({ incentives: [own, { id: "own_share", value: 1.01 }] })).toThrow(
      expect.objectContaining({ field: "incentives[1].value" }),
    );
  });

  test("an incentive that is named twice is refused", () => {
    const own = { id: "own", value: 1 };
    expect(() => completeTerms({ incentives: [own, own] })).toThrow(
      expect.objectContaining({ field: "incentives[1].id" }),
    );
  });
});

describe("every way", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const termYears = fc.integer({ min: 1, max: 12 });
  const anyTerms = fc.record({
    loan: fc.record({ share_fct: share, rate: fc.double({ min: 0, max: 0.3, noNaN: true }), years: termYears }),
    lease: fc.record({ residual_fct: share, years: termYears, upkeep_included: fc.boolean() }),
    service: fc.record({
      buyout_fct: share,
      years: termYears,
      indexation: fc.double({ min: -0.1, max: 0.2, noNaN: true }),
    }),
    sharing: fc.record({ saving_fct: share, investment_fct: share }),
    tax: fc.record({ applies: fc.boolean(), depreciation_years: termYears }),
    insurance_fct: fc.double({ min: 0, max: 0.1, noNaN: true }),
    incentives: fc.constantFrom<NonNullable<FinanceTermsInput["incentives"]>[]>(
      [],
      [{ id: "own_share", value: 0.3 }],
      [{ id: "own", value: 5000, year: 0 }],
    ),
  });

  const sumOf = ({ rows, net }: Party): number[] =>
    net.map((_, year) => LINES.reduce((sum, line) => sum + (rows[line]?.[year] ?? 0), 0));

  test("every figure is the sum of its rows, and fees between the parties cancel", () => {
    fc.assert(
      fc.property(anyTerms, (given) => {
        const ways = waysOf(given);
        for (const { customer, owner } of Object.values(ways))
          for (const party of owner ? [customer, owner] : [customer]) {
            expect(cents(party.net)).toEqual(cents(sumOf(party)));
            expect(party.npvEur).toBeCloseTo(npv(0.1, sumOf(party)), 4);
            expect(party.firstYearEur).toBeCloseTo(sumOf(party)[1]!, 4);
          }
        if (given.tax.applies) return;
        // Together both parties have what a purchase brings, before tax.
        for (const key of ["lease", "service", "sharing"] as const)
          for (const [year, eur] of ways.purchase.customer.net.entries())
            if (ways[key].termYears === null || year <= ways[key].termYears!)
              expect(ways[key].customer.net[year]! + ways[key].owner!.net[year]!).toBeCloseTo(eur, 4);
      }),
      { numRuns: 60 },
    );
  });

  test("a French loan pays back what was lent, by equal payments", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.3, noNaN: true }), termYears, (rate, years) => {
        const debt = frenchLoan(1000, rate, years);
        expect(debt.reduce((sum, { principal }) => sum + principal, 0)).toBeCloseTo(1000, 6);
        for (const { interest, principal } of debt)
          expect(interest + principal).toBeCloseTo(debt[0]!.interest + debt[0]!.principal, 6);
      }),
      { numRuns: 40 },
    );
  });
});

describe("where there is nothing to finance", () => {
  test.each([
    { why: "no saving to evaluate", result: { ...RESULT, economic_case: undefined } },
    { why: "a short period", result: { ...RESULT, period: { ...RESULT.period, hours: 720 } } },
    { why: "an old model", result: { ...RESULT, economic_case: { ...RESULT.economic_case, fixed_items_eur: 1 } } },
  ])("a result with $why has no ways", ({ result }) => {
    expect(financingWays(result as typeof RESULT, completeTerms())).toBeNull();
  });

  test("a free battery has ways without a rate of return", () => {
    const free = structuredClone(RESULT);
    free.economic_case!.assumptions.capex_eur = 0;
    for (const { customer } of Object.values(waysOf({}, free))) {
      expect(customer.irr).toBeNull();
      expect(customer.npvEur).toBeGreaterThan(0);
    }
  });
});
