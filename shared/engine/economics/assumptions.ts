import { formatNumber } from "@ecotrim/contracts/numbers";
import { type ComputedInput, SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { Assumption } from "@ecotrim/contracts/simulations/result";
import facts from "../data/spain-2024.json" with { type: "json" };
import { DATA_YEAR } from "../site/calendar.ts";
import type { GivenSeries, Site } from "../site/site.ts";
import { sourceData } from "../site/source-data.ts";
import { EXTRA_P6_POWER_EUR_KW_YEAR } from "../tariff/tariff.ts";

const defaults = facts.engine_defaults;

/** The engine's own assumptions with overrides applied; units and meaning as in the input schema. */
export interface EngineAssumptions {
  capex_eur: number;
  om_fct: number;
  om_indexation: number;
  price_growth: number;
  discount_rate: number;
  life_years: number;
  replacement_fct: number;
  replacement_year: number;
  warranty_cycles: number;
  availability: number;
  realisable_fct: number;
  auxiliary_kw_per_mwh: number;
  wear_eur_mwh: number;
}

export function engineAssumptions(input: ComputedInput): EngineAssumptions {
  const warranty_cycles = input.warranty_cycles ?? defaults.warranty_cycles;
  return {
    capex_eur: input.capex_eur ?? defaultCapexEur(input),
    om_fct: input.om_fct ?? defaults.om_fct,
    om_indexation: input.om_indexation ?? defaults.om_indexation,
    price_growth: input.price_growth ?? defaults.price_growth,
    discount_rate: input.discount_rate ?? defaults.discount_rate,
    life_years: input.life_years ?? defaults.life_years,
    replacement_fct: input.replacement_fct ?? defaults.replacement_fct,
    replacement_year: input.replacement_year ?? defaults.replacement_year,
    warranty_cycles,
    availability: input.availability ?? defaults.availability,
    // All of the optimum, until the day-ahead replay of a run tells the share.
    realisable_fct: input.realisable_fct ?? 1,
    auxiliary_kw_per_mwh: input.auxiliary_kw_per_mwh ?? defaults.auxiliary_kw_per_mwh,
    // Each cycle under warranty passes the capacity through the battery twice, in and out.
    wear_eur_mwh: input.wear_eur_mwh ?? (1000 * defaults.capex_eur_per_kwh) / (2 * warranty_cycles),
  };
}

function defaultCapexEur({ battery_capacity, max_charge_power, max_discharge_power }: ComputedInput): number {
  if (battery_capacity === 0) return 0;
  const powerKw = Math.max(max_charge_power, max_discharge_power);
  return defaults.capex_eur_per_kwh * battery_capacity + defaults.capex_eur_per_kw * powerKw + defaults.capex_fixed_eur;
}

const FADE_AT_WARRANTY = 0.2;

/** Capacity lost each year, fraction: by calendar or by cycles, whichever is more. */
export function yearlyFade(input: ComputedInput, { warranty_cycles }: EngineAssumptions, cycles: number): number {
  return input.fade ?? Math.max(defaults.fade, (cycles / warranty_cycles) * FADE_AT_WARRANTY);
}

const JUDGEMENT = "Criterio propio, habitual en baterías industriales";
const OWN_CRITERION = "Criterio propio";
const SPECIFICATION = "Parámetro fijo de la calculadora";
const DATASHEET = "Valor habitual de baterías de litio ferrofosfato";
const BY_CALLER = "Indicado en los datos de la simulación";
const ASSUMED = "Supuesto, no calculado";

/** Every assumption behind the figures, as people read it, with its source. `fade` and `site` are those of the run. */
export function describeAssumptions(
  input: ComputedInput,
  values: EngineAssumptions,
  fade: number,
  site: Site,
  given: GivenSeries = {},
): Assumption[] {
  const eur = (value: number) => formatNumber(value, { decimals: 0, unit: "€" });
  const euroMwh = (value: number) => formatNumber(value, { unit: "€/MWh" });
  const percent = (value: number) => formatNumber(value * 100, { unit: "%" });
  const kw = (value: number, none: string) => (value > 0 ? formatNumber(value, { unit: "kW" }) : none);

  const entry = (key: string, label: string, value: string, source: string): Assumption => {
    const overridden = isOverridden(input, key);
    return { key, label, value, source: overridden ? BY_CALLER : source, overridden };
  };
  const fixed = (key: string, label: string, value: string, source: string): Assumption => ({
    key,
    label,
    value,
    source,
    overridden: false,
  });

  const marketYear = input.market_year ?? DATA_YEAR;
  const measured = sourceData();
  const modelPrices = [
    entry(
      "market_year",
      "Precios del mercado",
      String(marketYear),
      measured?.market[marketYear]
        ? "Mercado diario de OMIE: precio de cada hora"
        : "Mercado diario de OMIE: media y dispersión de cada día, forma horaria de cada mes",
    ),
    fixed(
      "tariff",
      "Peajes, cargos y pagos por capacidad",
      "6.1TD, 2024, península",
      "BOE-A-2023-26251, BOE-A-2022-23737 y BOE-A-2024-2774",
    ),
    fixed("margin_eur_mwh", "Margen de la comercializadora", euroMwh(defaults.margin_eur_mwh), OWN_CRITERION),
    fixed(
      "export_factor",
      "Precio de los excedentes",
      `${percent(defaults.export_factor)} del precio de mercado, nunca por encima del de compra`,
      OWN_CRITERION,
    ),
    fixed(
      "calibration",
      "Ajuste de los precios a su gasto",
      `mercado × ${formatNumber(site.calibration.k, { decimals: 3 })}, ${euroMwh(site.calibration.adderEurMwh)} añadidos`,
      "Calculado para que el coste sin batería coincida con el gasto indicado",
    ),
  ];

  return [
    entry(
      "capex_eur",
      "Inversión",
      eur(values.capex_eur),
      `${defaults.capex_eur_per_kwh} €/kWh + ${defaults.capex_eur_per_kw} €/kW + ${eur(defaults.capex_fixed_eur)}: criterio para 2026 a partir de los costes de 2024 (263-363 €/kWh) y de su bajada`,
    ),
    entry("om_fct", "Operación y mantenimiento", `${percent(values.om_fct)} de la inversión al año`, JUDGEMENT),
    entry(
      "om_indexation",
      "Indexación de la operación y mantenimiento",
      `${percent(values.om_indexation)} al año`,
      JUDGEMENT,
    ),
    entry(
      "price_growth",
      "Crecimiento del precio de la energía",
      `${percent(values.price_growth)} al año`,
      "Constante en términos reales",
    ),
    entry("discount_rate", "Tasa de descuento", `${percent(values.discount_rate)} nominal`, JUDGEMENT),
    entry("life_years", "Vida útil", formatNumber(values.life_years, { unit: "años" }), JUDGEMENT),
    entry(
      "replacement_fct",
      "Sustitución del inversor",
      `${percent(values.replacement_fct)} de la inversión`,
      JUDGEMENT,
    ),
    entry("replacement_year", "Año de sustitución del inversor", formatNumber(values.replacement_year), JUDGEMENT),
    entry(
      "fade",
      "Pérdida anual de capacidad",
      percent(fade),
      `La mayor entre ${percent(defaults.fade)} y la que corresponde a los ciclos (${percent(FADE_AT_WARRANTY)} al agotar los ciclos en garantía)`,
    ),
    entry("warranty_cycles", "Ciclos en garantía", formatNumber(values.warranty_cycles, { unit: "ciclos" }), DATASHEET),
    entry("availability", "Disponibilidad", `${percent(values.availability)} del ahorro de energía`, JUDGEMENT),
    entry(
      "realisable_fct",
      "Ahorro realizable",
      `${percent(values.realisable_fct)} del óptimo`,
      "Calculado: la misma batería operada hora a hora con los precios del mercado diario y el sol de la víspera",
    ),
    entry(
      "auxiliary_kw_per_mwh",
      "Consumo auxiliar de la batería",
      `${formatNumber(values.auxiliary_kw_per_mwh, { unit: "kW" })} por MWh, al precio medio de compra`,
      JUDGEMENT,
    ),
    entry(
      "wear_eur_mwh",
      "Desgaste por energía cargada y descargada",
      `${euroMwh(values.wear_eur_mwh)}: decide cuándo operar, no se suma a ningún coste`,
      `${defaults.capex_eur_per_kwh} €/kWh repartidos entre los ciclos en garantía`,
    ),
    entry("efficiency_charge", "Rendimiento de carga", percent(input.efficiency_charge), SPECIFICATION),
    entry("efficiency_discharge", "Rendimiento de descarga", percent(input.efficiency_discharge), SPECIFICATION),
    entry("battery_min_soc", "Estado de carga mínimo", percent(input.battery_min_soc), SPECIFICATION),
    entry("initial_soc", "Estado de carga inicial y final", percent(input.initial_soc), SPECIFICATION),
    entry(
      "battery_export",
      "Vertido desde la batería",
      input.battery_export ? "permitido" : "no: la batería solo sirve a su consumo",
      OWN_CRITERION,
    ),
    entry(
      "limit",
      "Potencia contratada",
      kw(
        input.limit,
        site.freeP6
          ? `la punta actual de la planta de P1 a P5; en P6 la potencia adicional se paga a ${formatNumber(EXTRA_P6_POWER_EUR_KW_YEAR, { decimals: 4, unit: "€/kW" })} al año`
          : "sin límite",
      ),
      site.freeP6 ? "Término de potencia 6.1TD de 2024 (BOE-A-2023-26251 y BOE-A-2022-23737)" : SPECIFICATION,
    ),
    entry("limit_output", "Límite de vertido", kw(input.limit_output, "sin límite"), SPECIFICATION),
    entry(
      "ahorro_termino_potencia",
      "Ahorro en término de potencia",
      `${eur(input.ahorro_termino_potencia)} al año`,
      ASSUMED,
    ),
    entry("garantia_suministro", "Garantía de suministro", `${eur(input.garantia_suministro)} al año`, ASSUMED),
    entry(
      "revenue_share_fct",
      "Parte del ahorro que recibe quien invierte",
      input.revenue_share_fct > 0 ? percent(input.revenue_share_fct) : "todo: invierte usted",
      SPECIFICATION,
    ),
    ...(given.pv_kwh
      ? []
      : [
          measured?.pv
            ? fixed("pv_profile", "Perfil fotovoltaico", measured.pv.description, "PVGIS © Unión Europea, hora a hora")
            : fixed(
                "pv_profile",
                "Perfil fotovoltaico",
                "Madrid, plano sur a 35°",
                "ERA5 (contiene información modificada del servicio Copernicus); un año soleado",
              ),
        ]),
    ...(site.pricesGiven ? [] : modelPrices),
    fixed("taxes", "Impuestos", "importes nominales, sin IVA y antes del impuesto de sociedades", OWN_CRITERION),
  ];
}

/** Payload fields always have a value: they count as set where it is not the specification's. */
function isOverridden(input: ComputedInput, key: string): boolean {
  const value = input[key as keyof ComputedInput];
  const schema = SimulationInput.properties[key as keyof SimulationInput] as { default?: unknown };
  return value !== undefined && value !== schema.default;
}
