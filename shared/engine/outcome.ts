import type { NullReason, Results } from "@ecotrim/contracts/simulations/result";
import { energyEurByMonth, valueEur } from "./bill/bill.ts";
import { importPeakKw } from "./bill/peaks.ts";
import type { ContractRow } from "./contract-range.ts";
import { sumMwh } from "./dispatch/flows.ts";
import type { DispatchSchedule } from "./dispatch/problem.ts";
import { solarSavingEur } from "./dispatch/stored-solar.ts";
import { economicFigures, isShortPeriod } from "./economics/economic-figures.ts";
import type { Economics } from "./economics/economics.ts";
import { contractSpending } from "./site/contract-spending.ts";
import type { Site } from "./site/site.ts";
import type { SolvedRun } from "./solved-run.ts";
import { runWarnings, siteWarnings, unusedSpending, type Warning } from "./warnings.ts";

const DAY_HOURS = 24;

/** The outcome of a simulation in numbers and codes, from which `present` writes the results. */
export interface Outcome extends SolvedRun {
  /** The economics where there is a battery and a saving to evaluate. */
  evaluated: Economics | null;
  /** The part of the first year's energy saving that stored PV earns. */
  solarSavingEur: number;
  figures: Results["kpi_new_table"];
  powerKw: number;
  /** The specification's ratio of the investment to the first year's net flow. */
  simplePaybackYears: number | null;
  firstYearIncomeEurPerKw: number | null;
  /** Mean price paid for grid energy without battery, EUR/MWh. */
  meanBuyEurMwh: number | null;
  /** What the prices of a contract make of a year's imports without battery, EUR; null where the spending counts. */
  contractSpendingEur: number | null;
  billByMonth: NonNullable<Results["bill_by_month"]>;
  peaks: NonNullable<Results["peaks"]>;
  /** What the battery is worth by kind of contract; null figures as in `nullReasons`. */
  contracts: ContractFigures[];
  /** Key of a null figure -> its reason. */
  nullReasons: Record<string, NullReason>;
  warnings: Warning[];
}

export interface ContractFigures extends Pick<ContractRow, "key" | "isOwn" | "energySavingEur"> {
  savingEur: number | null;
  npvEur: number | null;
  paybackYears: number | null;
}

/** The figures of a run. Figures that do not exist are null, with the reason in `nullReasons`. */
export function outcomeOf(run: SolvedRun): Outcome {
  const { input, site, assumptions, totals, economics } = run;
  const { hours } = site.timeline;
  const { battery, tariff } = input;
  const hasBattery = battery.capacityKwh > 0;
  const { figures: economic, nullReasons } = economicFigures(economics, hasBattery, hours);
  const figure = (key: string, value: number | null | undefined, reason: NullReason): number | null => {
    if (value !== null && value !== undefined) return value;
    nullReasons[key] = reason;
    return null;
  };

  const evaluated = hasBattery ? economics : null;
  const powerKw = Math.max(battery.chargeKw, battery.dischargeKw);
  const generationMwh = sumMwh(site.pvKwh);
  const demandMwh = sumMwh(site.demandKwh);
  const importMwh = totals.gridToDemand + totals.gridToBattery;
  const autoconsumeMwh = totals.pvToDemand + totals.pvToBattery;
  const dischargedMwh = totals.batteryToDemand + totals.batteryToExport;
  const contractSpendingEur = contractSpending(input, run.given, site);
  const spendingEur = contractSpendingEur ?? tariff.spendingEurYear;
  const { savings } = economic;

  const figures: Results["kpi_new_table"] = {
    economics: {
      ...economic,
      spending_to_savings: figure(
        "spending_to_savings",
        spendingEur && savings !== null && savings > 0 ? spendingEur / savings : null,
        noSpendingToSavings(spendingEur),
      ),
      capex_eur: assumptions.capex_eur,
      energy_saving_eur: figure(
        "energy_saving_eur",
        run.billWithoutEur === null ? null : (run.billWithoutEur - run.billWithEur) * site.timeline.annualFactor,
        "cannot_do_without",
      ),
    },
    energetics: {
      total_demand: demandMwh,
      total_generation: generationMwh,
      total_autoconsume: autoconsumeMwh,
      total_import: importMwh,
      total_export: totals.pvToExport + totals.batteryToExport,
      total_curtailed: totals.curtailed,
      total_charge: totals.pvToBattery + totals.gridToBattery,
      total_discharge: dischargedMwh,
      self_consumption_fct: figure(
        "self_consumption_fct",
        generationMwh > 0 ? autoconsumeMwh / generationMwh : null,
        "no_pv",
      ),
      self_sufficiency_fct: figure(
        "self_sufficiency_fct",
        demandMwh > 0 ? 1 - importMwh / demandMwh : null,
        "no_consumption",
      ),
      fct_bess_to_customer: figure(
        "fct_bess_to_customer",
        dischargedMwh > 0 ? totals.batteryToDemand / dischargedMwh : null,
        hasBattery ? "no_discharge" : "no_battery",
      ),
      cycles_per_year: figure("cycles_per_year", run.cyclesPerYear, "no_battery"),
    },
  };
  const noSaving = hasBattery ? "cannot_do_without" : "no_battery";
  const firstYearIncomeEurPerKw = figure(
    "first_year_income_by_power",
    savings !== null && powerKw > 0 ? savings / powerKw : null,
    evaluated ? "no_power" : noSaving,
  );
  figure("ratio", site.calibration.ratio, "not_calibrated");
  const meanBuyEurMwh = figure(
    "mean_buy_eur_mwh",
    run.withoutBattery && meanBuyPrice(site, run.withoutBattery),
    run.withoutBattery ? "no_imports" : "cannot_do_without",
  );
  figure("without_battery_eur", run.billWithoutEur, "cannot_do_without");

  const contracts = run.contractRange.map(({ economics: ofRow, ...row }): ContractFigures => {
    const { figures: found, nullReasons: reasons } = economicFigures(ofRow, hasBattery, hours);
    const ofContract = (key: "npv" | "payback_years", name: string) =>
      figure(`contract_range.${row.key}.${name}`, found[key], reasons[key]!);
    return {
      ...row,
      savingEur: found.savings,
      npvEur: ofContract("npv", "npv_eur"),
      paybackYears: ofContract("payback_years", "payback_years"),
    };
  });

  return {
    ...run,
    contracts,
    evaluated,
    solarSavingEur: run.withoutBattery
      ? solarSavingEur(run.problem, run.schedule, run.withoutBattery, run.flows) * site.timeline.annualFactor
      : 0,
    figures,
    powerKw,
    simplePaybackYears: isShortPeriod(hours) ? null : (evaluated?.simplePaybackYears ?? null),
    firstYearIncomeEurPerKw,
    meanBuyEurMwh,
    contractSpendingEur,
    billByMonth: billByMonth(run),
    peaks: hours < DAY_HOURS ? [] : peaksByPeriod(run),
    nullReasons,
    warnings: [
      ...siteWarnings(run, economic.npv),
      ...unusedSpending(run, contractSpendingEur),
      ...runWarnings(run, evaluated, figures, isShortPeriod(hours)),
    ],
  };
}

/** Why the spending cannot be compared with a saving. */
function noSpendingToSavings(spendingEurYear: number | undefined): NullReason {
  if (spendingEurYear === undefined) return "no_spending";
  return spendingEurYear > 0 ? "no_saving" : "zero_spending";
}

/** Mean price paid for grid energy, EUR/MWh; null without imports. */
function meanBuyPrice(site: Site, { importKwh }: DispatchSchedule): number | null {
  const importMwh = sumMwh(importKwh);
  return importMwh > 0 ? valueEur(site.buyEurMwh, importKwh) / importMwh : null;
}

/** The energy bill of each month, without and with battery. */
function billByMonth({ site, schedule, withoutBattery }: SolvedRun): Outcome["billByMonth"] {
  const billed = (year: DispatchSchedule) => energyEurByMonth(site.timeline, site, year);
  const without = withoutBattery && billed(withoutBattery);
  return billed(schedule).map(({ month, eur }, index) => ({
    month,
    without_battery_eur: without && without[index]!.eur,
    with_battery_eur: eur,
  }));
}

/** Import peak of each tariff period of the period simulated, kW. */
function peaksByPeriod({ site, schedule, withoutBattery }: SolvedRun): Outcome["peaks"] {
  const periods = [...new Set(site.timeline.tariffPeriod)].sort();
  return periods.map((period) => ({
    period: `P${period}`,
    without_battery_kw: withoutBattery && importPeakKw(site.timeline, withoutBattery.importKwh, period),
    with_battery_kw: importPeakKw(site.timeline, schedule.importKwh, period),
  }));
}
