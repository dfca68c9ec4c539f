import type { NullReason } from "@ecotrim/contracts/simulations/result";
import type { Economics, SavingParts } from "./economics.ts";

/** Days below which a rate of return would be a guess about the rest of the year. */
export const LEAST_DAYS = 330;
const DAY_HOURS = 24;

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
}

/**
 * The figures of the economics, and why those that are null do not exist.
 * @param economics null where the site cannot do without the battery
 * @param hours length of the simulated period
 */
export function economicFigures(
  economics: Economics | null,
  hasBattery: boolean,
  hours: number,
): { figures: EconomicFigures; nullReasons: Record<string, NullReason> } {
  const nullReasons: Record<string, NullReason> = {};
  const figure = (key: keyof EconomicFigures, value: number | null | undefined, reason: NullReason): number | null => {
    if (value !== null && value !== undefined) return value;
    nullReasons[key] = reason;
    return null;
  };
  const noSaving = hasBattery ? "cannot_do_without" : "no_battery";
  const evaluated = hasBattery ? economics : null;
  const overLife = isShortPeriod(hours) ? null : evaluated;
  const notOverLife = evaluated ? "short_period" : noSaving;
  const noLevelisedCost = economics ? "no_demand" : "cannot_do_without";
  const figures: EconomicFigures = {
    savings: figure("savings", evaluated && sumParts(evaluated.firstYear), noSaving),
    irr: figure("irr", overLife?.irr.irr, overLife ? "no_rate" : notOverLife),
    npv: figure("npv", overLife?.npvEur, notOverLife),
    lcoe: figure("lcoe", economics?.lcoe, noLevelisedCost),
    payback_years: figure(
      "payback_years",
      overLife?.owner ? null : overLife?.paybackYears,
      overLife?.owner ? "no_investment" : overLife ? "not_recovered" : notOverLife,
    ),
    lcoe_without_battery: figure("lcoe_without_battery", economics?.lcoeWithoutBattery, noLevelisedCost),
    lcos: figure("lcos", evaluated?.lcos, evaluated ? "no_discharge" : noSaving),
  };
  return { figures, nullReasons };
}

const sumParts = (parts: SavingParts): number =>
  Object.values<number>(parts as Record<keyof SavingParts, number>).reduce((sum, part) => sum + part, 0);
