import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import type { UncertaintySource } from "@ecotrim/contracts/simulations/uncertainty";
import { sourceData } from "../../site/source-data.ts";
import type { ScenarioBase } from "./base.ts";
import { SPREAD } from "./scenarios.ts";

const JUDGEMENT = "Criterio propio";

/** Everything the scenarios vary or keep, as people read it, with the source of each figure. */
export function uncertaintySources(base: ScenarioBase): UncertaintySource[] {
  const percent = (share: number, decimals = 0) => formatPercent(share, { decimals });
  const plusMinus = (share: number, decimals = 0) => `± ${percent(share, decimals)}`;
  const between = (least: number, greatest: number, decimals = 0) =>
    `entre ${percent(least, decimals)} y ${percent(greatest, decimals)}`;
  const around = (value: number, deviation: number) =>
    between(Math.max(value - deviation, 0), Math.min(value + deviation, 1));
  const entry = (key: string, label: string, value: string, source: string, judgement: boolean): UncertaintySource => ({
    key,
    label,
    value,
    source,
    judgement,
  });
  const { availability, realisable_fct } = base.assumptions;
  const { roundTrip, fade } = SPREAD;
  return [
    entry(
      "market_level",
      "Nivel del precio de mercado",
      plusMinus(SPREAD.level),
      "OMIE: medias anuales de 2023, 2024 y 2025 (87, 63 y 65 €/MWh), con un margen añadido por criterio propio",
      true,
    ),
    entry(
      "market_spread",
      "Diferencia de precio entre horas",
      plusMinus(SPREAD.spread),
      "OMIE: dispersión media dentro del día en 2023, 2024 y 2025 (22, 22 y 30 €/MWh)",
      false,
    ),
    entry(
      "market_correlation",
      "Relación entre el nivel y la diferencia de precio",
      `correlación de ${formatNumber(SPREAD.correlation)}`,
      JUDGEMENT,
      true,
    ),
    entry(
      "market_persistence",
      "Precio de los años siguientes",
      `cada año conserva el ${percent(SPREAD.persistence)} de la desviación del anterior`,
      JUDGEMENT,
      true,
    ),
    entry(
      "pv_year",
      "Producción solar de un año a otro",
      plusMinus(SPREAD.pvYear, 1),
      "PVGIS, Valencia, 2015 a 2020: desviación típica de la producción anual",
      false,
    ),
    entry(
      "pv_bias",
      "Error del perfil solar",
      plusMinus(SPREAD.pvBias),
      sourceData()?.pv
        ? `${JUDGEMENT}: el perfil procede de imágenes de satélite (PVGIS)`
        : `${JUDGEMENT}: el perfil procede de ERA5, que suele leer entre un 1 y un 4 % de más`,
      true,
    ),
    entry("demand", "Consumo", plusMinus(SPREAD.demand), JUDGEMENT, true),
    entry(
      "round_trip",
      "Rendimiento de ida y vuelta en operación",
      `${between(roundTrip.least, roundTrip.greatest)}, lo más probable ${percent(roundTrip.mode)}`,
      `${JUDGEMENT}: por debajo del 95 % de los parámetros, que no recoge pérdidas a carga parcial; si se indica otro rendimiento, en la misma proporción`,
      true,
    ),
    entry("availability", "Disponibilidad", around(availability, SPREAD.availability), JUDGEMENT, true),
    entry("realisable_fct", "Ahorro realizable", around(realisable_fct, SPREAD.realisable), JUDGEMENT, true),
    entry(
      "fade",
      "Pérdida anual de capacidad",
      between(base.fade * fade.least, base.fade * fade.greatest, 1),
      JUDGEMENT,
      true,
    ),
    base.capexGiven
      ? entry("capex", "Inversión", "sin variación", "Importe indicado en los datos de la simulación", false)
      : entry("capex", "Inversión", plusMinus(SPREAD.capex), `${JUDGEMENT}, hasta tener una oferta`, true),
    entry(
      "limit",
      "Potencia contratada",
      "sube con el consumo del escenario si este no cabe en ella",
      `${JUDGEMENT}: la planta necesitaría esa potencia con batería o sin ella`,
      true,
    ),
    entry(
      "prices",
      "Contrato de compra y de venta",
      "como en el caso base, ajustado una sola vez",
      "La diferencia entre tipos de contrato se muestra aparte",
      false,
    ),
  ];
}
