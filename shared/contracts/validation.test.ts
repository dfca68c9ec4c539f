import Type from "typebox";
import { Locale } from "typebox/system";
import { describe, expect, onTestFinished, test } from "vitest";
import { Register } from "./auth/account.ts";
import { CreatePaymentLink } from "./billing/payment.ts";
import { AppError } from "./errors.ts";
import { NameSimulation } from "./simulations/association.ts";
import {
  type CalculatorContext,
  checkContextAgrees,
  contextFromInput,
  inputFromContext,
} from "./simulations/context.ts";
import { completeInput, SimulationInput } from "./simulations/input.ts";
import { CreateSimulation } from "./simulations/record.ts";
import { validate } from "./validation.ts";

function refusal(run: () => unknown): AppError {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

test.each([
  ["Nave\n2", "El nombre debe caber en una línea, sin caracteres de control."],
  ["x".repeat(121), "El nombre no puede superar los 120 caracteres."],
])("the name %j of a simulation is refused by a sentence", (name, sentence) => {
  expect(refusal(() => validate(NameSimulation, { name }))).toMatchObject({ field: "name", message: sentence });
});

describe("validating simulation inputs", () => {
  test("numbers and booleans are read from text as Spanish users write them", () => {
    expect(validate(SimulationInput, { pv_value: "1.250,5", demand_value: 500, two_turnes: "true" })).toEqual({
      pv_value: 1250.5,
      demand_value: 500,
      two_turnes: true,
    });
  });

  test.each([
    [{ pv_value: 200_001 }, "pv_value", "La potencia fotovoltaica debe estar entre 0 y 200.000\u00a0kWp."],
    [{ demand_value: -1 }, "demand_value", "El consumo medio debe estar entre 0 y 500.000\u00a0kWh/h."],
    [{ demand_value: "1e5" }, "demand_value", "El consumo medio debe estar entre 0 y 500.000\u00a0kWh/h."],
    [{ demand_value: Number.NaN }, "demand_value", "El consumo medio debe estar entre 0 y 500.000\u00a0kWh/h."],
    [{ demand_value: null }, "demand_value", "El consumo medio debe estar entre 0 y 500.000\u00a0kWh/h."],
    [
      { total_spending: 1e9 },
      "total_spending",
      "El gasto anual en energía debe estar entre 0 y 100.000.000\u00a0€ al año.",
    ],
    [
      { start_date: "2024-02-30" },
      "start_date",
      "La fecha de inicio debe ser una fecha válida con el formato AAAA-MM-DD.",
    ],
    [
      { time_step_duration: 2 },
      "time_step_duration",
      "La duración del paso debe ser uno de estos valores: 1, 0.5, 0.25.",
    ],
    [{ two_turnes: "sí" }, "two_turnes", "El consumo a dos turnos debe ser «true» o «false»."],
    [{ battery_type: "x".repeat(161) }, "battery_type", "El tipo de batería no puede superar los 160 caracteres."],
    [{ sorpresa: 1 }, "sorpresa", "El campo «sorpresa» no se admite."],
    [JSON.parse('{"__proto__": {"admin": true}}'), "__proto__", "El campo «__proto__» no se admite."],
  ])("the input %j is refused, naming field, limit and unit", (input, field, message) => {
    expect(refusal(() => validate(SimulationInput, input))).toMatchObject({ code: "INVALID_INPUT", field, message });
  });

  /** A refusal, and how many errors the library listed for it: it words each. */
  function listedFor(run: () => unknown) {
    let listed = 0;
    Locale.Set(() => String(listed++));
    onTestFinished(() => Locale.Reset());
    const { field, message } = refusal(run);
    return { field, message, listed };
  }

  test.each([
    ["beside the inputs", (names: object) => ({ inputParameters: { demand_value: 1 }, ...names }), "n0"],
    ["among the inputs", (names: object) => ({ inputParameters: { ...names } }), "inputParameters.n0"],
  ])("the first of many unknown names %s is refused without a list of them", (_, place, field) => {
    const names = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`n${index}`, 0]));
    expect(listedFor(() => validate(CreateSimulation, place(names)))).toMatchObject({
      field,
      message: `El campo «${field}» no se admite.`,
      listed: 0,
    });
  });

  test("no more than eight errors of a value are listed", () => {
    const texts = Array.from({ length: 1000 }, () => "x");
    expect(listedFor(() => validate(Type.Array(Type.Number()), texts))).toMatchObject({ field: "[0]", listed: 8 });
  });

  test("an unknown name is repeated by its beginning alone", () => {
    const { field, message } = refusal(() => validate(SimulationInput, { ["x".repeat(5000)]: 1 }));
    expect(field).toBe(`${"x".repeat(80)}…`);
    expect(message).toBe(`El campo «${field}» no se admite.`);
  });

  test("an address is read without the blanks around it", () => {
    const schema = Type.Object({ email: Type.String({ format: "email" }) });
    expect(validate(schema, { email: " ana@example.org\n" })).toEqual({ email: "ana@example.org" });
    expect(refusal(() => validate(schema, { email: "ana @example.org" })).field).toBe("email");
  });

  test.each([
    [{}, "Falta un dato obligatorio: el nombre."],
    [{ name: "" }, "Falta un dato obligatorio: el nombre."],
    [{ name: "Ana", accepted: false }, "Falta un dato obligatorio: la aceptación."],
  ])("the value %j is reported as missing", (value, message) => {
    const schema = Type.Object({
      name: Type.String({ title: "El nombre", minLength: 1 }),
      accepted: Type.Optional(Type.Literal(true, { title: "La aceptación" })),
    });
    expect(refusal(() => validate(schema, value)).message).toBe(message);
  });

  test("fields inside lists and objects are named by their path", () => {
    const schema = Type.Object({
      series: Type.Object({ pv_kwh: Type.Array(Type.Number({ title: "La producción" })) }),
    });
    expect(refusal(() => validate(schema, { series: { pv_kwh: [1, "x"] } })).field).toBe("series.pv_kwh[1]");
    expect(refusal(() => validate(schema, { series: {} })).message).toBe("Falta un dato obligatorio: «series.pv_kwh».");
  });
});

describe("resolving inputs", () => {
  test("missing inputs take the specification's fixed parameters and descriptive fields are dropped", () => {
    expect(completeInput({ demand_value: 500, battery_type: "LFP" })).toEqual({
      demand_value: 500,
      pv_value: 2000,
      start_date: "2024-01-01",
      end_date: "2024-12-31",
      battery_capacity: 1000,
      max_charge_power: 1000,
      max_discharge_power: 1000,
      two_turnes: false,
      weekends: true,
      shifts: 3,
      province: "28",
      contract_kind: "unknown",
      tariff: "6.1TD",
      tariff_year: 2026,
      efficiency_charge: 0.975,
      efficiency_discharge: 0.975,
      conversion_efficiency: 0.947,
      time_step_duration: 1,
      battery_min_soc: 0.1,
      initial_soc: 0.5,
      limit: 0,
      limit_output: 0,
      zero_export: false,
      hide_details: false,
      ahorro_termino_potencia: 1000,
      garantia_suministro: 1000,
      revenue_share_fct: 0,
    });
  });

  test("efficiencies of a caller's own include the conversion, unless the caller gives it too", () => {
    const conversion = (given: SimulationInput) => completeInput({ demand_value: 1, ...given }).conversion_efficiency;
    expect(conversion({ efficiency_charge: 0.975 })).toBe(1);
    expect(conversion({ efficiency_discharge: 0.9 })).toBe(1);
    expect(conversion({ efficiency_charge: 0.975, conversion_efficiency: 0.96 })).toBe(0.96);
  });

  test("completing complete inputs changes nothing", () => {
    for (const given of [
      {},
      { shifts: 1 },
      { two_turnes: true },
      { province: "Sevilla" },
      { province: "35", pv_azimuth_deg: -20 },
      { efficiency_charge: 0.9 },
    ]) {
      const once = completeInput({ demand_value: 1, ...(given as SimulationInput) });
      expect(completeInput(once)).toEqual(once);
    }
  });

  test.each([
    [{}, "demand_value"],
    [{ demand_value: 1, zero_export: true, limit_output: 5 }, "zero_export"],
    [{ demand_value: 1, two_turnes: true, shifts: 3 }, "shifts"],
    [{ demand_value: 1, province: "Lisboa" }, "province"],
    [{ demand_value: 1, battery_min_soc: 0.4, initial_soc: 0.1 }, "initial_soc"],
    [{ demand_value: 1, start_date: "2024-02-01", end_date: "2024-01-31" }, "end_date"],
    [{ demand_value: 1, start_date: "2024-01-01", end_date: "2026-01-01" }, "end_date"],
    [{ demand_value: 1, start_date: "1999-01-01" }, "start_date"],
  ] as [SimulationInput, string][])("the case %j is refused at %s", (input, field) => {
    expect(refusal(() => completeInput(input))).toMatchObject({ code: "INVALID_INPUT", field });
  });

  test("a period of one day and one of two whole years are accepted", () => {
    expect(() => completeInput({ demand_value: 1, start_date: "2024-05-01", end_date: "2024-05-01" })).not.toThrow();
    expect(() => completeInput({ demand_value: 1, start_date: "2024-01-01", end_date: "2025-12-31" })).not.toThrow();
  });
});

describe("names and other texts of one line", () => {
  const TURNED = "Ana\u202e \u2066zi\u200fuR\u061c";
  const person = { firstName: "Ana", lastName: "Ruiz", email: "ana@example.org", password: "una clave larga" };
  const register = (changed: object) => validate(Register, { ...person, privacyAccepted: true, ...changed });

  test.each(["firstName", "lastName", "company", "phone"] as const)(
    "%s keeps no character that turns the direction of reading, and no line end",
    (field) => {
      expect(register({ [field]: TURNED })[field]).toBe("Ana ziuR");
      for (const text of ["Ana\n", "\tAna", "Ana\u2028", "Ana\u0000"])
        expect(refusal(() => register({ [field]: text }))).toMatchObject({
          code: "INVALID_INPUT",
          field,
          message: expect.stringMatching(/debe caber en una línea, sin caracteres de control\.$/),
        });
    },
  );

  test("a name that shows nothing is missing", () => {
    for (const firstName of ["\u202e", "\u200b", "\ufeff\u2060\u200d", "\u00ad", "\u3164", "\u2800"])
      expect(refusal(() => register({ firstName }))).toMatchObject({ field: "firstName" });
  });

  test("an address cannot turn the direction of reading", () => {
    expect(refusal(() => register({ email: "an\u202ea@example.org" }))).toMatchObject({ field: "email" });
  });

  test("names of a battery, in inputs and context, and of an order are cleaned alike", () => {
    const input = validate(SimulationInput, { demand_value: 1, battery_type: TURNED, business_type: TURNED });
    expect([input.battery_type, input.business_type]).toEqual(["Ana ziuR", "Ana ziuR"]);
    const id = "00000000-0000-4000-8000-000000000001";
    expect(validate(CreatePaymentLink, { reportId: id, reportTitle: TURNED }).reportTitle).toBe("Ana ziuR");
    expect(validate(NameSimulation, { name: TURNED, site: TURNED })).toEqual({ name: "Ana ziuR", site: "Ana ziuR" });
  });

  test("scripts written from the right, and emoji of several characters, stay as they are", () => {
    for (const company of ["שלום בע״מ", "شركة", "👩‍🔬 Lab"]) expect(register({ company }).company).toBe(company);
  });
});

test("efficiencies of the specification beside a context do not contradict it", () => {
  const context: CalculatorContext = {
    generation: 2000,
    demand: { type: "constante", weekend: true, average: 500 },
    total_spendings: 300_000,
    selectedBattery: { capacity_kwh: 500, power_kw: 250 },
  };
  const { conversion_efficiency: _, ...asked } = inputFromContext(context);
  const efficiencies = { efficiency_charge: 0.975, efficiency_discharge: 0.975 };
  expect(() => checkContextAgrees(context, completeInput({ ...asked, ...efficiencies }))).not.toThrow();
});

describe("the wizard's context and the inputs", () => {
  const context: CalculatorContext = {
    generation: 2000,
    demand: { type: "2turnos", weekend: false, average: 500 },
    total_spendings: 400_000,
    selectedBattery: { capacity_kwh: 2000, power_kw: 1000 },
  };

  test("inputs built from a context agree with it", () => {
    const input = inputFromContext(context);
    expect(input).toMatchObject({
      two_turnes: true,
      weekends: false,
      max_charge_power: 1000,
      max_discharge_power: 1000,
    });
    expect(() => checkContextAgrees(context, input)).not.toThrow();
  });

  test("a context that says nothing of feed-in agrees only with a site that may feed in", () => {
    expect(inputFromContext({ ...context, zero_export: true }).zero_export).toBe(true);
    const error = refusal(() => checkContextAgrees(context, { ...inputFromContext(context), zero_export: true }));
    expect(error).toMatchObject({ code: "CONTEXT_MISMATCH", field: "inputParameters.zero_export" });
  });

  test("a context that says nothing of the plane agrees only with the best one of its province", () => {
    const agrees = (given: object, input: object) =>
      checkContextAgrees({ ...context, ...given }, completeInput({ ...inputFromContext(context), ...input }));
    expect(() => agrees({}, { pv_tilt_deg: 35, pv_azimuth_deg: 0 })).not.toThrow();
    expect(() => agrees({ pv_tilt_deg: 10 }, { pv_tilt_deg: 10, pv_azimuth_deg: 0 })).not.toThrow();
    expect(refusal(() => agrees({}, { pv_tilt_deg: 10 }))).toMatchObject({
      code: "CONTEXT_MISMATCH",
      field: "inputParameters.pv_tilt_deg",
    });
  });

  test("the price of an offer is an input, the price that a card shows is none", () => {
    const card = { ...context, selectedBattery: { ...context.selectedBattery, capex_eur: 515_000 } };
    expect(inputFromContext(card)).not.toHaveProperty("capex_eur");
    const offer = { ...card, capex_eur: 480_000 };
    expect(inputFromContext(offer).capex_eur).toBe(480_000);
    const error = refusal(() => checkContextAgrees(offer, inputFromContext(card)));
    expect(error).toMatchObject({ code: "CONTEXT_MISMATCH", field: "inputParameters.capex_eur" });
  });

  test("a context that disagrees is refused naming the input", () => {
    const error = refusal(() => checkContextAgrees(context, { ...inputFromContext(context), pv_value: 1 }));
    expect(error).toMatchObject({ code: "CONTEXT_MISMATCH", field: "inputParameters.pv_value" });
  });

  test("a context is read back from its inputs, also as they are stored with every default", () => {
    const turned = { ...context, pv_tilt_deg: 10, pv_azimuth_deg: -90 };
    for (const given of [context, { ...context, zero_export: true }, turned, { ...context, capex_eur: 250_000 }]) {
      const input = inputFromContext(given);
      expect(contextFromInput(input)).toEqual(given);
      expect(contextFromInput(completeInput({ ...input, hide_details: true }))).toEqual(given);
      // As the version before stored it, without a conversion, its default efficiencies written out.
      const { conversion_efficiency: _, ...stored } = completeInput(input);
      expect(contextFromInput(stored)).toEqual(given);
    }
  });

  test("a context of curves is read back from inputs that have the period of the curve, and agrees with no other curve", () => {
    const [curve_id, pv_curve_id] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
    const given = { ...context, curve_id, pv_curve_id, pv_installed: 500 };
    const input = inputFromContext(given);
    const period = { start_date: "2025-01-01", end_date: "2025-12-31", time_step_duration: 0.25 } as const;
    expect(contextFromInput({ ...completeInput(input), ...input, ...period })).toEqual(given);
    expect(() => checkContextAgrees(given, input)).not.toThrow();
    for (const other of [context, { ...given, curve_id: pv_curve_id }])
      expect(refusal(() => checkContextAgrees(other, input))).toMatchObject({ field: "inputParameters.curve_id" });
  });

  test.each([
    ["an assumption of the caller's own", { discount_rate: 0.05 }],
    ["a market of the caller's own", { price_level_fct: 1.2 }],
    ["another discharge power", { max_discharge_power: 1 }],
    ["another period", { end_date: "2024-01-31" }],
    ["no spending", { total_spending: undefined }],
    ["a curve instead of the mean consumption", { demand_value: undefined }],
    ["a province that is none today", { province: "99" }],
    ["a period that is refused today", { start_date: "1999-01-01" }],
  ])("a context cannot be read from inputs with %s", (_, change) => {
    expect(contextFromInput({ ...inputFromContext(context), ...change } as SimulationInput)).toBeUndefined();
  });
});

test.each([
  ["pv_value", "2 MW", 2000],
  ["pv_value", "1.250,5 kWp", 1250.5],
  ["demand_value", "366.000 kWh al mes", 501.37],
  ["demand_value", "1,5 GWh al año", 171.233],
  ["total_spending", "350 k€", 350_000],
  ["total_spending", "1.234,56 €", 1234.56],
  ["max_charge_power", "1 MW", 1000],
])("a text of %s converts the unit it is written with: %s", (field, text, value) => {
  expect(validate(SimulationInput, { [field]: text })).toEqual({ [field]: value });
});

test.each([
  ["pv_value", "2 TW"],
  ["pv_value", "2 MWh"],
  ["total_spending", "350 $"],
])("a text of %s with a unit it cannot have is no figure: %s", (field, text) => {
  expect(() => validate(SimulationInput, { [field]: text })).toThrow(expect.objectContaining({ field }));
});
