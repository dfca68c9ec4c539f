import { type CompleteInput, completeInput, type SimulationInput } from "./input.ts";

/**
 * The input of the engine, in the parts of its domain. Where a part leaves a field out, the engine's own assumption
 * holds. Units are in the names; shares are fractions of 1.
 */
export interface Case {
  /** Local dates, both included. */
  period: { start: string; end: string; stepHours: 0.25 | 0.5 | 1 };
  /** 0 means that exports have no limit. */
  site: { exportLimitKw: number };
  /** Load profile of a site without a metered curve: the mean power of an operating day, and its shape. */
  load: { averageKw: number; twoShifts: boolean; weekends: boolean };
  pv: { kwp: number };
  /** 0 means that the contracted power is not known. */
  contract: { powerKw: number };
  tariff: { spendingEurYear?: number; marketYear?: 2023 | 2024 | 2025 };
  battery: {
    capacityKwh: number;
    chargeKw: number;
    dischargeKw: number;
    chargeEfficiency: number;
    dischargeEfficiency: number;
    minSoc: number;
    initialSoc: number;
    mayExport?: boolean;
    fadeYear?: number;
    warrantyCycles?: number;
    availability?: number;
    /** Share of the optimal saving that an operation without foresight attains. */
    realisableShare?: number;
    auxiliaryKwPerMwh?: number;
    wearEurMwh?: number;
  };
  finance: {
    powerTermSavingEurYear: number;
    securityOfSupplyEurYear: number;
    revenueShare: number;
    capexEur?: number;
    /** Operation and maintenance a year, as a share of the investment. */
    omShare?: number;
    omIndexation?: number;
    priceGrowth?: number;
    discountRate?: number;
    lifeYears?: number;
    /** Cost of the new inverter as a share of the investment, and the year of its replacement. */
    replacementShare?: number;
    replacementYear?: number;
  };
  /** Whether the results leave out plots and tables. */
  hideDetails: boolean;
}

/** The case for a complete payload of the specification. */
export function caseOf(input: CompleteInput): Case {
  return {
    period: { start: input.start_date, end: input.end_date, stepHours: input.time_step_duration },
    site: { exportLimitKw: input.limit_output },
    load: { averageKw: input.demand_value, twoShifts: input.two_turnes, weekends: input.weekends },
    pv: { kwp: input.pv_value },
    contract: { powerKw: input.limit },
    tariff: given({ spendingEurYear: input.total_spending, marketYear: input.market_year }),
    battery: {
      capacityKwh: input.battery_capacity,
      chargeKw: input.max_charge_power,
      dischargeKw: input.max_discharge_power,
      chargeEfficiency: input.efficiency_charge,
      dischargeEfficiency: input.efficiency_discharge,
      minSoc: input.battery_min_soc,
      initialSoc: input.initial_soc,
      ...given({
        mayExport: input.battery_export,
        fadeYear: input.fade,
        warrantyCycles: input.warranty_cycles,
        availability: input.availability,
        realisableShare: input.realisable_fct,
        auxiliaryKwPerMwh: input.auxiliary_kw_per_mwh,
        wearEurMwh: input.wear_eur_mwh,
      }),
    },
    finance: {
      powerTermSavingEurYear: input.ahorro_termino_potencia,
      securityOfSupplyEurYear: input.garantia_suministro,
      revenueShare: input.revenue_share_fct,
      ...given({
        capexEur: input.capex_eur,
        omShare: input.om_fct,
        omIndexation: input.om_indexation,
        priceGrowth: input.price_growth,
        discountRate: input.discount_rate,
        lifeYears: input.life_years,
        replacementShare: input.replacement_fct,
        replacementYear: input.replacement_year,
      }),
    },
    hideDetails: input.hide_details,
  };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops undefined values, which neither JSON nor a hash would keep. */
const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;

/**
 * The case for validated inputs.
 * @throws AppError INVALID_INPUT naming the field, as `completeInput`
 */
export const readCase = (input: SimulationInput, options?: { demandGiven?: boolean }): Case =>
  caseOf(completeInput(input, options));

/** The same case with a given realisable share of the optimal saving. */
export const withRealisableShare = (input: Case, realisableShare: number): Case => ({
  ...input,
  battery: { ...input.battery, realisableShare },
});
