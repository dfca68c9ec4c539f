import { DEFAULT_BATTERY_CONFIGURATIONS } from "@ecotrim/contracts/simulations/battery-options";
import { inputFromContext, type SiteAnswers } from "@ecotrim/contracts/simulations/context";
import { describe, expect, test } from "vitest";
import {
  batteryBasis,
  batteryQuery,
  type CalculatorState,
  calculatorContext,
  changedAnswers,
  contextBasis,
  currentRun,
  firstIncompleteStep,
  INITIAL_STATE,
  isConfigurations,
  keptIn,
  readState,
  siteAnswers,
  supposedInputs,
  withAnswersOf,
  withBatteryOptions,
  withInstallation,
  withoutVariant,
  withPlant,
  withProduction,
  withVariant,
} from "./state.ts";

const answered: CalculatorState = {
  ...INITIAL_STATE,
  demand: { ...INITIAL_STATE.demand, average: 500 },
  total_spendings: 400_000,
  step: 5,
  reached: 5,
};

const offered = (state: CalculatorState, configurations = DEFAULT_BATTERY_CONFIGURATIONS): CalculatorState =>
  withBatteryOptions(state, { basis: batteryBasis(state) as string, source: "api", configurations });

const complete: CalculatorState = { ...offered(answered), selectedBattery: "balanced" };

const withRun = (state: CalculatorState): CalculatorState => ({
  ...state,
  run: {
    basis: contextBasis(calculatorContext(state)!),
    idempotencyKey: "key",
    handle: { id: "1", accessToken: "t", requestId: "r" },
    seen: false,
    claimed: true,
  },
});

describe("a duplicate", () => {
  const refined = {
    ...{ zero_export: true, province: "41", pv_tilt_deg: 10, pv_azimuth_deg: -90 },
    ...({ contract_kind: "fixed", tariff: "3.0TD" } as const),
  };
  const copied = { ...calculatorContext(complete)!, ...refined };

  test("a duplicate has every answer of the original, the battery too once it is offered", () => {
    const state = withAnswersOf(INITIAL_STATE, copied);
    expect(firstIncompleteStep(state)).toBe(5);
    expect(calculatorContext(offered(readState(state)))).toEqual(copied);
    expect(state.run).toBeNull();
  });

  test("a duplicate has the contract of the original, and none where it has none", () => {
    const contract = { tariff: "6.3TD", contracted_kw: [1, 2, 3, 4, 5, 6], pricing: { kind: "fixed" } } as const;
    const ofContract = {
      ...calculatorContext(complete)!,
      contract: { ...contract, contracted_kw: [1, 2, 3, 4, 5, 6] },
    };
    const state = withAnswersOf(INITIAL_STATE, ofContract);
    expect(state).toMatchObject({ tariff: "6.3TD", contract_kind: "fixed" });
    expect(calculatorContext(offered(readState(state)))?.contract).toEqual(contract);
    expect(calculatorContext(offered(withAnswersOf(state, copied)))).not.toHaveProperty("contract");
  });

  test("a duplicate with changed answers asks for the battery where the old one is not offered", () => {
    const { balanced } = DEFAULT_BATTERY_CONFIGURATIONS;
    const others = { ...DEFAULT_BATTERY_CONFIGURATIONS, balanced: { ...balanced, capacity_kwh: 1 } };
    const state = offered({ ...withAnswersOf(INITIAL_STATE, copied), generation: 1 }, others);
    expect(firstIncompleteStep(state)).toBe(5);
  });
});

describe("a plant behind the meter of a curve", () => {
  const sent = { key: "k", id: "1", accessToken: "t", hash: "h", hasPlant: true };
  const withCurve = { ...complete, demand: { ...complete.demand, source: "curve" }, curve: sent } as const;
  const part = { ...withCurve, generation: 800, pv_installed: 500 };

  test("is told apart from what is to come, in a duplicate too, also where all of it stands there", () => {
    const context = calculatorContext(offered(part))!;
    expect(context).toMatchObject({ generation: 800, pv_installed: 500, curve_id: "1" });
    expect(calculatorContext(offered(readState(withAnswersOf(INITIAL_STATE, context))))).toEqual(context);
    for (const pv_installed of [800, 900, null]) {
      const whole = calculatorContext(offered({ ...part, pv_installed }))!;
      expect(whole).toMatchObject({ generation: 800, pv_installed: 800 });
      // More panels in a duplicate are new ones.
      const more = { ...withAnswersOf(INITIAL_STATE, whole), generation: 900 };
      expect(calculatorContext(offered(more))).toMatchObject({ generation: 900, pv_installed: 800 });
    }
    const without = { ...part, curve: { ...sent, hasPlant: false } };
    expect(calculatorContext(offered(without))).not.toHaveProperty("pv_installed");
  });

  test("that is still to come is told from one of which a file says nothing, in a duplicate too", () => {
    const before = { ...part, curve: { ...sent, hasPlant: false, isBeforePlant: true } };
    const context = calculatorContext(offered(before))!;
    expect(context).toMatchObject({ generation: 800, pv_installed: 0 });
    expect(batteryQuery(before)).toMatchObject({ pv_kwp: 800, pv_installed: 0 });
    const duplicate = readState(withAnswersOf(INITIAL_STATE, context));
    expect(calculatorContext(offered(duplicate))).toEqual(context);
    expect(duplicate.pv_installed).toBeNull();
    const byShape = { ...before, demand: { ...before.demand, source: "shape" } } as const;
    expect(calculatorContext(offered(byShape))).not.toHaveProperty("pv_installed");
  });

  test("has its consumption read again once another production is sent", () => {
    const pv = { ...sent, key: "pv", hasPlant: false };
    const after = withProduction(part, pv);
    expect(after).toMatchObject({ pv_curve: pv, curve: null });
    expect(firstIncompleteStep(after)).toBe(3);
    expect(withProduction({ ...part, pv_curve: pv }, pv).curve).toEqual(sent);
    expect(withProduction({ ...part, curve: pv }, pv).curve).toEqual(pv);
  });
});

describe("a site of the account", () => {
  const answers: SiteAnswers = {
    ...siteAnswers(answered)!,
    ...{ zero_export: true, province: "41" },
    contract: { tariff: "6.1TD", contracted_kw: [500, 500, 500, 500, 500, 600], pricing: { kind: "fixed" } },
  };
  const taken = withInstallation(INITIAL_STATE, { id: "s1", name: "Nave", answers });

  test("a site's answers fill the wizard up to the battery, and are read back as they were", () => {
    expect(firstIncompleteStep(taken)).toBe(5);
    expect(siteAnswers(taken)).toMatchObject(answers);
    expect(taken).toMatchObject({
      selectedBattery: null,
      copiedBattery: null,
      installation: { id: "s1", name: "Nave" },
    });
    expect(readState(JSON.parse(JSON.stringify(taken)))).toEqual(taken);
  });

  test("answers changed since differ from the site's until they are kept in it or put back", () => {
    expect(changedAnswers(taken)).toBeUndefined();
    const changed = { ...taken, zero_export: false };
    expect(changedAnswers(changed)).toEqual(siteAnswers(changed));
    expect(changedAnswers({ ...changed, zero_export: true })).toBeUndefined();
    const site = { id: "s1", name: "Nave" };
    expect(changedAnswers(keptIn(changed, site, changed))).toBeUndefined();
    const meanwhile = { ...changed, generation: 900 };
    expect(changedAnswers(keptIn(meanwhile, site, changed))).toEqual(siteAnswers(meanwhile));
    expect(changedAnswers({ ...changed, installation: null })).toBeUndefined();
  });
});

describe("a variant of the result", () => {
  const result = withRun(complete);
  const inputs = inputFromContext(calculatorContext(complete)!);
  const supposing = { ...inputs, price_level_fct: 1.2, capex_eur: 480_000 };

  test("it is another run of the same answers, with an own battery and what it supposes", () => {
    const state = withVariant(result, supposing);
    expect(currentRun(state)).toBeNull();
    const context = calculatorContext(state)!;
    expect({ ...inputFromContext(context), ...supposedInputs(state, context) }).toEqual(supposing);
    expect(withVariant(state, supposing)).toEqual(state);
  });

  test("it survives a reload, and leads back to the simulation that it is of", () => {
    const state = readState(JSON.parse(JSON.stringify(withVariant(result, supposing))));
    expect(state).toEqual(withVariant(result, supposing));
    expect(withoutVariant(state)).toEqual(result);
    expect(currentRun(withoutVariant(state)!)).toEqual(result.run);
    expect(withoutVariant(result)).toBeUndefined();
  });

  test("a variant of a variant leads back to the first", () => {
    const further = withVariant(withVariant(result, supposing), { ...supposing, life_years: 12 });
    expect(withoutVariant(further)).toEqual(result);
  });

  test("other answers than its own end it: they suppose nothing, and have nothing to return to", () => {
    const state = { ...withVariant(result, supposing), total_spendings: 1 };
    expect(supposedInputs(state, calculatorContext(state)!)).toEqual({});
    expect(withoutVariant(state)).toBeUndefined();
  });

  test("a variant in the finance alone keeps the battery of the card", () => {
    const state = withVariant(result, { ...inputs, discount_rate: 0.05 });
    expect(state.selectedBattery).toBe("balanced");
    expect(currentRun(state)).toBeNull();
  });
});

describe("a battery of the visitor's own", () => {
  const own = { capacity_kwh: 1500, power_kw: 750, capex_eur: null };
  const chosen: CalculatorState = { ...answered, selectedBattery: "own", ownBattery: own };

  test("it is simulated without a card's name, and with the price of its offer where there is one", () => {
    const battery = { capacity_kwh: 1500, power_kw: 750 };
    expect(calculatorContext(chosen)).toMatchObject({ selectedBattery: battery });
    expect(calculatorContext(chosen)).not.toHaveProperty("capex_eur");
    const priced = calculatorContext({ ...chosen, ownBattery: { ...own, capex_eur: 480_000 } })!;
    expect(priced).toMatchObject({ capex_eur: 480_000, selectedBattery: battery });
    expect(inputFromContext(priced)).toMatchObject({
      battery_capacity: 1500,
      max_charge_power: 750,
      capex_eur: 480_000,
    });
  });

  test("it is no choice before its capacity and its power are there", () => {
    for (const missing of [{ capacity_kwh: null }, { power_kw: null }])
      expect(firstIncompleteStep({ ...chosen, ownBattery: { ...own, ...missing } })).toBe(5);
    expect(firstIncompleteStep(chosen)).toBe(6);
  });

  test("it stays chosen whatever is offered", () => {
    expect(offered({ ...chosen, generation: 1 }).selectedBattery).toBe("own");
    expect(readState(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen);
  });

  test("a duplicate has it again with its price; one that is not offered is the duplicate's own", () => {
    for (const capex_eur of [480_000, null]) {
      const context = calculatorContext({ ...chosen, ownBattery: { ...own, capex_eur } })!;
      const state = offered(readState(withAnswersOf(INITIAL_STATE, context)));
      expect(calculatorContext(state)).toEqual(context);
    }
  });
});

describe("first incomplete step", () => {
  test("a new visitor starts at the size of the installation although it has a default", () => {
    expect(firstIncompleteStep(INITIAL_STATE)).toBe(2);
    expect(firstIncompleteStep({ ...INITIAL_STATE, reached: 3 })).toBe(3);
  });

  test("0 is an answer, an empty field is not", () => {
    const zeros = { ...answered, generation: 0, total_spendings: 0, demand: { ...answered.demand, average: 0 } };
    expect(firstIncompleteStep(zeros)).toBe(5);
    expect(firstIncompleteStep({ ...answered, generation: null })).toBe(2);
    expect(firstIncompleteStep({ ...answered, demand: { ...answered.demand, average: null } })).toBe(3);
    expect(firstIncompleteStep({ ...answered, total_spendings: null })).toBe(4);
  });

  test("all answers given lead to the results", () => {
    expect(firstIncompleteStep(complete)).toBe(6);
  });
});

describe("a consumption of the grid alone", () => {
  const net: CalculatorState = {
    ...answered,
    demand: { ...answered.demand, unit: "mwh_year", figure: 4380, net: true },
  };

  test("another plant covers another part of it, so that step 3 is asked again", () => {
    for (const plant of [{ generation: 500 }, { province: "41" as const }, { pv_tilt_deg: 10 }]) {
      const state = withPlant(net, plant);
      expect(state.demand).toEqual({ ...net.demand, average: null });
      expect(firstIncompleteStep(state)).toBe(3);
    }
  });

  test("a consumption of the whole site does not depend on the plant", () => {
    expect(withPlant(answered, { generation: 500 }).demand).toBe(answered.demand);
  });
});

describe("battery options", () => {
  const sizes = { pv_generation: 212.585, demand_load: 500, autonomy_hours: 4 };

  test("battery options are asked with 0.17 kW per kWp, the average and 4 hours", () => {
    expect(batteryQuery({ ...answered, generation: 1250.5, total_spendings: null })).toEqual(sizes);
  });

  test("battery options are asked for this very site once its spending is known", () => {
    expect(batteryQuery({ ...answered, generation: 1250.5 })).toEqual({
      ...sizes,
      pv_kwp: 1250.5,
      type: "constante",
      weekend: true,
      total_spendings: 400_000,
    });
    expect(batteryQuery({ ...answered, zero_export: true })?.zero_export).toBe(true);
    const refined = { province: "41", pv_tilt_deg: 10, contract_kind: "fixed_by_period", tariff: "3.0TD" } as const;
    expect(batteryQuery({ ...answered, ...refined })).toMatchObject(refined);
  });

  test("the value of battery options may be missing, but not be something else", () => {
    const { balanced } = DEFAULT_BATTERY_CONFIGURATIONS;
    const withValue = (value: object) => ({ ...DEFAULT_BATTERY_CONFIGURATIONS, balanced: { ...balanced, ...value } });
    expect(isConfigurations(withValue({ npv_eur: -5, pays: false, verdict: "No compensa." }))).toBe(true);
    expect(isConfigurations(withValue({ npv_eur: "5" }))).toBe(false);
    expect(isConfigurations(withValue({ pays: 1 }))).toBe(false);
  });

  test("a choice among options of other answers counts for nothing", () => {
    const changed = { ...complete, demand: { ...complete.demand, average: 250 } };
    expect(calculatorContext(changed)).toBeUndefined();
    expect(firstIncompleteStep(changed)).toBe(5);
  });

  test("new options keep the choice where the same battery is offered again", () => {
    const changed = { ...complete, generation: 3000 };
    expect(offered(changed).selectedBattery).toBe("balanced");
  });

  test("new options drop the choice where its battery is gone", () => {
    const changed = { ...complete, generation: 3000 };
    const bigger = {
      ...DEFAULT_BATTERY_CONFIGURATIONS,
      balanced: { ...DEFAULT_BATTERY_CONFIGURATIONS.balanced, capacity_kwh: 5000 },
    };
    expect(offered(changed, bigger).selectedBattery).toBeNull();
  });
});

describe("run", () => {
  const running = withRun(complete);

  test("a run is joined as long as the answers are the same", () => {
    expect(currentRun(running)).toBe(running.run);
  });

  test.each<[string, Partial<CalculatorState>]>([
    ["spending", { total_spendings: 1 }],
    ["battery", { selectedBattery: "aggressive" }],
    ["feed-in", { zero_export: true }],
    ["province", { province: "41" }],
    ["tilt", { pv_tilt_deg: 10 }],
    ["azimuth", { pv_azimuth_deg: -90 }],
    ["contract", { contract_kind: "fixed" }],
    ["tariff", { tariff: "3.0TD" }],
    ["demand", { demand: { ...complete.demand, weekend: false } }],
  ])("a run is not joined after a change of the %s", (_, change) => {
    expect(currentRun({ ...running, ...change })).toBeNull();
  });

  test("a run is there again when the answers are put back", () => {
    const away = { ...running, total_spendings: 1 };
    expect(currentRun({ ...away, total_spendings: running.total_spendings })).toBe(running.run);
  });
});

describe("stored state", () => {
  test("a stored state is read back as it was", () => {
    const state = withRun(complete);
    expect(readState(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });

  test.each([undefined, null, 3, "x", [], {}])("the stored state %j gives a fresh wizard", (stored) => {
    expect(readState(stored)).toEqual(INITIAL_STATE);
  });

  test("a state stored before the refinements were asked takes their defaults, its run joined", () => {
    const { zero_export, province, pv_tilt_deg, pv_azimuth_deg, contract_kind, tariff, ...old } = withRun(complete);
    const { type, weekend, average } = old.demand;
    const state = readState(JSON.parse(JSON.stringify({ ...old, demand: { type, weekend, average } })));
    expect(state).toEqual(withRun(complete));
    expect(currentRun(state)).not.toBeNull();
  });

  test("a stored field that is damaged or out of limits falls back alone", () => {
    const damaged = {
      ...withRun(complete),
      generation: 1e9,
      zero_export: "yes",
      province: "99",
      pv_tilt_deg: 91,
      pv_azimuth_deg: "east",
      contract_kind: "free",
      tariff: 3,
      demand: { type: "x", weekend: "yes", average: -1, figure: -1, unit: "btu", net: 1 },
      batteryOptions: { basis: "b", source: "api", configurations: { conservative: {} } },
      selectedBattery: "huge",
      confirmed: [1, null],
      ownBattery: { capacity_kwh: 0, power_kw: "1", capex_eur: -1 },
      step: 99,
      run: { basis: "b", idempotencyKey: "k", handle: { id: 3 }, capexEur: -1 },
    };
    expect(readState(damaged)).toEqual({
      ...INITIAL_STATE,
      total_spendings: 400_000,
      reached: 5,
      run: { basis: "b", idempotencyKey: "k", handle: null, seen: false, claimed: false },
    });
  });
});
