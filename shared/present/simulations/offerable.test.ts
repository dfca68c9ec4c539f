import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { expect, test } from "vitest";
import { isOfferable } from "./offerable.ts";

test("no offer can be asked for on a result of an old model, whatever it lacks", () => {
  const of = (engine_version: string | undefined) =>
    ({
      ...{ status: "completed", source: "platform", verdict: { code: "old" } },
      results: { engine_version, summary: { npv: 1 } },
    }) as unknown as SimulationRecord;
  expect(isOfferable(of("1.9.0"))).toBe(false);
  expect(isOfferable(of(undefined))).toBe(false);
});
