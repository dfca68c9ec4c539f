import { formatNumber } from "@ecotrim/contracts/numbers";
import type { EngineAssumptions } from "./assumptions.ts";
import type { Economics, SavingParts } from "./economics.ts";

/** Days below which a rate of return would be a guess about the rest of the year. */
const LEAST_DAYS = 330;
const DAY_HOURS = 24;

export const NO_BATTERY = "No hay batería que evaluar: su capacidad es 0.";
export const CANNOT_DO_WITHOUT =
  "La planta sin batería no cabe en su potencia contratada, así que no hay un coste sin batería con el que comparar.";
export const SHORT_PERIOD = `El periodo simulado dura menos de ${LEAST_DAYS} días: no basta para calcular una rentabilidad.`;
export const NO_DISCHARGE = "La batería no descarga energía en todo el periodo.";
const NO_DEMAND = "No hay consumo entre el que repartir el coste.";
const NO_RATE = "Ninguna tasa entre el -99 % y el 1.000 % iguala los flujos con la inversión.";

/** Whether a period is too short for figures over the life of the battery. */
export const isShortPeriod = (hours: number): boolean => hours < LEAST_DAYS * DAY_HOURS;

/** Figures people read; null where one does not exist. Money in EUR, `irr` a fraction, levelised costs EUR/MWh. */
export interface EconomicFigures {
  savings: number | null;
  irr: number | null;
  npv: number | null;
  lcoe: number | null;
  payback_years: number | null;
  lcoe_without_battery: number | null;
  lcos: number | null;
  npv_without_fixed_items: number | null;
}

/**
 * The figures of the economics, and one Spanish sentence for each that is null.
 * @param economics null where the site cannot do without the battery
 * @param hours length of the simulated period
 */
export function economicFigures(
  economics: Economics | null,
  { life_years }: Pick<EngineAssumptions, "life_years">,
  hasBattery: boolean,
  hours: number,
): { figures: EconomicFigures; nullReasons: Record<string, string> } {
  const nullReasons: Record<string, string> = {};
  const figure = (key: keyof EconomicFigures, value: number | null | undefined, reason: string): number | null => {
    if (value !== null && value !== undefined) return value;
    nullReasons[key] = reason;
    return null;
  };
  const noSaving = hasBattery ? CANNOT_DO_WITHOUT : NO_BATTERY;
  const evaluated = hasBattery ? economics : null;
  const overLife = isShortPeriod(hours) ? null : evaluated;
  const notOverLife = evaluated ? SHORT_PERIOD : noSaving;
  const noLevelisedCost = economics ? NO_DEMAND : CANNOT_DO_WITHOUT;
  const life = life_years === 1 ? "el año" : `los ${formatNumber(life_years)} años`;
  const notRecovered = `La inversión no se recupera en ${life} de vida útil.`;
  const figures: EconomicFigures = {
    savings: figure("savings", evaluated && sumParts(evaluated.firstYear), noSaving),
    irr: figure("irr", overLife?.irr.irr, overLife ? NO_RATE : notOverLife),
    npv: figure("npv", overLife?.npvEur, notOverLife),
    lcoe: figure("lcoe", economics?.lcoe, noLevelisedCost),
    payback_years: figure("payback_years", overLife?.paybackYears, overLife ? notRecovered : notOverLife),
    lcoe_without_battery: figure("lcoe_without_battery", economics?.lcoeWithoutBattery, noLevelisedCost),
    lcos: figure("lcos", evaluated?.lcos, evaluated ? NO_DISCHARGE : noSaving),
    npv_without_fixed_items: figure("npv_without_fixed_items", overLife?.npvWithoutFixedItemsEur, notOverLife),
  };
  return { figures, nullReasons };
}

const sumParts = (parts: SavingParts): number => Object.values(parts).reduce((sum, part) => sum + part, 0);
