import { readCase } from "@ecotrim/contracts/simulations/input";
import { KNOWLEDGE_LEVELS } from "@ecotrim/contracts/simulations/uncertainty";
import { describe, expect, test } from "vitest";
import { FULL } from "../../../../tests/support/full.ts";
import { baseRun, type ScenarioBase, scenarioBase } from "./base.ts";
import { FORTNIGHT, sampleRun } from "./base-run.fixture.ts";
import { ANCHOR_SITES } from "./centre.ts";
import { solveScenarios } from "./scenarios.ts";
import { summarise } from "./summary.ts";

const studied = (base: ScenarioBase, count = 300) => summarise(base, solveScenarios(base, 0, count));

describe("the band of the saving by what is known", () => {
  test.each(FULL ? ANCHOR_SITES : ANCHOR_SITES.slice(4, 5))(
    "each level of knowledge is at least as narrow as the one before: %o",
    (site) => {
      const { saving_by_knowledge, saving_eur } = studied(scenarioBase(baseRun({ input: readCase(site) }), 1));
      const levels = saving_by_knowledge!;
      expect(levels.map(({ key }) => key)).toEqual(KNOWLEDGE_LEVELS);
      const widths = levels.map(({ p10, p90 }) => p90 - p10);
      expect(widths).toEqual(widths.toSorted((a, b) => b - a));
      expect(levels[1]).toEqual({ key: "contract", p10: saving_eur.p10.value, p90: saving_eur.p90.value });
    },
  );

  test("where the kinds of contract save alike, naming one narrows nothing", () => {
    const base = scenarioBase(sampleRun(FORTNIGHT), 1);
    const [orientative, contract] = studied({ ...base, contractShares: [] }, 100).saving_by_knowledge!;
    expect({ ...orientative, key: "contract" }).toEqual(contract);
    expect(studied(base, 100).saving_by_knowledge![0]!.p10).toBeLessThan(contract!.p10);
  });

  test("with a revenue share the levels are those of the site's part", () => {
    const whole = studied(scenarioBase(sampleRun(FORTNIGHT), 1), 100).saving_by_knowledge!;
    const shared = studied(scenarioBase(sampleRun({ ...FORTNIGHT, revenue_share_fct: 0.6 }), 1), 100);
    for (const [index, { p10, p90 }] of shared.saving_by_knowledge!.entries()) {
      expect(p10).toBeCloseTo(0.4 * whole[index]!.p10, 6);
      expect(p90).toBeCloseTo(0.4 * whole[index]!.p90, 6);
    }
  });
});
