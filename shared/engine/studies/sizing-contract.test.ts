import type { KnownSiteQuery } from "@ecotrim/contracts/simulations/battery-options";
import { expect, test } from "vitest";
import { sizeCards } from "./sizing.ts";

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
const { contract: _, ...withoutContract } = { ...CARDS, contract_kind: "fixed" as const };
const CARDS_OF_ENERGY = sizeCards(withoutContract);

test("a battery under one price all day saves on power alone, which the cards of step 5 count", () => {
  const ofEnergy = CARDS_OF_ENERGY.points.balanced;
  const { points, recommended } = sizeCards({ ...withoutContract, contract: CARDS.contract! });
  expect(points.balanced).toMatchObject({ capacity_kwh: ofEnergy.capacity_kwh, power_kw: ofEnergy.power_kw });
  expect(points.balanced.saving_eur).toBeGreaterThan(ofEnergy.saving_eur + 1000);
  expect(recommended === null || Object.values(points).includes(recommended)).toBe(true);
}, 60_000);

test("without peaks the cards of step 5 count energy alone", () => {
  const { maximeters: _, ...contract } = CARDS.contract!;
  expect(sizeCards({ ...withoutContract, contract })).toEqual(CARDS_OF_ENERGY);
}, 60_000);
