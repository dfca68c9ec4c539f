import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { Assumption } from "@ecotrim/contracts/simulations/result";
import { fastSolve } from "@ecotrim/engine/dispatch/fast-solve.fixture";
import { engineVersion, runSimulation } from "@ecotrim/engine/simulate";
import { useSourceData } from "@ecotrim/engine/site/source-data";
import { afterEach, expect, test } from "vitest";
import { CONTRACT_ASSUMPTIONS } from "./contract-labels.ts";
import { isOwnJudgement } from "./own-judgement.ts";
import { simulationOutput } from "./results.ts";

afterEach(() => useSourceData(null));

test("results name the source and the version of the data they were computed with", async () => {
  useSourceData({
    version: "test",
    market: { 2024: new Array(8784).fill(50) },
    pv: { year: 2019, kwhPerKwp: new Array(8760).fill(0.1), description: "Valencia, año 2019" },
  });
  const input = readCase({
    demand_value: 500,
    battery_capacity: 0,
    start_date: "2024-01-01",
    end_date: "2024-01-07",
  });
  const outcome = await runSimulation({ input }, { solve: () => Promise.reject(new Error("not needed")) });
  const { results } = simulationOutput(outcome);
  expect(results.engine_version).toBe(engineVersion());
  const shown = new Map(results.assumptions.map(({ key, value, source }) => [key, `${value} · ${source}`]));
  expect(shown.get("market_year")).toBe("2024 · Mercado diario de OMIE: precio de cada hora");
  expect(shown.get("pv_profile")).toBe("Valencia, año 2019 · PVGIS © Unión Europea, hora a hora");
});

const ofCase = async (changes: SimulationInput): Promise<Assumption[]> => {
  const input = readCase({ demand_value: 500, end_date: "2024-01-03", ...changes });
  return simulationOutput(await runSimulation({ input }, { solve: fastSolve })).results.assumptions;
};
const overridden = (assumptions: Assumption[]) => assumptions.filter((assumption) => assumption.overridden);

test("every assumption is stated once, and none as given where the caller gives none", async () => {
  const assumptions = await ofCase({});
  expect(new Set(assumptions.map(({ key }) => key)).size).toBe(assumptions.length);
  expect(overridden(assumptions)).toEqual([]);
});

test("an assumption that the caller gives is marked, and has the caller as its source", async () => {
  const given = overridden(await ofCase({ capex_eur: 120_000, discount_rate: 0.05, efficiency_charge: 0.97 }));
  expect(given.map(({ key, value }) => [key, value])).toEqual([
    ["capex_eur", "120.000\u00a0€"],
    ["discount_rate", "5\u00a0% nominal"],
    ["efficiency_charge", "97\u00a0%"],
  ]);
  for (const { source } of given) expect(source).toBe("Indicado en los datos de la simulación");
});

test("a market that the caller supposes is stated as the caller's, and only there", async () => {
  const keys = ["price_level_fct", "price_spread_fct"];
  const stated = (assumptions: Assumption[]) => assumptions.filter(({ key }) => keys.includes(key));
  expect(stated(await ofCase({}))).toEqual([]);
  expect(stated(await ofCase({ price_level_fct: 1.25 }))).toEqual([
    expect.objectContaining({ value: "125\u00a0% del actual", source: "Supuesto suyo", overridden: true }),
  ]);
});

const CONTRACT = { tariff: "6.1TD", contracted_kw: [90, 90, 90, 90, 90, 90] } as const;
const SIX_PRICES = [0.121455, 0.097104, 0.092697, 0.076379, 0.069137, 0.1];

test.each([
  [
    { kind: "fixed_by_period", prices_eur_kwh: SIX_PRICES, atr_included: true },
    /^0,121455.€\/kWh; 0,097104.€\/kWh; .*; 0,100000.€\/kWh de P1 a P6, con peajes y cargos$/,
  ],
  [
    { kind: "fixed", price_eur_kwh: 0.11, atr_included: false },
    /^0,110000.€\/kWh, sin peajes ni cargos, que se suman$/,
  ],
  [{ kind: "fixed_margin", fee_eur_mwh: 7.5 }, /^el del mercado diario .* un margen de 7,5.€\/MWh$/],
  [{ kind: "indexed" }, /^el del mercado diario .* un margen de 15.€\/MWh, supuesto$/],
] as const)("a contract's price is stated as it was typed: %o", async (pricing, words) => {
  const contract = { ...CONTRACT, pricing: { ...pricing } } as unknown as NonNullable<SimulationInput["contract"]>;
  const stated = (await ofCase({ contract })).filter(({ key }) => CONTRACT_ASSUMPTIONS.includes(key));
  expect(stated.map(({ key, overridden }) => [key, overridden])).toEqual([
    ["contract", true],
    ["contract_prices", true],
    ["contract_zone", false],
  ]);
  expect(stated[1]!.value).toMatch(words);
});

test("zone and maximeters of a contract are stated where they were given, and no price that follows from a spending", async () => {
  const given = { zone: "canarias", maximeters: new Array(12).fill(new Array(6).fill(80)) } as const;
  const contract = { ...CONTRACT, ...given } as unknown as NonNullable<SimulationInput["contract"]>;
  const stated = (await ofCase({ contract, total_spending: 400_000 })).filter(({ key }) =>
    CONTRACT_ASSUMPTIONS.includes(key),
  );
  expect(stated.map(({ key, value, source }) => `${key}: ${value} (${source})`).slice(1)).toEqual([
    "contract_zone: Canarias (Indicado en los datos de la simulación)",
    "contract_maximeters: los de cada mes y periodo, que fijan los picos de la curva (Indicado en los datos de la simulación)",
  ]);
});

test.each([
  [{}, /^94,7\u00a0% de ida y vuelta .*90,0\u00a0%/],
  [{ conversion_efficiency: 0.9 }, /^90\u00a0% de ida y vuelta .*85,6\u00a0%/],
  [{ efficiency_charge: 0.9 }, /^incluido .*87,8\u00a0%/],
])("the conversion is stated with the round trip it leaves: %o", async (changes, words) => {
  const row = (await ofCase(changes)).find(({ key }) => key === "conversion_efficiency")!;
  expect(row.value).toMatch(words);
  expect(row.overridden).toBe("conversion_efficiency" in changes);
});

test.each([
  [{}, "Madrid, plano sur a 35°: 1.620\u00a0kWh/kWp al año (± 5\u00a0%)", /PVGIS o ERA5$/],
  [
    { province: "Bizkaia" },
    /^Bizkaia, plano sur a 35°: 1\.\d{3}\u00a0kWh\/kWp al año \(± 8\u00a0%\)$/,
    /PVGIS, sin copia/,
  ],
  [{ province: "35" }, /^Las Palmas, plano sur a 27°: .* \(estimado ± 9\u00a0%\)$/, /2020 en Valencia.*estimado/],
  [
    { pv_tilt_deg: 10, pv_azimuth_deg: -90 },
    "Madrid, plano este a 10°: 1.369\u00a0kWh/kWp al año (± 8\u00a0%)",
    /luz directa y difusa/,
  ],
  [{ pv_tilt_deg: 0 }, /^Madrid, plano horizontal: /, /ERA5/],
  [{ pv_azimuth_deg: 20.5 }, /^Madrid, plano a 35°, girado 20,5° del sur hacia el oeste: /, /ERA5/],
])("the PV profile names the province, its yield, its error and its source: %o", async (changes, value, source) => {
  const row = (await ofCase(changes)).find(({ key }) => key === "pv_profile")!;
  if (typeof value === "string") expect(row.value).toBe(value);
  else expect(row.value).toMatch(value);
  expect(row.source).toMatch(source);
});

test("tariff, year and contract are stated with the norms behind them", async () => {
  const shown = (rows: Assumption[], key: string) => rows.find((row) => row.key === key)!;
  const own = await ofCase({});
  expect(shown(own, "tariff")).toMatchObject({
    value: "6.1TD, 2026, península",
    source: "BOE-A-2025-26348 y BOE-A-2025-26705",
  });
  expect(shown(own, "contract_kind")).toMatchObject({ value: "indexado al mercado", overridden: false });
  const given = await ofCase({ tariff: "3.0TD", tariff_year: 2025, contract_kind: "fixed" });
  expect(shown(given, "tariff")).toMatchObject({
    value: "3.0TD, 2025, península",
    source: "BOE-A-2024-26218 y BOE-A-2024-27289",
  });
  expect(shown(given, "contract_kind")).toMatchObject({ value: "un solo precio fijo", overridden: true });
});

test("a site that may not export states that in place of its limit", async () => {
  const keys = (await ofCase({ zero_export: true })).map(({ key }) => key);
  expect(keys).toContain("zero_export");
  expect(keys).not.toContain("limit_output");
});

test("what rests on own judgement alone says so first, and is no longer judgement once it is given", async () => {
  const keys = (rows: Assumption[]) => rows.filter(isOwnJudgement).map(({ key }) => key);
  const judged = keys(await ofCase({}));
  expect(judged).toEqual(expect.arrayContaining(["capex_eur", "om_fct", "price_growth", "fade", "contract_kind"]));
  for (const key of ["efficiency_charge", "realisable_fct", "market_year", "tariff", "calibration"])
    expect(judged).not.toContain(key);
  expect(keys(await ofCase({ capex_eur: 120_000 }))).not.toContain("capex_eur");
  for (const { source } of await ofCase({})) expect(/criterio/i.test(source)).toBe(isOwnJudgement({ source }));
});
