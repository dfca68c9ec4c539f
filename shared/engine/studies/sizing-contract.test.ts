import type { KnownSiteQuery } from "@ecotrim/contracts/simulations/battery-options";
import { expect, test } from "vitest";
import { FOUND, followed } from "./followed-steel.fixture.ts";
import { sizeCards, sweepSizes } from "./sizing.ts";

const OWN = { capacity_kwh: 500, power_kw: 250 };

test("under a contract the map values the whole bill, and its own cell is the run", () => {
  const { input, ...options } = followed({ availability: 1, auxiliary_kw_per_mwh: 0 });
  const { points, capacities_kwh, realisable_fct, best, pays, levers } = sweepSizes(input, options);
  expect(points).toHaveLength(6 * capacities_kwh.length);
  expect(realisable_fct).toBe(FOUND.realised);
  const own = points.find(
    ({ capacity_kwh, power_kw }) => capacity_kwh === OWN.capacity_kwh && power_kw === OWN.power_kw,
  )!;
  expect(own.saving_eur).toBeCloseTo(FOUND.savingEur, 6);

  // The quick rule is no optimum, so that a larger battery may save a little less.
  const ofPower = points.filter(({ power_kw }) => power_kw === OWN.power_kw);
  expect(ofPower.length).toBeGreaterThan(2);
  for (const [i, point] of ofPower.entries())
    if (i > 0) expect(point.saving_eur).toBeGreaterThan(0.98 * ofPower[i - 1]!.saving_eur);
  expect(Math.max(...points.map(({ npv_eur }) => npv_eur))).toBe(best.npv_eur);
  expect(pays).toBe(levers === null);
}, 120_000);

const six = (value: number) => new Array<number>(6).fill(value);
const CARDS: KnownSiteQuery = {
  ...{ pv_generation: 0, demand_load: 60, pv_kwp: 0, type: "2turnos", weekend: false, total_spendings: 90_000 },
  contract: {
    tariff: "6.1TD",
    contracted_kw: six(220),
    pricing: { kind: "fixed", price_eur_kwh: 0.12 },
    maximeters: new Array(12).fill(six(210)),
  },
};

test("a battery under one price all day saves on power alone, which the cards of step 5 count", () => {
  const { contract, ...withoutContract } = { ...CARDS, contract_kind: "fixed" as const };
  const ofEnergy = sizeCards(withoutContract).points.balanced;
  const { points, recommended } = sizeCards({ ...withoutContract, contract: contract! });
  expect(points.balanced).toMatchObject({ capacity_kwh: ofEnergy.capacity_kwh, power_kw: ofEnergy.power_kw });
  expect(points.balanced.saving_eur).toBeGreaterThan(ofEnergy.saving_eur + 1000);
  expect(recommended === null || Object.values(points).includes(recommended)).toBe(true);
}, 60_000);

test("without peaks the cards of step 5 count energy alone", () => {
  const { maximeters: _, ...contract } = CARDS.contract!;
  const { contract: __, ...withoutContract } = { ...CARDS, contract_kind: "fixed" as const };
  expect(sizeCards({ ...withoutContract, contract })).toEqual(sizeCards(withoutContract));
}, 60_000);
