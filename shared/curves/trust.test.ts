import type { CurveReport, Repair } from "@ecotrim/contracts/curves/curve";
import { expect, test } from "vitest";
import { ESTIMATED, EXTENDED, FILLED } from "./flags.ts";
import { trustOf } from "./trust.ts";

const STEPS = 35_040;
const FACTS = {
  conventions: { label: "end", clock: "local", unit: "kWh", uncertain: [] },
  repairs: [],
  notices: [],
  net_case: "E",
  is_net_known: true,
  level_source: "measured",
} satisfies Partial<CurveReport>;

/** Trust in a year with a share of its steps of a flag. */
function trust(flag: number, share: number, facts: Partial<CurveReport> = {}, step_minutes = 15, kind = "load") {
  const steps = (STEPS * 15) / step_minutes;
  const flags = new Uint8Array(steps).fill(flag, 0, Math.round(share * steps));
  return trustOf({ kind: kind as "load", step_minutes, steps, flags }, { ...FACTS, ...facts });
}

test("a measured year of quarter-hours is A, one of hours B", () => {
  expect(trust(0, 0)).toEqual({ level: "A", reasons: [] });
  expect(trust(0, 0, {}, 60)).toEqual({ level: "B", reasons: ["hourly"] });
  expect(trust(0, 0, {}, 60, "pv")).toEqual({ level: "A", reasons: [] });
});

test.each([
  [FILLED, 0.01, "A", []],
  [FILLED, 0.03, "B", ["gaps"]],
  [FILLED, 0.1, "C", ["gaps"]],
  [FILLED, 0.25, "D", ["gaps"]],
  [FILLED, 0.26, null, ["too_many_gaps"]],
  [ESTIMATED, 0.019, "A", []],
  [ESTIMATED, 0.1, "B", ["estimated"]],
  [ESTIMATED, 0.3, "C", ["estimated"]],
  [ESTIMATED, 0.31, "D", ["estimated"]],
  [EXTENDED, 35 / 365, "C", ["short_year"]],
  [EXTENDED, 36 / 365, "D", ["part_year"]],
  [EXTENDED, 338 / 365, null, ["too_few_days"]],
])("flag %i on %f of the steps is level %s", (flag, share, level, reasons) => {
  expect(trust(flag, share)).toEqual({ level, reasons });
});

const repair = (code: Repair["code"], count: number): Partial<CurveReport> => ({ repairs: [{ code, count }] });

test.each<[Partial<CurveReport>, string | null, string[]]>([
  [{ conventions: { ...FACTS.conventions, uncertain: ["clock"] } }, "C", ["clock"]],
  [{ notices: ["total_differs"] }, "C", ["total_differs"]],
  [{ net_case: "C" }, "C", ["pv_modelled"]],
  [{ net_case: "D" }, "C", ["pv_unchecked"]],
  [{ is_net_known: false }, "B", ["net_unknown"]],
  [repair("zero_run", 0.06 * STEPS), "C", ["zero_run"]],
  [repair("zero_run", 0.04 * STEPS), "A", []],
  [repair("register_resets", 4), "C", ["register_resets"]],
  [repair("duplicates_conflicting", 400), "C", ["duplicates_conflicting"]],
])("%j is level %s", (facts, level, reasons) => {
  expect(trust(0, 0, facts)).toEqual({ level, reasons });
});

test("reasons come by their gravity, and a part of a year without a level says that too", () => {
  const { level, reasons } = trust(EXTENDED, 0.5, { level_source: "unknown", is_net_known: false, net_case: "C" }, 60);
  expect(level).toBe("D");
  expect(reasons).toEqual(["part_year", "level_unknown", "pv_modelled", "hourly"]);
});
