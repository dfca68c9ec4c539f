import type { NumberLimits } from "@ecotrim/contracts/limits";
import { AverageDemand } from "@ecotrim/contracts/simulations/fields";
import type { CalculatorState, ConsumptionUnit } from "./state.ts";

/** How a consumption is stated: its units, and what the answers of step 3 become when one of them changes. */

type Demand = CalculatorState["demand"];

const HOURS_A_YEAR = 8760;

interface UnitOfConsumption {
  /** As the switch and the reader of units write it. */
  name: string;
  label: string;
  unit: string;
  per: string;
  decimals: number;
  /** Figure of a mean power of 1 kW over the year. */
  perKw: number;
}

export const UNITS: Record<ConsumptionUnit, UnitOfConsumption> = {
  kwh_hour: {
    ...{ name: "kWh a la hora", label: "Consumo medio por hora en un día laborable" },
    ...{ unit: "kWh", per: "por hora", decimals: 2, perKw: 1 },
  },
  kwh_month: {
    ...{ name: "kWh al mes", label: "Consumo de un mes medio" },
    ...{ unit: "kWh", per: "al mes", decimals: 0, perKw: HOURS_A_YEAR / 12 },
  },
  mwh_year: {
    ...{ name: "MWh al año", label: "Consumo de un año" },
    ...{ unit: "MWh", per: "al año", decimals: 2, perKw: HOURS_A_YEAR / 1000 },
  },
  kw_mean: {
    ...{ name: "kW de media", label: "Potencia media de todo el año" },
    ...{ unit: "kW", per: "de media", decimals: 2, perKw: 1 },
  },
};

/** The limits of the consumption, in a unit. */
export function limitsIn(unit: ConsumptionUnit) {
  if (unit === "kwh_hour") return AverageDemand;
  const { unit: shown, per, perKw } = UNITS[unit];
  const { maximum = Infinity }: NumberLimits = AverageDemand;
  return { ...AverageDemand, title: "El consumo", unit: `${shown} ${per}`, maximum: maximum * perKw };
}

/** @param share mean power of the year over that of an operating day, to which kWh a la hora refers */
const perMeanKw = (unit: ConsumptionUnit, share: number): number =>
  unit === "kwh_hour" ? 1 / share : UNITS[unit].perKw;

export const meanKwOf = (figure: number, unit: ConsumptionUnit, share: number): number =>
  figure / perMeanKw(unit, share);

export const figureOf = (meanKw: number, unit: ConsumptionUnit, share: number): number =>
  meanKw * perMeanKw(unit, share);

export const yearlyMwh = (meanKw: number): number => meanKw * UNITS.mwh_year.perKw;

/** Whether the figure typed is the average itself: else the average follows from it. */
export const isAverage = ({ unit, net }: Demand): boolean => unit === "kwh_hour" && !net;

/** The figure as typed, in its unit. */
export const typedFigure = (demand: Demand): number | null => (isAverage(demand) ? demand.average : demand.figure);

/** An average that follows from the figure is not known until it is computed again. */
export const withFigure = (demand: Demand, figure: number | null): Demand =>
  isAverage(demand) ? { ...demand, average: figure, figure: null } : { ...demand, average: null, figure };

export const ofShape = (demand: Demand, shape: Partial<Pick<Demand, "type" | "weekend">>): Demand =>
  withFigure({ ...demand, ...shape }, typedFigure(demand));

/** @param figure the same consumption in the new unit */
export const inUnit = (demand: Demand, unit: ConsumptionUnit, figure: number | null): Demand =>
  withFigure({ ...demand, unit }, figure);

export const ofGrid = (demand: Demand, net: boolean): Demand => withFigure({ ...demand, net }, typedFigure(demand));
