import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { Sensitivity, type SensitivityKey } from "@ecotrim/contracts/simulations/sensitivity";
import { fastSolve } from "@ecotrim/engine/dispatch/fast-solve.fixture";
import { runSensitivity } from "@ecotrim/engine/studies/sensitivity";
import Value from "typebox/value";
import { describe, expect, test } from "vitest";
import { spell } from "../phrase.ts";
import { writtenSensitivity } from "./sensitivity.ts";

const tornadoOf = async (input: SimulationInput) =>
  writtenSensitivity(await runSensitivity({ input: readCase(input) }, fastSolve));

describe("the tornado of a battery that pays", async () => {
  const tornado = await tornadoOf({
    ...{ max_charge_power: 250, max_discharge_power: 250 },
    ...{ demand_value: 500, total_spending: 400_000, realisable_fct: 0.95 },
  });
  const driverOf = (wanted: SensitivityKey) => tornado.drivers.find(({ key }) => key === wanted)!;

  test("the tornado fits its schema", () => {
    expect([...Value.Errors(Sensitivity, tornado)]).toEqual([]);
  });

  test("the tornado tells what weighs most", () => {
    const [first] = tornado.drivers;
    expect(tornado.sentence).toContain(`el que más pesa es «${first!.label}»: el VAN va de `);
    const euros = tornado.sentence_parts!.flatMap((part) =>
      typeof part !== "string" && part.unit === "€" ? part : [],
    );
    expect(euros).toHaveLength(2);
    for (const { value } of euros) expect(Number(value!.toPrecision(3))).toBe(value);
    expect(spell(tornado.sentence_parts!)).toBe(tornado.sentence);
  });

  test("the tornado says how many factors turn the sign alone, and 'cualquiera' of them where all do", async () => {
    const study = await runSensitivity(
      { input: readCase({ demand_value: 500, total_spending: 400_000, realisable_fct: 0.95 }) },
      fastSolve,
    );
    const worth = (npv_eur: number, end: (typeof study.drivers)[number]["low"]) => ({ ...end, npv_eur });
    const total = study.drivers.length;
    const sentenceFor = (turning: number) => {
      const drivers = study.drivers.map(({ base, low, high, ...driver }, i) => ({
        ...driver,
        base: worth(1, base),
        low: worth(1, low),
        high: worth(i < turning ? -1 : 1, high),
      }));
      return writtenSensitivity({ ...study, npv_eur: 1, drivers }).sentence;
    };
    expect(sentenceFor(2)).toMatch(new RegExp(`El VAN deja de ser positivo con 2 de los ${total} por separado\\.$`));
    expect(sentenceFor(total)).toMatch(new RegExp(`con cualquiera de los ${total} por separado\\.$`));
  });

  test("the tornado writes every value with its unit, and its change where that is a share", () => {
    expect(driverOf("discount_rate").low.text).toBe("6,0\u00a0%");
    expect(driverOf("life").high.text).toBe("18\u00a0años");
    expect(driverOf("capex").low.text).toMatch(/^−15\s% \([\d.]+\s€\)$/);
    expect(driverOf("om").high.text).toMatch(/^\+60\s% \([\d.]+\s€ al año\)$/);
    for (const { base, low, high } of tornado.drivers) {
      for (const { text, text_parts } of [base, low, high]) expect(spell(text_parts!)).toBe(text);
    }
  });
});

test("an investment that is a quote is not varied", async () => {
  const { drivers } = await tornadoOf({ demand_value: 500, capex_eur: 300_000 });
  expect(drivers.map(({ key }) => key)).not.toContain("capex");
});

test.each([
  [{ battery_capacity: 0 }, "No hay batería"],
  [{ end_date: "2024-03-31" }, "330 días"],
  [{ pv_value: 0, limit: 499, two_turnes: true }, "potencia contratada"],
])("a tornado without net present value says why: %o", async (changes, reason) => {
  const tornado = await tornadoOf({ demand_value: 500, ...changes });
  expect([...Value.Errors(Sensitivity, tornado)]).toEqual([]);
  expect(tornado).toMatchObject({ npv_eur: null, drivers: [] });
  expect(tornado.null_reasons.npv).toContain(reason);
  expect(tornado.sentence).toBe(tornado.null_reasons.npv);
});

test("a driver at which the site does not fit in its contracted power has no value, and says why", async () => {
  const { drivers } = await tornadoOf({ demand_value: 500, limit: 520 });
  const { low, high, null_reason } = drivers.find(({ key }) => key === "demand")!;
  expect(low.npv_eur).not.toBeNull();
  expect(high.npv_eur).toBeNull();
  expect(null_reason).toContain("potencia contratada");
});
