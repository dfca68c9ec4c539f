import type { Phrase } from "@ecotrim/contracts/phrase";
import {
  BATTERY_KEYS,
  BatteryConfigurations,
  type BatterySelectionQuery,
  batteryConfigurations,
} from "@ecotrim/contracts/simulations/battery-options";
import { readCase } from "@ecotrim/contracts/simulations/input";
import { Sizing } from "@ecotrim/contracts/simulations/sizing";
import { anySite } from "@ecotrim/engine/studies/any-site.fixture";
import { sweepSizes } from "@ecotrim/engine/studies/sizing";
import fc from "fast-check";
import Value from "typebox/value";
import { describe, expect, test } from "vitest";
import { FULL } from "../../../tests/support/full.ts";
import { spell } from "../phrase.ts";
import { batteryCards, writtenSizing } from "./sizing.ts";

const flat = (text: string) => text.replaceAll("\u00a0", " ");

const PAYING = sweepSizes(readCase({ demand_value: 500, total_spending: 400_000, realisable_fct: 0.95 }));
const LOSING = sweepSizes(readCase({ demand_value: 500, realisable_fct: 0.95 }));

const sizingOf = (figures: Parameters<typeof readCase>[0]) => writtenSizing(sweepSizes(readCase(figures)));

const eurosIn = (parts: Phrase): number[] =>
  parts.flatMap((part) => (typeof part !== "string" && part.unit === "€" && part.value !== null ? [part.value] : []));

test("a sweep that pays fits its schema and names the best, its figures in parts", () => {
  const sizing = writtenSizing(PAYING);
  expect([...Value.Errors(Sizing, sizing)]).toEqual([]);
  expect(sizing.sentence).toMatch(
    /^La batería que más valor crea en su planta es la de .* VAN de .* con una inversión de/,
  );
  expect(spell(sizing.sentence_parts!)).toBe(sizing.sentence);
  for (const eur of eurosIn(sizing.sentence_parts!)) expect(Number(eur.toPrecision(3))).toBe(eur);
  expect(BATTERY_KEYS.map((key) => sizing.cards[key].is_recommended)).toEqual([false, true, false]);
});

test("a sweep says between which sizes it makes no difference, and what the small one costs less", () => {
  const [smallest, largest] = [PAYING.cards.points.balanced, PAYING.cards.points.aggressive];
  const { sentence } = writtenSizing({ ...PAYING, largest_within_5_percent: largest });
  const cheaper = Number((largest.capex_eur - smallest.capex_eur).toPrecision(3)).toLocaleString("de");
  expect(sentence).toContain(`da lo mismo; la pequeña cuesta ${cheaper}\u00a0€ menos.`);
});

test("a card is told as a share of the recommended one, and in euros where it is worth more", () => {
  const { points, recommended } = PAYING.cards;
  const describedAt = (share: number) => {
    const aggressive = { ...points.aggressive, npv_eur: share * recommended!.npv_eur };
    const cards = { ...PAYING.cards, points: { ...points, aggressive } };
    return spell([writtenSizing({ ...PAYING, cards }).cards.aggressive.description]).replaceAll("\u00a0", " ");
  };
  expect(describedAt(0.8)).toMatch(/^Más grande que la recomendada: su VAN es el 80 % del de esta, con /);
  expect(describedAt(1.05)).toMatch(/^Más grande que la recomendada: su VAN es [\d.]+ € mayor, con /);
  expect(writtenSizing(PAYING).cards.balanced.description).toContain("a menos de un 5\u00a0% del mejor VAN");
});

test("a sweep that does not pay says so, with the rule's cards and what would have to change", () => {
  const sizing = writtenSizing(LOSING);
  expect([...Value.Errors(Sizing, sizing)]).toEqual([]);
  expect(flat(sizing.sentence)).toMatch(
    /^Ninguno de los tamaños del mapa llega a un VAN positivo con los datos supuestos; el que menos pierde es el de [\d.]+ kWh y [\d.]+ kW, con un VAN de −[\d.]+ €\.$/,
  );
  const rule = batteryConfigurations({ pv_generation: 340, demand_load: 500 });
  for (const key of BATTERY_KEYS) expect(sizing.cards[key]).toMatchObject({ ...rule[key], is_recommended: false });
  for (const card of Object.values(sizing.cards)) {
    expect(card.pays).toBe(false);
    expect(card.verdict).toContain("VAN negativo: vale −");
  }
  const { size, capex, price } = sizing.levers!;
  expect(flat(size.sentence)).toMatch(
    /^El de .* es el que menos euros pierde; en proporción a su inversión está más cerca el de .*, que recupera el \d+ % de su inversión\.$/,
  );
  expect(capex.sentence).toMatch(/^Compensaría con una inversión de/);
  expect(price.sentence).toMatch(/^Compensaría si el mercado fuera un/);
  for (const { sentence, sentence_parts } of [size, capex, price]) expect(spell(sentence_parts!)).toBe(sentence);
});

test("the size that loses least is named once where it is also the nearest to paying", () => {
  const { sentence } = writtenSizing({ ...LOSING, best: LOSING.levers!.point }).levers!.size;
  expect(flat(sentence)).toMatch(/^El de [\d.]+ kWh y [\d.]+ kW recupera el \d+ % de su inversión\.$/);
});

// The engine's own test has the same site.
test.runIf(FULL)(
  "the smallest battery on the market, where it is the best, is recommended as the conservative card",
  () => {
    const { cards } = sizingOf({ demand_value: 1, pv_value: 5, total_spending: 1000, capex_eur: 0 });
    expect(cards.conservative).toMatchObject({ capacity_kwh: 100, is_recommended: true });
  },
);

const DEGENERATE = [
  { pv_value: 0, demand_value: 0, total_spending: 0 },
  { pv_value: 0, demand_value: 500, total_spending: 500_000 },
  { pv_value: 2000, demand_value: 0, total_spending: 100_000 },
];
test.each(FULL ? DEGENERATE : DEGENERATE.slice(0, 1))("a degenerate site fits the schema: %o", (figures) => {
  expect([...Value.Errors(Sizing, sizingOf(figures))]).toEqual([]);
});

describe("the cards of step 5", () => {
  const QUERY: BatterySelectionQuery = { pv_generation: 340, demand_load: 500 };

  test.each([
    {},
    { pv_kwp: 2000, type: "constante", weekend: true },
    { type: "constante", weekend: true, total_spendings: 400_000 },
  ] as const)("the cards of step 5 follow the rule while the site is not known: %o", (known) => {
    expect(batteryCards({ ...QUERY, ...known })).toEqual(batteryConfigurations(QUERY));
  });

  test("the cards of step 5 are distinct, ascending and lawful on any site", () => {
    fc.assert(
      fc.property(anySite, (query) => {
        const cards = batteryCards(query);
        expect([...Value.Errors(BatteryConfigurations, cards)]).toEqual([]);
        const [small, middle, large] = BATTERY_KEYS.map((key) => cards[key].capacity_kwh) as [number, number, number];
        expect(small).toBeGreaterThanOrEqual(100);
        expect(middle).toBeGreaterThan(small);
        expect(large).toBeGreaterThan(middle);
        const recommended = BATTERY_KEYS.filter((key) => cards[key].is_recommended);
        const values = BATTERY_KEYS.map((key) => cards[key].npv_eur!);
        expect(recommended).toHaveLength(Math.max(...values) > 0 ? 1 : 0);
        for (const key of recommended) expect(cards[key].npv_eur).toBeGreaterThanOrEqual(0.95 * Math.max(...values));
      }),
      { numRuns: FULL ? 8 : 3 },
    );
  }, 300_000);
});

test("no card of step 5 claims a value where the spending had to be replaced", () => {
  const site = { pv_generation: 340, demand_load: 500, pv_kwp: 2000, type: "constante", weekend: true } as const;
  const valued = (total_spendings: number) =>
    Object.values(batteryCards({ ...site, total_spendings })).map(({ npv_eur }) => npv_eur !== undefined);
  expect(valued(400_000)).toEqual([true, true, true]);
  expect(valued(4_000_000)).toEqual([false, false, false]);
});
