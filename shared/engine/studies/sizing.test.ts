import {
  BATTERY_KEYS,
  batteryConfigurations,
  type KnownSiteQuery,
  nearestPower,
} from "@ecotrim/contracts/simulations/battery-options";
import { type Case, readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { SizePoint } from "@ecotrim/contracts/simulations/sizing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FULL } from "../../../tests/support/full.ts";
import { ANCHOR_INPUTS } from "../anchor-inputs.fixture.ts";
import { dispatchWithoutBattery } from "../dispatch/no-battery.ts";
import type { SolveDispatch } from "../dispatch/problem.ts";
import { solveByValueFunction } from "../dispatch/value-function-solver.ts";
import { runSimulation } from "../simulate.ts";
import { buildSite } from "../site/build-site.ts";
import type { GivenSeries } from "../site/site.ts";
import { anySite } from "./any-site.fixture.ts";
import { CAPACITY_LIST, sizeCards, sweepSizes } from "./sizing.ts";

/** Contracts of one price can need HiGHS; these tests do not use them. */
const solve: SolveDispatch = async (problems) =>
  problems.map((problem) => {
    const result = solveByValueFunction(problem);
    return result.ok ? result.solution : dispatchWithoutBattery(problem);
  });

const PAYING: SimulationInput = { ...ANCHOR_INPUTS, demand_value: 500, total_spending: 400_000, realisable_fct: 0.95 };
const NOT_PAYING: SimulationInput = { demand_value: 500, realisable_fct: 0.95 };

const withSize = (input: Case, { capacity_kwh, power_kw }: Pick<SizePoint, "capacity_kwh" | "power_kw">): Case => ({
  ...input,
  battery: { ...input.battery, capacityKwh: capacity_kwh, chargeKw: power_kw, dischargeKw: power_kw },
});

const withCapex = (input: Case, capexEur: number): Case => ({ ...input, finance: { ...input.finance, capexEur } });

const siteOf = (query: KnownSiteQuery): Case =>
  readCase({
    demand_value: query.demand_load,
    pv_value: query.pv_kwp,
    total_spending: query.total_spendings,
    two_turnes: query.type === "2turnos",
    weekends: query.weekend,
    zero_export: query.zero_export ?? false,
  });

async function simulatedValue(input: Case, series: GivenSeries = {}): Promise<number> {
  const { figures } = await runSimulation({ input, series }, { solve });
  return figures.economics.npv!;
}

describe("a sweep over sizes where batteries pay", () => {
  const input = readCase(PAYING);
  const sizing = sweepSizes(input);
  const { points, best, cards } = sizing;

  test("a sweep values every capacity with every power, ascending", () => {
    expect(sizing.capacities_kwh).toHaveLength(15);
    expect(sizing.c_ratings).toHaveLength(6);
    expect(sizing.capacities_kwh).toEqual([...new Set(sizing.capacities_kwh)].sort((a, b) => a - b));
    expect(points.map(({ capacity_kwh }) => capacity_kwh)).toEqual(
      sizing.capacities_kwh.flatMap((capacity) => Array(6).fill(capacity)),
    );
  });

  test.each(FULL ? [0, 37, 52, 89] : [0, 52])("a sweep gives point %i the figures of its simulation", async (index) => {
    const point = points[index]!;
    const { figures } = await runSimulation({ input: withSize(input, point) }, { solve });
    const { savings, npv, capex_eur } = figures.economics;
    expect(point.npv_eur).toBeCloseTo(npv!, 4);
    expect(point.saving_eur).toBeCloseTo(savings!, 5);
    expect(point.capex_eur).toBe(capex_eur);
  });

  test("a sweep names the greatest value of the map as the best", () => {
    expect(points).toContain(best);
    expect(best.npv_eur).toBe(Math.max(...points.map(({ npv_eur }) => npv_eur)));
    expect(sizing.pays).toBe(true);
    expect(sizing.levers).toBeNull();
  });

  test("a sweep recommends the smallest size within 5 % of the best, and says up to which it makes no difference", () => {
    const recommended = sizing.smallest_within_5_percent!;
    const near = points.filter(({ npv_eur }) => npv_eur >= 0.95 * best.npv_eur);
    const capacities = near.map(({ capacity_kwh }) => capacity_kwh);
    expect(near).toContain(recommended);
    expect(recommended.capacity_kwh).toBe(Math.min(...capacities));
    expect(sizing.largest_within_5_percent!.capacity_kwh).toBe(Math.max(...capacities));
  });

  test("a sweep offers the smallest and the largest capacity worth 60 % of the best around the recommended", () => {
    const enough = points.filter(({ npv_eur }) => npv_eur >= 0.6 * best.npv_eur);
    const capacities = enough.map(({ capacity_kwh }) => capacity_kwh);
    expect(cards.points.balanced).toBe(cards.recommended);
    expect(cards.points.conservative.capacity_kwh).toBe(Math.min(...capacities));
    expect(cards.points.aggressive.capacity_kwh).toBe(Math.max(...capacities));
    expect(cards.recommended).toBe(sizing.smallest_within_5_percent);
  });

  test("every power of a sweep is one that is sold", () => {
    for (const { power_kw } of points) expect(power_kw).toBe(nearestPower(power_kw));
  });

  test("a sweep does not depend on the battery of the input", () => {
    expect(sweepSizes(withSize(input, { capacity_kwh: 0, power_kw: 5 }))).toEqual(sizing);
  });

  test("a sweep scales every investment by the one given for the input's battery", () => {
    const half = sweepSizes(withCapex(input, (220 * 1000 + 120 * 1000 + 15_000) / 2));
    for (const { capacity_kwh, power_kw, capex_eur } of half.points) {
      expect(capex_eur).toBeCloseTo((220 * capacity_kwh + 120 * power_kw + 15_000) / 2, 6);
    }
    expect(half.best.npv_eur).toBeGreaterThan(best.npv_eur);
  });
});

describe("a sweep over sizes where no battery pays", () => {
  const input = readCase(NOT_PAYING);
  const sizing = sweepSizes(input);
  const levers = sizing.levers!;

  test("a sweep where nothing pays says so and offers the rule's cards with their value", () => {
    expect(sizing.pays).toBe(false);
    expect(sizing.smallest_within_5_percent).toBeNull();
    const rule = batteryConfigurations({ pv_generation: 340, demand_load: 500 });
    expect(sizing.cards).toMatchObject({ recommended: null, rule });
    expect(sizing.largest_within_5_percent).toBeNull();
    for (const { npv_eur } of Object.values(sizing.cards.points)) expect(npv_eur).toBeLessThan(0);
  });

  test("a sweep where nothing pays names the investment at which its size breaks even", async () => {
    const value = await simulatedValue(withCapex(withSize(input, levers.point), levers.capexEur!));
    expect(value).toBeCloseTo(0, 4);
    expect(levers.capexEur!).toBeLessThan(levers.point.capex_eur);
  });

  test("a sweep names the least rise of the market, in whole percents, at which its size breaks even", async () => {
    const { marketEurMwh } = buildSite(input);
    const valueAt = (rise: number) =>
      simulatedValue(withSize(input, levers.point), {
        market_eur_mwh: [...marketEurMwh].map((eur) => eur * (1 + rise)),
      });
    expect(await valueAt(levers.rise!)).toBeGreaterThanOrEqual(0);
    expect(await valueAt(levers.rise! - 0.01)).toBeLessThan(0);
  });

  test("a sweep where nothing pays names the size that recovers the greatest share of its investment", () => {
    const share = ({ break_even_capex_eur, capex_eur }: SizePoint) => break_even_capex_eur / capex_eur;
    expect(share(levers.point)).toBe(Math.max(...sizing.points.map(share)));
  });
});

describe("a sweep without a realisable share given", () => {
  const input = readCase({ ...ANCHOR_INPUTS, demand_value: 500, total_spending: 400_000 });
  const sizing = sweepSizes(input);
  const { points, best, cards } = sizing;

  test("a sweep shows the best and the cards with the value of their own simulations, in the map too", async () => {
    for (const card of Object.values(cards.points)) {
      const value = await simulatedValue(withSize(input, card));
      expect(Math.abs(card.npv_eur / value - 1)).toBeLessThan(1e-6);
      const shown = points.find(
        (point) => point.capacity_kwh === card.capacity_kwh && point.power_kw === card.power_kw,
      );
      expect(shown?.npv_eur).toBe(card.npv_eur);
    }
    expect(points).toContain(best);
    expect(best.npv_eur).toBe(Math.max(...points.map(({ npv_eur }) => npv_eur)));
  });

  test("a sweep has the share of the rule's balanced battery elsewhere", async () => {
    const { balanced } = batteryConfigurations({ pv_generation: 340, demand_load: 500 });
    const { assumptions } = await runSimulation({ input: withSize(input, balanced) }, { solve });
    expect(sizing.realisable_fct).toBeCloseTo(assumptions.realisable_fct, 9);
    expect(assumptions.realisable_fct).toBeLessThan(1);
  });

  test("a sweep looks beyond its largest capacity while the value rises", () => {
    const cheap = sweepSizes(withCapex(input, 150_000));
    expect(cheap.capacities_kwh.length).toBeGreaterThan(15);
    expect(cheap.points).toHaveLength(6 * cheap.capacities_kwh.length);
    expect(cheap.best.capacity_kwh).toBeLessThan(cheap.capacities_kwh.at(-1)!);
    expect(cheap.best.npv_eur).toBe(Math.max(...cheap.points.map(({ npv_eur }) => npv_eur)));
    for (const { npv_eur } of Object.values(cheap.cards.points))
      expect(npv_eur).toBeLessThanOrEqual(cheap.best.npv_eur);
  });
});

describe("degenerate sites", () => {
  const DEGENERATE: SimulationInput[] = [
    { pv_value: 0, demand_value: 0, total_spending: 0 },
    { pv_value: 2000, demand_value: 500, total_spending: 0 },
    { pv_value: 0, demand_value: 500, total_spending: 500_000 },
    { pv_value: 2000, demand_value: 0, total_spending: 100_000 },
  ];
  test.each(FULL ? DEGENERATE : DEGENERATE.slice(0, 2))(
    "a sweep of a degenerate site has finite figures: %o",
    (figures) => {
      // As text, a figure that is none would be null.
      JSON.stringify(sweepSizes(readCase(figures)), (key, value) => {
        if (typeof value === "number") expect(Number.isFinite(value), key).toBe(true);
        return value;
      });
    },
  );

  test("no price and no investment makes a battery pay without demand", () => {
    const { levers } = sweepSizes(readCase({ demand_value: 0 }));
    expect(levers).toMatchObject({ capexEur: null, rise: null });
  });

  test("a period too short for a return is refused", () => {
    expect(() => sweepSizes(readCase({ demand_value: 500, end_date: "2024-03-31" }))).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", field: "end_date", cause: { fault: "short_period" } }),
    );
  });

  test("the smallest battery on the market is the conservative card where only it pays best", () => {
    const { best, cards } = sweepSizes(readCase({ demand_value: 1, pv_value: 5, total_spending: 1000, capex_eur: 0 }));
    expect(best.capacity_kwh).toBe(100);
    expect(cards.points.conservative).toBe(cards.recommended);
    expect([cards.points.balanced.capacity_kwh, cards.points.aggressive.capacity_kwh]).toEqual([125, 150]);
  });
});

describe("the cards of step 5", () => {
  const QUERY = { pv_generation: 340, demand_load: 500 };

  test("the cards of step 5 are those of the whole sweep, whatever battery was run", () => {
    fc.assert(
      fc.property(anySite, (query) => {
        const { cards } = sweepSizes(withSize(siteOf(query), { capacity_kwh: 300, power_kw: 40 }));
        const found = sizeCards(query);
        for (const key of BATTERY_KEYS) {
          const { npv_eur, saving_eur, break_even_capex_eur, ...card } = cards.points[key];
          expect(found.points[key]).toMatchObject(card);
          expect(found.points[key].npv_eur).toBeCloseTo(npv_eur, 4);
          expect(found.points[key].saving_eur).toBeCloseTo(saving_eur, 4);
          expect(found.points[key] === found.recommended).toBe(cards.points[key] === cards.recommended);
        }
      }),
      { numRuns: FULL ? 8 : 1 },
    );
  }, 300_000);

  test.each([400_000, 200_000])(
    "the cards of step 5 are worth what simulations of them say, at %i EUR a year",
    async (total_spendings) => {
      const query = { ...QUERY, pv_kwp: 2000, type: "constante", weekend: true, total_spendings } as const;
      const { points, recommended, rule } = sizeCards(query);
      for (const key of BATTERY_KEYS) {
        const value = await simulatedValue(withSize(siteOf(query), recommended ? points[key] : rule[key]));
        expect(Math.abs(points[key].npv_eur / value - 1)).toBeLessThan(1e-6);
      }
    },
  );
});

test("the cell of a simulation's own battery is worth what the simulation says", async () => {
  const { realisable_fct: _, ...free } = PAYING;
  const input = withSize(readCase(free), { capacity_kwh: 3250, power_kw: 3250 });
  const own = sweepSizes(input).points.find((point) => point.capacity_kwh === 3250 && point.power_kw === 3250)!;
  expect(Math.abs(own.npv_eur / (await simulatedValue(input)) - 1)).toBeLessThan(1e-6);
});

/** Factories of ordinary size, most of which have a battery that pays. */
const factorySite = fc
  .record({
    pv_kwp: fc.integer({ min: 0, max: 4000 }),
    demand_load: fc.integer({ min: 50, max: 1500 }),
    type: fc.constantFrom("constante" as const, "2turnos" as const),
    weekend: fc.boolean(),
    zero_export: fc.boolean(),
    eurMwh: fc.integer({ min: 100, max: 160 }),
  })
  .map(({ eurMwh, ...known }) => ({
    ...known,
    pv_generation: known.pv_kwp * 0.17,
    total_spendings: eurMwh * known.demand_load * 8.76 * Math.max(0.2, 1 - (known.pv_kwp * 0.1) / known.demand_load),
  }));

test("no power of the recommended capacity is cheaper and as good, where its own realisable share turns the order", () => {
  const site = { demand_value: 1000, pv_value: 2500, total_spending: 1_226_400, two_turnes: true, weekends: false };
  const { points, best, smallest_within_5_percent } = sweepSizes(readCase(site));
  const recommended = smallest_within_5_percent!;
  const asGood = points.filter(
    ({ capacity_kwh, npv_eur }) => capacity_kwh === recommended.capacity_kwh && npv_eur >= 0.95 * best.npv_eur,
  );
  expect(recommended.capex_eur).toBe(Math.min(...asGood.map(({ capex_eur }) => capex_eur)));
  expect(recommended.npv_eur).toBeGreaterThanOrEqual(0.95 * best.npv_eur);
});

/** Both sides of each quantity take most of a minute, so `npm test` changes one. */
const SIDES = FULL ? [0.975, 1.025] : [0.975];

test("a change of any input by 2.5 % moves the recommended capacity by one step of the list at most", () => {
  const changes = (["demand_load", "total_spendings", "pv_kwp"] as const).slice(0, FULL ? 3 : 2);
  fc.assert(
    fc.property(factorySite, (site) => {
      const before = sizeCards(site).recommended;
      // Of a site where hardly any battery pays, another is drawn.
      fc.pre(before !== null && before.npv_eur >= 0.05 * before.capex_eur);
      const place = CAPACITY_LIST.indexOf(before.capacity_kwh);
      for (const key of changes) {
        for (const factor of SIDES) {
          const after = sizeCards({ ...site, [key]: site[key] * factor }).recommended;
          expect(Math.abs(CAPACITY_LIST.indexOf(after!.capacity_kwh) - place)).toBeLessThanOrEqual(1);
        }
      }
    }),
    { numRuns: FULL ? 12 : 2 },
  );
}, 600_000);

/** Every quantity that a caller may state beside the site, near the engine's own. */
const STATED = {
  capex_eur: 300_000,
  om_fct: 0.015,
  om_indexation: 0.02,
  price_growth: 0.02,
  discount_rate: 0.075,
  replacement_fct: 0.12,
  fade: 0.02,
  availability: 0.97,
  realisable_fct: 0.95,
  auxiliary_kw_per_mwh: 2,
  wear_eur_mwh: 15,
  efficiency_charge: 0.96,
  efficiency_discharge: 0.96,
  conversion_efficiency: 0.95,
  battery_min_soc: 0.1,
  initial_soc: 0.5,
  price_level_fct: 1,
  price_spread_fct: 1,
  limit: 1200,
  limit_output: 900,
  revenue_share_fct: 0.95,
} satisfies SimulationInput;

test("a change by 2.5 % of any assumption, of the market, of a limit or of the share moves the recommended capacity by one step at most", () => {
  const given: SimulationInput = { ...PAYING, total_spending: 450_000, ...STATED };
  const recommended = (input: SimulationInput) => sweepSizes(readCase(input)).smallest_within_5_percent!;
  const before = recommended(given);
  expect(before.npv_eur).toBeGreaterThan(0.05 * before.capex_eur);
  const place = CAPACITY_LIST.indexOf(before.capacity_kwh);
  // `npm test` changes one of the money and one of the dispatch.
  const stated = Object.entries(STATED).filter(([key]) => FULL || /^(capex|limit$)/.test(key));
  for (const [key, value] of stated) {
    for (const factor of SIDES) {
      const after = recommended({ ...given, [key]: value * factor });
      expect(Math.abs(CAPACITY_LIST.indexOf(after.capacity_kwh) - place), `${key} x ${factor}`).toBeLessThanOrEqual(1);
    }
  }
});
