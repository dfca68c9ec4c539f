import type { ProductionDoubt } from "@ecotrim/engine/site/production-doubts";
import { expect, test } from "vitest";
import { spell } from "../phrase.ts";
import { writtenWarning } from "../results/warnings.ts";
import { productionSentence, productionSuggestion } from "./production.ts";

const said = (doubt: ProductionDoubt) => spell(productionSentence(doubt)).replaceAll("\u00a0", " ");
const YIELD = { code: "pv_yield", kwhPerKwp: 2, usualKwhPerKwp: 1620, fittingKwp: 0.987 } as const;

test.each<[ProductionDoubt, RegExp]>([
  [YIELD, /da 2 kWh al año por kWp; allí lo habitual son 1\.620 kWh\./],
  [{ code: "pv_above_power", kw: 130, kwp: 100.5, fittingKwp: 120 }, /llega a 130 kW, más de lo que dan 100,5 kWp\.$/],
  [{ code: "pv_at_night", share: 0.031 }, /El 3,1 % de su energía cae de noche\.$/],
  [{ code: "pv_off_noon", minutes: -61 }, /llega 61 minutos antes de lo que da allí el sol/],
  [{ code: "pv_off_noon", minutes: 61 }, /llega 61 minutos después de/],
  [{ code: "pv_clipped", kw: 50, hours: 1234 }, /Se queda en 50 kW unas 1\.230 horas al año\./],
  [{ code: "pv_curtailed" }, /eso es lo que guardaría la batería/],
])("a production is doubted in words: %o", (doubt, sentence) => {
  expect(said(doubt)).toMatch(sentence);
});

test("a plant that fits is offered where the file is of the whole plant, in results too", () => {
  const suggestion = { field: "pv_value", value: 1 };
  expect(productionSuggestion(YIELD)).toMatchObject(suggestion);
  expect(writtenWarning(YIELD)).toMatchObject({ code: "pv_yield", suggestion });
  expect(productionSuggestion({ ...YIELD, fittingKwp: null })).toBeNull();
  expect(writtenWarning({ code: "pv_curtailed" })).not.toHaveProperty("suggestion");
});
