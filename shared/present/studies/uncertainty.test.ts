import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { validate } from "@ecotrim/contracts/validation";
import { fastSolve } from "@ecotrim/engine/dispatch/fast-solve.fixture";
import { runSensitivity } from "@ecotrim/engine/studies/sensitivity";
import { scenarioBase } from "@ecotrim/engine/studies/uncertainty/base";
import { FORTNIGHT, sampleRun } from "@ecotrim/engine/studies/uncertainty/base-run.fixture";
import { solveScenarios } from "@ecotrim/engine/studies/uncertainty/scenarios";
import { LEAST_SCENARIOS, summarise } from "@ecotrim/engine/studies/uncertainty/summary";
import { describe, expect, test } from "vitest";
import { spell } from "../phrase.ts";
import { writtenSensitivity } from "./sensitivity.ts";
import { writtenUncertainty } from "./uncertainty.ts";

const base = scenarioBase(sampleRun(), 1);
const rows = solveScenarios(base, 0, LEAST_SCENARIOS);
const withBase = (changes: Partial<typeof base>) => writtenUncertainty(summarise({ ...base, ...changes }, rows));
const whole = withBase({});

describe("the scenarios of a year", () => {
  test("the scenarios of a year follow their schema and survive JSON", () => {
    expect(validate(Uncertainty, JSON.parse(JSON.stringify(whole)))).toEqual(whole);
  });

  test("the scenarios of a year say in words between what figures the saving lies", () => {
    expect(whole.sentence).toMatch(
      /^En 8 de cada 10 escenarios el ahorro queda entre \d+\.\d00\s€ y \d+\.\d{2}0\s€ al año, si el mercado se parece al de 2021 a 2025\.$/,
    );
    const [least, greatest] = whole.sentence
      .match(/\d+\.\d+/g)!
      .slice(0, 2)
      .map((text) => Number(text.replace(".", "")));
    expect(Math.abs(least! / whole.saving_eur.p10.value! - 1)).toBeLessThan(0.005);
    expect(Math.abs(greatest! / whole.saving_eur.p90.value! - 1)).toBeLessThan(0.005);
    expect(spell(whole.sentence_parts!)).toBe(whole.sentence);
  });

  test("the scenarios of a year name the source of everything that varies", () => {
    for (const { key, label, value, source } of whole.sources) expect(label && value && source, key).not.toBe("");
  });

  test("the scenarios of a year vary the investment only until it is a quote", () => {
    const capex = ({ sources }: typeof whole) => sources.find(({ key }) => key === "capex")!.value;
    expect(capex(whole)).toMatch(/15\s%/);
    expect(capex(withBase({ capexGiven: true }))).toBe("sin variación");
  });

  test("the scenarios and the tornado name each driver and its source alike, and its width once", async () => {
    const input = readCase({
      demand_value: 500,
      total_spending: 400_000,
      battery_capacity: 2000,
      realisable_fct: 0.95,
      efficiency_charge: 0.95,
      efficiency_discharge: 0.95,
    });
    const { drivers } = writtenSensitivity(await runSensitivity({ input }, fastSolve));
    for (const { key, label, value, source, judgement, data } of whole.sources) {
      expect(data, key).toBe(!/^Criterio propio/.test(source) || value === "sin variación");
      expect(judgement, key).toBe(/Criterio propio|criterio propio/.test(source));
      const bar = drivers.find((driver) => driver.key === (key === "realisable_fct" ? "realisable" : key));
      if (!bar) continue;
      expect([bar.label, bar.reason]).toEqual([label, source]);
      const { low, base: at, high } = bar;
      const isShare = /%/.test(value);
      const width = (end: number) =>
        Math.round(1000 * Math.abs(isShare ? end / at.value - 1 : (end - at.value) * (key === "life" ? 0.01 : 1))) / 10;
      for (const { value: end } of [low, high]) expect(value.replace(",", "."), key).toContain(String(width(end)));
    }
  });

  test("the scenarios say why there is no rate of return where the investment never comes back", () => {
    const lost = withBase({ assumptions: { ...base.assumptions, om_fct: 0.5 } });
    expect(lost.null_reasons.irr).toMatch(/tasa/);
    expect(whole.null_reasons).toEqual({});
  });
});

test.each<[string, SimulationInput]>([
  ["a battery of no capacity", { battery_capacity: 0 }],
  ["an investment of 0", { capex_eur: 0 }],
  ["a battery dead within its life", { fade: 0.2 }],
])("the study of %s follows the schema", (_, fields) => {
  const edge = scenarioBase(sampleRun({ ...FORTNIGHT, ...fields }), 1);
  const written = writtenUncertainty(summarise({ ...edge, hours: 8784 }, solveScenarios(edge, 0, LEAST_SCENARIOS)));
  expect(validate(Uncertainty, JSON.parse(JSON.stringify(written)))).toEqual(written);
});

test("a short period says why it has no return", () => {
  const short = scenarioBase(sampleRun(FORTNIGHT), 1);
  const { null_reasons } = writtenUncertainty(summarise(short, solveScenarios(short, 0, LEAST_SCENARIOS)));
  expect(Object.keys(null_reasons).toSorted()).toEqual(["irr", "npv_eur", "probability_npv_positive"]);
  for (const reason of Object.values(null_reasons)) expect(reason).toContain("330 días");
});
