import type { Amount, Phrase } from "@ecotrim/contracts/phrase";
import type { Contract } from "@ecotrim/contracts/simulations/contract";
import {
  type Case,
  type CaseCurve,
  CONVERSION_EFFICIENCY,
  SimulationInput,
} from "@ecotrim/contracts/simulations/input";
import type { ProvinceCode } from "@ecotrim/contracts/simulations/provinces";
import type { Assumption } from "@ecotrim/contracts/simulations/result";
import { zoneOf } from "@ecotrim/contracts/simulations/zones";
import { ENGINE_DEFAULTS as defaults, FADE_AT_WARRANTY } from "@ecotrim/engine/economics/assumptions";
import { keptOfCeiling } from "@ecotrim/engine/power-contract/contract-value";
import { DATA_YEAR } from "@ecotrim/engine/site/calendar";
import { efficienciesOf } from "@ecotrim/engine/site/efficiencies";
import type { Site } from "@ecotrim/engine/site/site";
import { sourceData } from "@ecotrim/engine/site/source-data";
import type { SolvedRun } from "@ecotrim/engine/solved-run";
import { isFixed } from "@ecotrim/engine/tariff/contract-kind";
import { MARGIN_EUR_MWH, normsOf } from "@ecotrim/engine/tariff/tariff";
import { TRUST_NAMES } from "../curves/trust.ts";
import { longDate } from "../dates.ts";
import { amount, euros, joined, phrase, written } from "../phrase.ts";
import { CONTRACT_LABELS, ZONE_LABELS } from "./contract-labels.ts";
import { OWN_JUDGEMENT } from "./own-judgement.ts";
import { pvProfile } from "./pv-profile.ts";

/** Words of a figure: its label and value, and on whose word it stands where nobody gave it. */
interface Statement {
  key: string;
  label: string;
  value: Phrase;
  source: Phrase;
}

const SPECIFICATION = phrase`Parámetro fijo de la calculadora`;
const JUDGEMENT = phrase`${OWN_JUDGEMENT}, habitual en baterías industriales`;
const EXTRA = phrase`Posible extra, no calculado: no entra en ninguna cifra`;
const GIVEN = phrase`Indicado en los datos de la simulación`;
const SUPPOSED = phrase`Supuesto suyo`;

/** As many decimals as the percentage has, two at most. */
const percent = (fraction: number): Amount => amount(fraction * 100, { unit: "%" });
const euroMwh = (value: number): Amount => amount(value, { unit: "€/MWh" });
const kw = (value: number): Amount => amount(value, { unit: "kW" });

/** Every assumption behind the figures of a run, with its source, as results keep them. */
export function assumptionsOf({ input, assumptions, fade, site, given, contractValue }: SolvedRun): Assumption[] {
  const { battery, finance, tariff, contract, supply } = input;
  const { zeroExport, exportLimitKw } = input.site;
  const marketYear = tariff.marketYear ?? DATA_YEAR;
  const measured = sourceData();
  const { k, adderEurMwh } = site.calibration;
  return [
    chosen(finance.capexEur, {
      key: "capex_eur",
      label: "Inversión",
      value: phrase`${euros(assumptions.capex_eur)}`,
      source: phrase`${OWN_JUDGEMENT} para 2026: ${String(defaults.capex_eur_per_kwh)} €/kWh + ${String(defaults.capex_eur_per_kw)} €/kW + ${euros(defaults.capex_fixed_eur)}, a partir de los costes de 2024 (263-363 €/kWh) y de su bajada`,
    }),
    chosen(finance.omShare, {
      key: "om_fct",
      label: "Operación y mantenimiento",
      value: phrase`${percent(assumptions.om_fct)} de la inversión al año`,
      source: JUDGEMENT,
    }),
    chosen(finance.omIndexation, {
      key: "om_indexation",
      label: "Indexación de la operación y mantenimiento",
      value: phrase`${percent(assumptions.om_indexation)} al año`,
      source: JUDGEMENT,
    }),
    chosen(finance.priceGrowth, {
      key: "price_growth",
      label: "Crecimiento del precio de la energía",
      value: phrase`${percent(assumptions.price_growth)} al año`,
      source: phrase`${OWN_JUDGEMENT}: constante en términos reales`,
    }),
    chosen(finance.discountRate, {
      key: "discount_rate",
      label: "Tasa de descuento",
      value: phrase`${percent(assumptions.discount_rate)} nominal`,
      source: JUDGEMENT,
    }),
    chosen(finance.lifeYears, {
      key: "life_years",
      label: "Vida útil",
      value: phrase`${amount(assumptions.life_years, { unit: "años" })}`,
      source: JUDGEMENT,
    }),
    chosen(finance.replacementShare, {
      key: "replacement_fct",
      label: "Sustitución del inversor",
      value: phrase`${percent(assumptions.replacement_fct)} de la inversión`,
      source: JUDGEMENT,
    }),
    chosen(finance.replacementYear, {
      key: "replacement_year",
      label: "Año de sustitución del inversor",
      value: phrase`${amount(assumptions.replacement_year)}`,
      source: JUDGEMENT,
    }),
    chosen(battery.fadeYear, {
      key: "fade",
      label: "Pérdida anual de capacidad",
      value: phrase`${percent(fade)}`,
      source: phrase`${OWN_JUDGEMENT}: la mayor entre ${percent(defaults.fade)} y la que corresponde a los ciclos (${percent(FADE_AT_WARRANTY)} al agotar los ciclos en garantía)`,
    }),
    chosen(battery.warrantyCycles, {
      key: "warranty_cycles",
      label: "Ciclos en garantía",
      value: phrase`${amount(assumptions.warranty_cycles, { unit: "ciclos" })}`,
      source: phrase`${OWN_JUDGEMENT}: valor habitual de baterías de litio ferrofosfato`,
    }),
    chosen(battery.availability, {
      key: "availability",
      label: "Disponibilidad",
      value: phrase`${percent(assumptions.availability)} del ahorro ${contractValue ? "en la factura: energía, potencia y excesos" : "de energía"}`,
      source: JUDGEMENT,
    }),
    ...realisable(assumptions.realisable_fct, battery.realisableShare, contractValue),
    chosen(battery.auxiliaryKwPerMwh, {
      key: "auxiliary_kw_per_mwh",
      label: "Consumo auxiliar de la batería",
      value: phrase`${kw(assumptions.auxiliary_kw_per_mwh)} por MWh, al precio medio de compra`,
      source: JUDGEMENT,
    }),
    chosen(battery.wearEurMwh, {
      key: "wear_eur_mwh",
      label: "Desgaste por energía cargada y descargada",
      value: phrase`${euroMwh(assumptions.wear_eur_mwh)}: decide cuándo operar, no se suma a ningún coste`,
      source: phrase`${String(defaults.capex_eur_per_kwh)} €/kWh repartidos entre los ciclos en garantía`,
    }),
    ofPayload(battery.chargeEfficiency, {
      key: "efficiency_charge",
      label: "Rendimiento de carga",
      value: phrase`${percent(battery.chargeEfficiency)}`,
      source: SPECIFICATION,
    }),
    ofPayload(battery.dischargeEfficiency, {
      key: "efficiency_discharge",
      label: "Rendimiento de descarga",
      value: phrase`${percent(battery.dischargeEfficiency)}`,
      source: SPECIFICATION,
    }),
    conversion(input),
    ofPayload(battery.minSoc, {
      key: "battery_min_soc",
      label: "Estado de carga mínimo",
      value: phrase`${percent(battery.minSoc)}`,
      source: SPECIFICATION,
    }),
    ofPayload(battery.initialSoc, {
      key: "initial_soc",
      label: "Estado de carga inicial y final",
      value: phrase`${percent(battery.initialSoc)}`,
      source: SPECIFICATION,
    }),
    chosen(battery.mayExport, {
      key: "battery_export",
      label: "Vertido desde la batería",
      value: battery.mayExport ? phrase`permitido` : phrase`no: la batería solo sirve a su consumo`,
      source: OWN_JUDGEMENT,
    }),
    ofPayload(contract.powerKw, {
      key: "limit",
      label: "Potencia contratada",
      value: contract.powerKw > 0 ? phrase`${kw(contract.powerKw)}` : unlimited(site, supply !== undefined),
      source: site.freeP6
        ? phrase`Término de potencia ${tariff.name} de ${String(tariff.year)} (${normsOf(tariff.year).join(" y ")})`
        : SPECIFICATION,
    }),
    // Whatever its limit says, a site without export has none.
    zeroExport
      ? chosen(zeroExport, {
          key: "zero_export",
          label: "Vertido a la red",
          value: phrase`ninguno: su instalación no puede verter a la red (antivertido)`,
          source: GIVEN,
        })
      : ofPayload(exportLimitKw, {
          key: "limit_output",
          label: "Límite de vertido",
          value: exportLimitKw > 0 ? phrase`${kw(exportLimitKw)}` : phrase`sin límite`,
          source: SPECIFICATION,
        }),
    // With a contract it is calculated.
    ...(contractValue
      ? []
      : [
          ofPayload(finance.powerTermSavingEurYear, {
            key: "ahorro_termino_potencia",
            label: "Ahorro en término de potencia",
            value: phrase`${euros(finance.powerTermSavingEurYear)} al año`,
            source: EXTRA,
          }),
        ]),
    ofPayload(finance.securityOfSupplyEurYear, {
      key: "garantia_suministro",
      label: "Garantía de suministro",
      value: phrase`${euros(finance.securityOfSupplyEurYear)} al año`,
      source: EXTRA,
    }),
    ofPayload(finance.revenueShare, {
      key: "revenue_share_fct",
      label: "Parte del ahorro que recibe quien invierte",
      value: finance.revenueShare > 0 ? phrase`${percent(finance.revenueShare)}` : phrase`todo: invierte usted`,
      source: SPECIFICATION,
    }),
    ...(input.curve ? [measuredLoad(input.curve)] : []),
    ...(input.curve && given.net_kwh && !given.pv_kwh ? [plantBehindMeter()] : []),
    ...(given.pv_kwh
      ? []
      : [
          fixed({
            key: "pv_profile",
            label: "Perfil fotovoltaico",
            ...(measured?.pv
              ? {
                  value: phrase`${measured.pv.description}${input.pv.plane ? "; la inclinación y la orientación indicadas no lo cambian" : ""}`,
                  source: phrase`PVGIS © Unión Europea, hora a hora`,
                }
              : pvProfile(input.site.province, input.pv.plane)),
          }),
        ]),
    ...(supply
      ? contractAssumptions(supply, input.site.province, site.pricesGiven && given.buy_eur_mwh === undefined)
      : []),
    ...(site.pricesGiven
      ? []
      : [
          chosen(tariff.marketYear, {
            key: "market_year",
            label: "Precios del mercado",
            value: phrase`${String(marketYear)}`,
            source: measured?.market[marketYear]
              ? phrase`Mercado diario de OMIE: precio de cada hora`
              : phrase`Mercado diario de OMIE: media y dispersión de cada día, forma horaria de cada mes`,
          }),
          fixed({
            key: "tariff",
            label: "Peajes, cargos y pagos por capacidad",
            value: phrase`${tariff.name}, ${String(tariff.year)}, península`,
            source: phrase`${normsOf(tariff.year).join(" y ")}`,
          }),
          assumption(
            {
              key: "contract_kind",
              label: "Contrato de suministro",
              value: phrase`${CONTRACT_LABELS[site.contract.kind].toLowerCase()}`,
              source: phrase`${OWN_JUDGEMENT} mientras no se conozca su contrato: la mayoría de los indexados suman un margen fijo al precio del mercado`,
            },
            tariff.contractKind !== "unknown",
          ),
          fixed({
            key: "margin_eur_mwh",
            label: "Margen de la comercializadora",
            value: phrase`${euroMwh(MARGIN_EUR_MWH)}`,
            source: OWN_JUDGEMENT,
          }),
          fixed({
            key: "export_factor",
            label: "Precio de los excedentes",
            value: phrase`${percent(defaults.export_factor)} del precio de mercado, nunca por encima del de compra`,
            source: OWN_JUDGEMENT,
          }),
          fixed({
            key: "calibration",
            label: "Ajuste de los precios a su gasto",
            value: phrase`mercado × ${amount(k, { decimals: 3 })}, ${euroMwh(adderEurMwh)} añadidos${isFixed(site.contract.kind) ? ", y de ahí la media que fija su contrato" : ""}`,
            source: phrase`Calculado para que el coste sin batería coincida con el gasto indicado`,
          }),
        ]),
    ...supposed("price_level_fct", "Nivel del precio de mercado", tariff.priceLevel),
    ...supposed("price_spread_fct", "Diferencia de precio entre horas", tariff.priceSpread),
    fixed({
      key: "taxes",
      label: "Impuestos",
      value: phrase`importes nominales, sin IVA y antes del impuesto de sociedades`,
      source: OWN_JUDGEMENT,
    }),
  ];
}

/** What is stated of a contract. @param setsPrices whether energy is paid as it says, not as the spending does */
function contractAssumptions(supply: Contract, province: ProvinceCode, setsPrices: boolean): Assumption[] {
  const { tariff, tariff_year, contracted_kw, allow_p6_kw, zone, maximeters } = supply;
  return [
    chosen(supply, {
      key: "contract",
      label: "Contrato de suministro",
      value: phrase`${tariff} de ${String(tariff_year)}, ${joined(
        contracted_kw.map((power) => phrase`${kw(power)}`),
        ", ",
      )} de P1 a P6${allow_p6_kw === undefined ? "" : phrase`, y ${kw(allow_p6_kw)} en P6 con la batería`}`,
      source: GIVEN,
    }),
    ...(setsPrices
      ? [
          chosen(supply, {
            key: "contract_prices",
            label: "Precio de la energía",
            value: priceOf(supply),
            source: GIVEN,
          }),
        ]
      : []),
    assumption(
      {
        key: "contract_zone",
        label: "Zona de los periodos P1 a P6",
        value: phrase`${ZONE_LABELS[zone]}`,
        source: phrase`La de su provincia`,
      },
      zone !== zoneOf(province),
    ),
    ...(maximeters
      ? [
          chosen(maximeters, {
            key: "contract_maximeters",
            label: "Maxímetros",
            value: phrase`los de cada mes y periodo, que fijan los picos de la curva`,
            source: GIVEN,
          }),
        ]
      : []),
  ];
}

/** With as many decimals as bills print. */
const euroKwh = (value: number): Amount => amount(value, { unit: "€/kWh", decimals: 6 });

/** What a contract says that a kilowatt-hour costs. */
function priceOf({ pricing }: Contract): Phrase {
  const { fee_eur_mwh, prices_eur_kwh, price_eur_kwh, atr_included = true } = pricing;
  const held = prices_eur_kwh ?? (price_eur_kwh === undefined ? null : [price_eur_kwh]);
  if (held)
    return phrase`${joined(
      held.map((price) => phrase`${euroKwh(price)}`),
      "; ",
    )}${held.length > 1 ? " de P1 a P6" : ""}, ${atr_included ? "con peajes y cargos" : "sin peajes ni cargos, que se suman"}`;
  const margin =
    fee_eur_mwh === undefined ? phrase`${euroMwh(MARGIN_EUR_MWH)}, supuesto` : phrase`${euroMwh(fee_eur_mwh)}`;
  return phrase`el del mercado diario con pérdidas, peajes, cargos y pagos por capacidad, y un margen de ${margin}`;
}

/** The share of the optimum that counts; under a contract, of the ceiling, once the operation without foresight is known. */
function realisable(share: number, given: number | undefined, contractValue: SolvedRun["contractValue"]): Assumption[] {
  const label = "Ahorro realizable";
  if (!contractValue || given !== undefined)
    return [
      chosen(given, {
        key: "realisable_fct",
        label,
        value: phrase`${percent(share)} del óptimo`,
        source: phrase`Calculado: la misma batería operada hora a hora con los precios del mercado diario y el sol de la víspera`,
      }),
    ];
  const expected = contractValue.battery?.expected;
  const kept = expected ? keptOfCeiling(expected) : null;
  if (kept === null) return [];
  return [
    fixed({
      key: "realisable_fct",
      label,
      value: phrase`${percent(kept)} del techo teórico`,
      source: phrase`Calculado: la misma batería operada cada cuarto de hora sin conocer el consumo que viene`,
    }),
  ];
}

/** A change of the market that the reader supposes; nothing where none is. */
const supposed = (key: string, label: string, factor: number | undefined): Assumption[] =>
  factor === undefined
    ? []
    : [{ ...fixed({ key, label, value: phrase`${percent(factor)} del actual`, source: SUPPOSED }), overridden: true }];

/** The curve that stands for the consumption. */
function measuredLoad(curve: CaseCurve): Assumption {
  const { start, end, summary } = curve;
  const last = new Date(Date.parse(end) - 1).toISOString();
  const share = amount(summary.measured_share * 100, { unit: "%", decimals: 1 });
  return chosen(curve, {
    key: "load_curve",
    label: "Consumo",
    value: phrase`su curva, del ${longDate(start)} al ${longDate(last)}: medido el ${share} del año, confianza ${TRUST_NAMES[summary.trust]}`,
    source: GIVEN,
  });
}

const plantBehindMeter = (): Assumption =>
  fixed({
    key: "plant_behind_meter",
    label: "Producción de las placas que ya tiene",
    value: phrase`la del perfil, ajustada cada mes a lo que vierte en días cerrados`,
    source: OWN_JUDGEMENT,
  });

/** What inverter, transformer and cables leave of the energy, there and back. A caller's efficiencies hold it. */
function conversion(input: Case): Assumption {
  const { conversionEfficiency } = input.battery;
  const roundTrip = amount(efficienciesOf(input).roundTrip * 100, { unit: "%", decimals: 1 });
  const isHeld = conversionEfficiency === 1;
  return assumption(
    {
      key: "conversion_efficiency",
      label: "Rendimiento de la conversión",
      value: isHeld
        ? phrase`incluido en los rendimientos de carga y descarga: ${roundTrip} de ida y vuelta en corriente alterna`
        : phrase`${percent(conversionEfficiency)} de ida y vuelta (inversor, transformador y cables); con la batería, ${roundTrip} en corriente alterna`,
      source: isHeld ? GIVEN : OWN_JUDGEMENT,
    },
    !isHeld && conversionEfficiency !== CONVERSION_EFFICIENCY,
  );
}

/** The contracted power where none is given. */
const unlimited = ({ freeP6, tariff }: Site, hasContract: boolean): Phrase =>
  hasContract
    ? phrase`la de su contrato en cada periodo, o la punta actual de la planta donde es mayor`
    : freeP6
      ? phrase`la punta actual de la planta de P1 a P5; en P6 la potencia adicional se paga a ${amount(tariff.addedP6EurKwYear, { decimals: 4, unit: "€/kW" })} al año`
      : phrase`sin límite`;

function assumption({ key, label, value, source }: Statement, overridden: boolean): Assumption {
  return {
    key,
    label,
    ...written("value", value),
    ...written("source", overridden ? GIVEN : source),
    overridden,
  };
}

/** Nobody can give it. */
const fixed = (statement: Statement): Assumption => assumption(statement, false);

/** The engine's own, unless a figure was given. */
const chosen = (given: unknown, statement: Statement): Assumption => assumption(statement, given !== undefined);

/** A field of the payload always has a value: it counts as given where it is not the specification's. */
function ofPayload(value: number, statement: Statement & { key: keyof SimulationInput }): Assumption {
  const schema = SimulationInput.properties[statement.key] as { default?: unknown };
  return assumption(statement, value !== schema.default);
}
