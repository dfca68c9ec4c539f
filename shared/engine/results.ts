import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import type { ComputedInput } from "@ecotrim/contracts/simulations/input";
import { PROFITABILITY, profitability } from "@ecotrim/contracts/simulations/profitability";
import type { Indicator, Results, Warning } from "@ecotrim/contracts/simulations/result";
import { valueEur } from "./bill/bill.ts";
import { importPeakKw } from "./bill/peaks.ts";
import {
  batteryPrices,
  chargePlot,
  dischargePlot,
  energyPlot,
  type Operation,
  sankeyPlot,
  spreadPlot,
  stackbarPlot,
} from "./charts.ts";
import { sumMwh } from "./dispatch/flows.ts";
import type { DispatchSchedule, DispatchSolution } from "./dispatch/problem.ts";
import { describeAssumptions, type EngineAssumptions } from "./economics/assumptions.ts";
import {
  CANNOT_DO_WITHOUT,
  economicFigures,
  isShortPeriod,
  NO_BATTERY,
  NO_DISCHARGE,
  SHORT_PERIOD,
} from "./economics/economic-figures.ts";
import type { EconomicCase, Economics, OperationPoint, SavingParts } from "./economics/economics.ts";
import { storedCase } from "./economics/own-capex.ts";
import { cashflowTable, operationTable, projectEconomicsTable, type ScenarioFigures } from "./economics/tables.ts";
import type { GivenSeries, Site } from "./site/site.ts";
import { TARIFF_VERSION } from "./tariff/tariff.ts";

const DAY_HOURS = 24;

/** Everything a run has computed, from which the results are written. */
export interface SolvedRun extends Operation {
  input: ComputedInput;
  given: GivenSeries;
  assumptions: EngineAssumptions;
  solution: DispatchSolution;
  /** Null where the site cannot do without the battery. */
  withoutBattery: DispatchSchedule | null;
  /** Energy bills of the period, EUR. */
  billWithoutEur: number | null;
  billWithEur: number;
  auxiliariesMwh: number;
  fade: number;
  /** Full cycles a year of the new battery; null without capacity. */
  cyclesPerYear: number | null;
  /** Operation in each year of life. */
  operationYears: OperationPoint[];
  /** Null where the site cannot do without the battery. */
  economics: Economics | null;
  economicCase: EconomicCase | null;
  contractRange: Results["contract_range"];
}

/** The results object of a run. Figures that do not exist are null and say why in `null_reasons`. */
export function buildResults(run: SolvedRun, engineVersion: string): Results {
  const { input, site, assumptions, solution, totals, economics, cyclesPerYear } = run;
  const { timeline } = site;
  const hasBattery = input.battery_capacity > 0;
  const { figures, nullReasons } = economicFigures(economics, assumptions, hasBattery, timeline.hours);
  const figure = (key: string, value: number | null | undefined, reason: string): number | null => {
    if (value !== null && value !== undefined) return value;
    nullReasons[key] = reason;
    return null;
  };

  const noSaving = hasBattery ? CANNOT_DO_WITHOUT : NO_BATTERY;
  const evaluated = hasBattery ? economics : null;
  const energySavingEur = run.billWithoutEur === null ? null : run.billWithoutEur - run.billWithEur;
  const powerKw = Math.max(input.max_charge_power, input.max_discharge_power);

  const totalDemand = sumMwh(site.demandKwh);
  const totalGeneration = sumMwh(site.pvKwh);
  const autoconsume = totals.pvToDemand + totals.pvToBattery;
  const discharged = totals.batteryToDemand + totals.batteryToExport;
  const spending = input.total_spending ?? 0;

  const { savings: saving, irr, npv, lcoe, payback_years } = figures;
  const headline = { savings: saving, irr, npv, lcoe, payback_years };
  const kpis: Results["kpi_new_table"] = {
    economics: {
      ...headline,
      lcoe_without_battery: figures.lcoe_without_battery,
      lcos: figures.lcos,
      spending_to_savings: figure(
        "spending_to_savings",
        spending > 0 && saving !== null && saving > 0 ? spending / saving : null,
        spending > 0 ? "No hay ahorro con el que comparar el gasto." : "No se ha indicado el gasto en energía.",
      ),
      npv_without_fixed_items: figures.npv_without_fixed_items,
      capex_eur: assumptions.capex_eur,
      energy_saving_eur: figure("energy_saving_eur", energySavingEur, CANNOT_DO_WITHOUT),
    },
    energetics: {
      total_demand: totalDemand,
      total_generation: totalGeneration,
      total_autoconsume: autoconsume,
      total_import: totals.gridToDemand + totals.gridToBattery,
      total_export: totals.pvToExport + totals.batteryToExport,
      total_curtailed: totals.curtailed,
      total_charge: totals.pvToBattery + totals.gridToBattery,
      total_discharge: discharged,
      self_consumption_fct: figure(
        "self_consumption_fct",
        totalGeneration > 0 ? autoconsume / totalGeneration : null,
        "No hay generación fotovoltaica.",
      ),
      fct_bess_to_customer: figure(
        "fct_bess_to_customer",
        discharged > 0 ? totals.batteryToDemand / discharged : null,
        hasBattery ? NO_DISCHARGE : NO_BATTERY,
      ),
      cycles_per_year: figure("cycles_per_year", cyclesPerYear, NO_BATTERY),
    },
  };

  const details = input.hide_details ? {} : detailsOf(run, evaluated, totalDemand, totalGeneration);
  return {
    summary: {
      ...headline,
      capex_eur: assumptions.capex_eur,
      profitability: PROFITABILITY[profitability(saving, irr)],
      battery_capacity_kwh: input.battery_capacity,
      battery_power_kw: powerKw,
    },
    kpi_new_table: kpis,
    ...details,
    kpi_table: kpiTable(kpis),
    first_year_income_by_power: figure(
      "first_year_income_by_power",
      saving !== null && powerKw > 0 ? saving / powerKw : null,
      evaluated ? "La batería no tiene potencia." : noSaving,
    ),
    total_autoconsume: autoconsume,
    ...(run.economicCase && evaluated ? { economic_case: storedCase(run.economicCase) } : {}),
    savings_split: evaluated ? savingsSplit(evaluated.firstYear) : [],
    realisable: {
      fct: assumptions.realisable_fct,
      optimum_eur: evaluated?.firstYear.energy ?? null,
      realisable_eur: evaluated && evaluated.firstYear.energy * assumptions.realisable_fct,
    },
    contract_range: run.contractRange,
    calibration: {
      k: site.calibration.k,
      adder_eur_mwh: site.calibration.adderEurMwh,
      ratio: figure("ratio", site.calibration.ratio, "Los precios no se han ajustado a un gasto."),
      mean_buy_eur_mwh: figure(
        "mean_buy_eur_mwh",
        run.withoutBattery && meanBuyPrice(site, run.withoutBattery),
        run.withoutBattery ? "La planta no compra energía a la red." : CANNOT_DO_WITHOUT,
      ),
    },
    assumptions: describeAssumptions(input, assumptions, run.fade, site, run.given),
    warnings: [
      ...site.warnings,
      ...warningsOf(run, evaluated, { saving, npv, energySavingEur, isShort: isShortPeriod(timeline.hours) }),
    ],
    null_reasons: nullReasons,
    period: {
      steps: timeline.steps,
      hours: timeline.hours,
      step_hours: timeline.stepHours,
      start: timeline.start,
      end: timeline.end,
    },
    costs: {
      without_battery_eur: figure("without_battery_eur", run.billWithoutEur, CANNOT_DO_WITHOUT),
      with_battery_eur: run.billWithEur,
    },
    peaks: timeline.hours < DAY_HOURS ? [] : peaksByPeriod(run),
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
    engine_version: engineVersion,
    tariff_version: TARIFF_VERSION,
  };
}

function savingsSplit(parts: SavingParts): Results["savings_split"] {
  const part = (key: keyof SavingParts, label: string, assumed = false) => ({
    key,
    label,
    value_eur: parts[key],
    assumed,
  });
  return [
    part("energy", "Energía comprada a mejor hora y solar aprovechada"),
    part("operation", "Disponibilidad y operación real"),
    part("auxiliaries", "Auxiliares de la batería"),
    part("extraPower", "Potencia adicional en P6"),
    part("fixedItems", "Término de potencia y garantía de suministro", true),
  ];
}

/** Mean price paid for grid energy, EUR/MWh; null without imports. */
function meanBuyPrice(site: Site, { importKwh }: DispatchSchedule): number | null {
  const importMwh = sumMwh(importKwh);
  return importMwh > 0 ? valueEur(site.buyEurMwh, importKwh) / importMwh : null;
}

/** Import peak of each tariff period of the period simulated, kW. */
function peaksByPeriod({ site, schedule, withoutBattery }: SolvedRun): Results["peaks"] {
  const periods = [...new Set(site.timeline.tariffPeriod)].sort();
  return periods.map((period) => ({
    period: `P${period}`,
    without_battery_kw: withoutBattery && importPeakKw(site.timeline, withoutBattery.importKwh, period),
    with_battery_kw: importPeakKw(site.timeline, schedule.importKwh, period),
  }));
}

function kpiTable({ economics, energetics }: Results["kpi_new_table"]): Indicator[] {
  const percent = (fraction: number | null) => fraction && fraction * 100;
  return [
    { indicator: "Ahorro anual", value: economics.savings, units: "€/año" },
    { indicator: "Tasa interna de retorno (TIR)", value: percent(economics.irr), units: "%" },
    { indicator: "Valor actual neto (VAN)", value: economics.npv, units: "€" },
    { indicator: "VAN sin las partidas supuestas", value: economics.npv_without_fixed_items, units: "€" },
    { indicator: "Periodo de retorno", value: economics.payback_years, units: "años" },
    { indicator: "Gasto energético / ahorro", value: economics.spending_to_savings, units: "años" },
    { indicator: "Inversión", value: economics.capex_eur, units: "€" },
    { indicator: "LCOE con batería", value: economics.lcoe, units: "€/MWh" },
    { indicator: "LCOE sin batería", value: economics.lcoe_without_battery, units: "€/MWh" },
    { indicator: "LCOS", value: economics.lcos, units: "€/MWh" },
    { indicator: "Consumo", value: energetics.total_demand, units: "MWh" },
    { indicator: "Generación fotovoltaica", value: energetics.total_generation, units: "MWh" },
    { indicator: "Autoconsumo", value: energetics.total_autoconsume, units: "MWh" },
    { indicator: "Autoconsumo sobre generación", value: percent(energetics.self_consumption_fct), units: "%" },
    { indicator: "Compra a la red", value: energetics.total_import, units: "MWh" },
    { indicator: "Excedentes vendidos", value: energetics.total_export, units: "MWh" },
    { indicator: "Ciclos de la batería", value: energetics.cycles_per_year, units: "ciclos/año" },
  ];
}

function detailsOf(run: SolvedRun, evaluated: Economics | null, demandMwh: number, generationMwh: number) {
  const { input, assumptions, site, totals, schedule, withoutBattery } = run;
  const { annualFactor } = site.timeline;
  const compared = {
    without: withoutBattery && scenarioFigures(site, withoutBattery),
    with: scenarioFigures(site, schedule),
    chargedMwh: totals.pvToBattery + totals.gridToBattery,
    dischargedMwh: totals.batteryToDemand + totals.batteryToExport,
    auxiliariesMwh: run.auxiliariesMwh,
    saving: evaluated && inPeriod(evaluated.firstYear, annualFactor),
  };
  const { capex_eur, discount_rate } = assumptions;
  return {
    operative_analysis: {
      energy_plot: energyPlot(run),
      sankey_plot: sankeyPlot(run),
      stackbar_plot: stackbarPlot(run),
      battery_cha: chargePlot(run),
      battery_dis: dischargePlot(run),
      battery_spread: spreadPlot(run),
      kpi_demand: demandIndicators(run, demandMwh),
      kpi_battery: batteryIndicators(run),
    },
    project_economics_table: projectEconomicsTable(compared),
    operation_data: {
      df: operationTable(
        run.operationYears,
        { generationMwh: generationMwh * annualFactor, demandMwh: demandMwh * annualFactor },
        (dischargedMwh) => cyclesOf(input, dischargedMwh),
      ),
    },
    economic_model: {
      cashflow_df: evaluated ? cashflowTable(evaluated, capex_eur, discount_rate, input.revenue_share_fct > 0) : [],
    },
  };
}

/** Full cycles behind an amount of discharged energy: energy drawn from the cells over the capacity when new. */
export function cyclesOf({ battery_capacity, efficiency_discharge }: ComputedInput, dischargedMwh: number) {
  return battery_capacity > 0 ? (1000 * dischargedMwh) / efficiency_discharge / battery_capacity : null;
}

const inPeriod = (yearly: SavingParts, annualFactor: number): SavingParts => ({
  energy: yearly.energy / annualFactor,
  operation: yearly.operation / annualFactor,
  auxiliaries: yearly.auxiliaries / annualFactor,
  extraPower: yearly.extraPower / annualFactor,
  fixedItems: yearly.fixedItems / annualFactor,
});

function scenarioFigures(site: Site, schedule: DispatchSchedule): ScenarioFigures {
  const curtailedMwh = sumMwh(schedule.curtailedKwh);
  const exportMwh = sumMwh(schedule.exportKwh);
  return {
    importMwh: sumMwh(schedule.importKwh),
    importEur: valueEur(site.buyEurMwh, schedule.importKwh),
    selfConsumedMwh: sumMwh(site.pvKwh) - curtailedMwh - exportMwh,
    exportMwh,
    exportEur: valueEur(site.sellEurMwh, schedule.exportKwh),
    curtailedMwh,
  };
}

function demandIndicators(run: SolvedRun, demandMwh: number): Indicator[] {
  const { site, schedule, withoutBattery, totals } = run;
  const covered = totals.pvToDemand + totals.batteryToDemand;
  return [
    { indicator: "Consumo", value: demandMwh, units: "MWh" },
    { indicator: "Cubierto por fotovoltaica y batería", value: covered, units: "MWh" },
    { indicator: "Comprado a la red para el consumo", value: totals.gridToDemand, units: "MWh" },
    { indicator: "Cobertura propia", value: demandMwh > 0 ? (100 * covered) / demandMwh : null, units: "%" },
    {
      indicator: "Punta de compra sin batería",
      value: withoutBattery && importPeakKw(site.timeline, withoutBattery.importKwh),
      units: "kW",
    },
    { indicator: "Punta de compra con batería", value: importPeakKw(site.timeline, schedule.importKwh), units: "kW" },
  ];
}

function batteryIndicators(run: SolvedRun): Indicator[] {
  const { totals, cyclesPerYear, operationYears } = run;
  const prices = batteryPrices(run);
  const spread = prices.charge !== null && prices.discharge !== null ? prices.discharge - prices.charge : null;
  return [
    { indicator: "Energía descargada", value: totals.batteryToDemand + totals.batteryToExport, units: "MWh" },
    { indicator: "Ciclos", value: cyclesPerYear, units: "ciclos/año" },
    { indicator: "Diferencia de precio entre descarga y carga", value: spread, units: "€/MWh" },
    { indicator: "Energía cargada", value: totals.pvToBattery + totals.gridToBattery, units: "MWh" },
    { indicator: "Cargada de la fotovoltaica", value: totals.pvToBattery, units: "MWh" },
    {
      indicator: "Capacidad restante en el último año",
      value: cyclesPerYear === null ? null : 100 * operationYears.at(-1)!.stateOfHealth,
      units: "%",
    },
  ];
}

interface Verdict {
  saving: number | null;
  npv: number | null;
  energySavingEur: number | null;
  isShort: boolean;
}

function warningsOf(run: SolvedRun, evaluated: Economics | null, verdict: Verdict): Warning[] {
  const { input, assumptions, cyclesPerYear, economics } = run;
  const { saving, npv, energySavingEur, isShort } = verdict;
  const warnings: Warning[] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message });
  const eur = (value: number) => formatNumber(value, { decimals: 0, unit: "€" });

  if (!economics) warn("needs_battery", CANNOT_DO_WITHOUT);
  if (!evaluated) return warnings;
  if (isShort) warn("short_period", SHORT_PERIOD);
  const noSaving = energySavingEur !== null && energySavingEur <= 0 ? noSavingReason(run) : undefined;
  if (noSaving) warn("no_energy_saving", noSaving);
  const assumedOnly = saving !== null && saving > 0 && saving <= evaluated.firstYear.fixedItems;
  if (assumedOnly) {
    warn("assumed_saving_only", "El ahorro procede solo de partidas supuestas, no calculadas.");
  }
  if (npv !== null && npv < 0) {
    const rate = formatPercent(assumptions.discount_rate);
    const breakEven = evaluated.breakEvenCapexEur;
    // What only assumed items pay for is no investment to advise.
    const advisable = breakEven > 0 && !noSaving && !assumedOnly;
    const change = advisable
      ? ` La recuperaría con una inversión de ${eur(breakEven)} en lugar de ${eur(assumptions.capex_eur)}.`
      : "";
    warn("negative_npv", `VAN negativo: al ${rate} esta batería no recupera la inversión.${change}`);
  }
  if (!isShort && evaluated.irr.roots.length > 1) {
    const rates = evaluated.irr.roots.map((root) => formatPercent(root)).join(" y ");
    warn("several_irr", `Hay varias TIR (${rates}): se muestra la más cercana a 0.`);
  }
  const lifeCycles = (cyclesPerYear ?? 0) * assumptions.life_years;
  if (lifeCycles > assumptions.warranty_cycles) {
    warn(
      "warranty_cycles",
      `En ${formatNumber(assumptions.life_years)} años la batería haría ${formatNumber(lifeCycles, { decimals: 0 })} ciclos, más de los ${formatNumber(assumptions.warranty_cycles)} en garantía.`,
    );
  }
  if (input.revenue_share_fct > 0) {
    warn(
      "revenue_share",
      `TIR, VAN y periodo de retorno son los de quien invierte, que recibe el ${formatPercent(input.revenue_share_fct)} del ahorro.`,
    );
  }
  return warnings;
}

/** Why the battery saves no energy cost. */
function noSavingReason({ input, site, totals }: SolvedRun): string {
  if (input.max_charge_power === 0 || input.max_discharge_power === 0) {
    return "El ahorro de energía no es positivo: sin potencia de carga y de descarga la batería no puede operar.";
  }
  const [lowest, highest] = [Math.min, Math.max].map((pick) => site.buyEurMwh.reduce((a, b) => pick(a, b)));
  const surplus = totals.pvToExport + totals.pvToBattery + totals.curtailed > 0;
  if (site.demandKwh.every((demand) => demand === 0)) {
    return "Sin consumo, la batería no tiene a quién servir: el ahorro de energía no es positivo.";
  }
  if (lowest === highest && !surplus) {
    return "El ahorro de energía no es positivo: con un precio plano y sin excedentes solares, una batería no tiene de dónde ahorrar.";
  }
  return "El ahorro de energía no es positivo: la diferencia entre las horas caras y las baratas no compensa las pérdidas y el desgaste de la batería.";
}
