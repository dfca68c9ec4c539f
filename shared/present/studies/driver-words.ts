import type { DriverKey } from "@ecotrim/engine/studies/drivers";

/** Names and sources of the drivers, for scenarios and tornado alike; the widths are those of the engine's table. */
export const DRIVER_WORDS: Record<DriverKey, { label: string; source: string }> = {
  market_level: {
    label: "Nivel del precio de mercado",
    source: "OMIE: medias anuales de 2023, 2024 y 2025 (87, 63 y 65 €/MWh), con un margen añadido por criterio propio",
  },
  market_spread: {
    label: "Diferencia de precio entre horas",
    source: "OMIE: dispersión media dentro del día en 2023, 2024 y 2025 (22, 22 y 30 €/MWh)",
  },
  spread_drift: {
    label: "Tendencia de la diferencia de precio",
    source: "Criterio propio: más solar la abre y más baterías la cierran; no se supone ninguna dirección",
  },
  pv_year: {
    label: "Producción solar de un año a otro",
    source: "PVGIS, Valencia, 2015 a 2020: desviación típica de la producción anual",
  },
  pv_bias: {
    label: "Error del perfil solar",
    source: "Criterio propio: el perfil procede de ERA5, que suele leer entre un 1 y un 4 % de más",
  },
  demand: { label: "Consumo", source: "Criterio propio: cambios de actividad de la planta" },
  curve_gaps: {
    label: "Curva de consumo orientativa",
    source: "Criterio propio: lo que los huecos y lo estimado dejan sin saber del año",
  },
  curve_shape: {
    label: "Curva de consumo de parte del año",
    source: "Criterio propio: de los meses sin datos solo se conoce la forma",
  },
  round_trip: {
    label: "Rendimiento de ida y vuelta",
    source: "Criterio propio: pérdidas a carga parcial y en los equipos de conversión",
  },
  availability: { label: "Disponibilidad", source: "Criterio propio: una semana más o menos de paradas al año" },
  realisable_fct: {
    label: "Ahorro realizable",
    source: "Criterio propio: error al estimar cuánto del óptimo se logra sin conocer el futuro",
  },
  fade: {
    label: "Pérdida anual de capacidad",
    source: "Criterio propio: de una batería que envejece menos de lo previsto a una que envejece más",
  },
  capex: {
    label: "Inversión",
    source: "Criterio propio, hasta tener una oferta: distancia habitual entre una estimación y una oferta en firme",
  },
  price_growth: {
    label: "Crecimiento del precio de la energía",
    source: "Criterio propio: de precios que apenas suben a precios que suben más que la inflación objetivo",
  },
  om: {
    label: "Operación y mantenimiento",
    source: "Criterio propio: diferencia habitual entre contratos, con más margen al alza",
  },
  life: { label: "Vida útil", source: "Criterio propio: tres años menos o más de los previstos" },
};
