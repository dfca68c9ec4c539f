import type { HourlySeries, Results } from "@ecotrim/contracts/simulations/result";
import { isShortPeriod } from "@ecotrim/engine/economics/economic-figures";
import type { Economics, OwnerFigures, SavingParts } from "@ecotrim/engine/economics/economics";
import { storedCase } from "@ecotrim/engine/economics/own-capex";
import type { Outcome } from "@ecotrim/engine/outcome";
import { keptOfCeiling } from "@ecotrim/engine/power-contract/contract-value";
import { engineVersion } from "@ecotrim/engine/simulate";
import type { Operation } from "@ecotrim/engine/solved-run";
import { tariffVersion } from "@ecotrim/engine/tariff/tariff";
import { ECONOMICS_ROWS } from "../economics-rows.ts";
import { assumptionsOf } from "./assumptions.ts";
import { cashflowTable } from "./cash-flow-table.ts";
import { CONTRACT_LABELS } from "./contract-labels.ts";
import { billResults } from "./contract-results.ts";
import { curveResults } from "./curve-results.ts";
import { batteryIndicators, demandIndicators, kpiTable } from "./indicators.ts";
import { nullReasonsOf } from "./null-reasons.ts";
import { chargePlot, dischargePlot, energyPlot, sankeyPlot, spreadPlot, stackbarPlot } from "./plots.ts";
import { PROFITABILITY, profitability } from "./profitability.ts";
import { operationTable, projectEconomicsTable } from "./tables.ts";
import { writtenWarning } from "./warnings.ts";

/** A simulation in the form that people read. */
export interface SimulationOutput {
  results: Results;
  /** The dispatch of every step, stored apart. */
  hourly: HourlySeries;
}

/** Writes the engine's outcome as results. */
export const simulationOutput = (outcome: Outcome): SimulationOutput => ({
  results: resultsOf(outcome),
  hourly: hourlySeries(outcome),
});

function resultsOf(outcome: Outcome): Results {
  const { input, site, assumptions, solution, evaluated, figures, powerKw } = outcome;
  const { timeline, calibration } = site;
  const { savings, irr, npv, lcoe, payback_years } = figures.economics;
  return {
    ...(outcome.contractValue?.battery?.expected === null && { provisional: true }),
    summary: {
      ...{ savings, irr, npv, lcoe, payback_years },
      capex_eur: assumptions.capex_eur,
      profitability: PROFITABILITY[profitability(savings, irr)],
      battery_capacity_kwh: input.battery.capacityKwh,
      battery_power_kw: powerKw,
    },
    kpi_new_table: figures,
    ...(input.hideDetails ? {} : detailsOf(outcome)),
    kpi_table: kpiTable(outcome),
    first_year_income_by_power: outcome.firstYearIncomeEurPerKw,
    total_autoconsume: figures.energetics.total_autoconsume,
    ...(outcome.economicCase && evaluated
      ? {
          economic_case: {
            ...storedCase(outcome.economicCase),
            later_energy_saving_eur: outcome.laterYears.map(({ energySavingEur }) => energySavingEur),
          },
        }
      : {}),
    ...(evaluated?.owner ? { owner: ownerOf(evaluated, evaluated.owner, isShortPeriod(timeline.hours)) } : {}),
    savings_split: evaluated ? savingsSplit(evaluated.firstYear, outcome) : [],
    possible_extras: evaluated ? possibleExtras(outcome) : [],
    realisable: realisableOf(outcome),
    contract_range: outcome.contracts.map(({ key, isOwn, energySavingEur, savingEur, npvEur, paybackYears }) => ({
      key,
      label: CONTRACT_LABELS[key],
      energy_saving_eur: energySavingEur,
      saving_eur: savingEur,
      npv_eur: npvEur,
      payback_years: paybackYears,
      own: isOwn,
    })),
    calibration: {
      k: calibration.k,
      adder_eur_mwh: calibration.adderEurMwh,
      ratio: calibration.ratio,
      mean_buy_eur_mwh: outcome.meanBuyEurMwh,
      ...(outcome.contractSpendingEur !== null && { contract_spending_eur: outcome.contractSpendingEur }),
    },
    assumptions: assumptionsOf(outcome),
    warnings: outcome.warnings.map(writtenWarning),
    ...nullReasonsOf(outcome.nullReasons, assumptions.life_years),
    period: {
      steps: timeline.steps,
      hours: timeline.hours,
      step_hours: timeline.stepHours,
      start: timeline.start,
      end: timeline.end,
    },
    ...billResults(outcome),
    ...curveResults(outcome),
    costs: { without_battery_eur: outcome.billWithoutEur, with_battery_eur: outcome.billWithEur },
    peaks: outcome.peaks,
    solver: {
      name: solution.solver,
      status: solution.status,
      objective_eur: solution.objectiveEur,
      relative_gap: solution.relativeGap,
      milliseconds: solution.milliseconds,
      iterations: solution.iterations,
      rows: solution.rows,
      columns: solution.columns,
    },
    engine_version: engineVersion(),
    tariff_version: tariffVersion(input.tariff),
  };
}

function detailsOf(outcome: Outcome) {
  const { input, assumptions, evaluated } = outcome;
  const { capex_eur, discount_rate } = assumptions;
  return {
    operative_analysis: {
      energy_plot: energyPlot(outcome),
      sankey_plot: sankeyPlot(outcome),
      stackbar_plot: stackbarPlot(outcome),
      battery_cha: chargePlot(outcome),
      battery_dis: dischargePlot(outcome),
      battery_spread: spreadPlot(outcome),
      kpi_demand: demandIndicators(outcome),
      kpi_battery: batteryIndicators(outcome),
    },
    project_economics_table: projectEconomicsTable(outcome),
    operation_data: { df: operationTable(outcome) },
    economic_model: {
      cashflow_df: evaluated ? cashflowTable(evaluated, capex_eur, discount_rate, input.finance.revenueShare > 0) : [],
    },
  };
}

function savingsSplit(
  { energy, operation, auxiliaries, extraPower, owner }: SavingParts,
  { contractValue, figures, solarSavingEur }: Outcome,
): Results["savings_split"] {
  const energyEur = contractValue ? figures.economics.energy_saving_eur! : energy;
  return [
    { key: "solar", label: "Solar guardada", value_eur: solarSavingEur },
    { key: "shifting", label: "Compra a mejor hora", value_eur: energyEur - solarSavingEur },
    ...(contractValue ? [{ key: "power", label: ECONOMICS_ROWS.otherTerms, value_eur: energy - energyEur }] : []),
    { key: "operation", label: "Operación real", value_eur: operation },
    { key: "auxiliaries", label: ECONOMICS_ROWS.auxiliaries, value_eur: auxiliaries },
    { key: "extraPower", label: ECONOMICS_ROWS.extraPower, value_eur: extraPower },
    ...(owner === undefined ? [] : [{ key: "owner", label: "Parte de quien invierte", value_eur: owner }]),
  ];
}

/** The figures of who invests. */
const ownerOf = ({ paybackYears }: Economics, { share, savingEur, lcoe }: OwnerFigures, isShort: boolean) => ({
  share_fct: share,
  savings: savingEur,
  payback_years: isShort ? null : paybackYears,
  lcoe,
});

/** What an operation without foresight keeps of the optimum. */
function realisableOf({ contractValue, site, assumptions, evaluated }: Outcome): Results["realisable"] {
  const share = assumptions.realisable_fct;
  if (!contractValue?.battery) {
    const optimum = evaluated?.firstYear.energy ?? null;
    return { fct: share, optimum_eur: optimum, realisable_eur: optimum && optimum * share };
  }
  const { expected } = contractValue.battery;
  if (!expected) return { fct: share, optimum_eur: null, realisable_eur: null };
  const { annualFactor } = site.timeline;
  return {
    fct: keptOfCeiling(expected) ?? share,
    optimum_eur: expected.ceilingEur * annualFactor,
    realisable_eur: expected.contract.savingEur * annualFactor,
  };
}

/** What the specification would add to the saving without calculation. */
function possibleExtras({ input: { finance }, contractValue }: Outcome): NonNullable<Results["possible_extras"]> {
  const powerTerm = {
    key: "ahorro_termino_potencia",
    label: "Término de potencia",
    value_eur: finance.powerTermSavingEurYear,
  };
  return [
    // With a contract it is calculated.
    ...(contractValue ? [] : [powerTerm]),
    { key: "garantia_suministro", label: "Garantía de suministro", value_eur: finance.securityOfSupplyEurYear },
  ].filter(({ value_eur }) => value_eur > 0);
}

function hourlySeries({ site, schedule }: Operation): HourlySeries {
  return {
    start: site.timeline.start,
    step_hours: site.timeline.stepHours,
    pv_kwh: stored(site.pvKwh),
    demand_kwh: stored(site.demandKwh),
    buy_eur_mwh: stored(site.buyEurMwh),
    sell_eur_mwh: stored(site.sellEurMwh),
    import_kwh: stored(schedule.importKwh),
    export_kwh: stored(schedule.exportKwh),
    curtailed_kwh: stored(schedule.curtailedKwh),
    charge_kwh: stored(schedule.chargeKwh),
    discharge_kwh: stored(schedule.dischargeKwh),
    soc_kwh: stored(schedule.socKwh),
  };
}

/** Rounded to a millionth: below every tolerance, and a fraction of the size. */
const stored = (values: Float64Array): number[] => Array.from(values, (value) => Math.round(value * 1e6) / 1e6);
