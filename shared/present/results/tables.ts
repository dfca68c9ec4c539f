import type { EconomicsRow, OperationYear } from "@ecotrim/contracts/simulations/result";
import { valueEur } from "@ecotrim/engine/bill/bill";
import { type FlowTotals, sumMwh } from "@ecotrim/engine/dispatch/flows";
import type { DispatchSchedule } from "@ecotrim/engine/dispatch/problem";
import { cyclesOf } from "@ecotrim/engine/economics/cycles";
import type { SavingParts } from "@ecotrim/engine/economics/economics";
import type { Outcome } from "@ecotrim/engine/outcome";
import type { BilledPowers } from "@ecotrim/engine/power-contract/contract-value";
import type { Site } from "@ecotrim/engine/site/site";
import { ECONOMICS_ROWS } from "../economics-rows.ts";

/** Energies and costs of the simulated period, with (cb) or without (sb) battery; income is a negative cost. */
interface ScenarioFigures {
  importMwh: number;
  importEur: number;
  selfConsumedMwh: number;
  exportMwh: number;
  exportEur: number;
  curtailedMwh: number;
}

type Cells = [mwh: number | null, eur: number | null];
const EMPTY: Cells = [null, null];

/** Costs without and with battery. The two totals differ by all saving rows except the last two. */
export function projectEconomicsTable(outcome: Outcome): EconomicsRow[] {
  const { site, schedule, withoutBattery, totals, evaluated, auxiliariesMwh, contractValue } = outcome;
  const without = withoutBattery && scenarioFigures(site, withoutBattery);
  const withBattery = scenarioFigures(site, schedule);
  const saving = evaluated && inPeriod(evaluated.firstYear, site.timeline.annualFactor);
  const both = (name: string, cells: (figures: ScenarioFigures) => Cells, sign?: -1) =>
    row(name, without ? cells(without) : EMPTY, cells(withBattery), sign);
  const auxiliariesEur = saving ? -saving.auxiliaries : null;
  const extraPowerEur = saving ? -saving.extraPower : null;
  const energyEur = ({ importEur, exportEur }: ScenarioFigures) => importEur - exportEur;
  const otherEur = contractValue && {
    without: otherTermsEur(contractValue.bestWithout),
    withBattery: otherTermsEur(contractValue.bestWith),
  };

  return [
    both(ECONOMICS_ROWS.import, ({ importMwh, importEur }) => [importMwh, importEur]),
    both(ECONOMICS_ROWS.selfConsumed, ({ selfConsumedMwh }) => [selfConsumedMwh, 0]),
    both(ECONOMICS_ROWS.export, ({ exportMwh, exportEur }) => [exportMwh, -exportEur], -1),
    both(ECONOMICS_ROWS.curtailed, ({ curtailedMwh }) => [curtailedMwh, 0]),
    row(ECONOMICS_ROWS.charge, EMPTY, [chargedMwh(totals), null]),
    row(ECONOMICS_ROWS.discharge, EMPTY, [dischargedMwh(totals), null]),
    row(ECONOMICS_ROWS.auxiliaries, EMPTY, [auxiliariesMwh, auxiliariesEur]),
    row(ECONOMICS_ROWS.extraPower, EMPTY, [null, extraPowerEur]),
    ...(otherEur ? [row(ECONOMICS_ROWS.otherTerms, [null, otherEur.without], [null, otherEur.withBattery])] : []),
    row(
      ECONOMICS_ROWS.totalCost,
      [null, without && energyEur(without) + (otherEur?.without ?? 0)],
      [null, energyEur(withBattery) + (otherEur?.withBattery ?? 0) + (auxiliariesEur ?? 0) + (extraPowerEur ?? 0)],
    ),
    ...(saving ? savingRows(saving) : []),
  ];
}

/** What a bill holds beside the energy, EUR of the period. */
const otherTermsEur = ({ bill: { totals } }: BilledPowers): number => totals.total_eur - totals.energy_eur;

export const chargedMwh = (totals: FlowTotals): number => totals.pvToBattery + totals.gridToBattery;
export const dischargedMwh = (totals: FlowTotals): number => totals.batteryToDemand + totals.batteryToExport;

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

const inPeriod = (yearly: SavingParts, annualFactor: number): Omit<SavingParts, "owner"> => ({
  energy: yearly.energy / annualFactor,
  operation: yearly.operation / annualFactor,
  auxiliaries: yearly.auxiliaries / annualFactor,
  extraPower: yearly.extraPower / annualFactor,
});

function savingRows(saving: Omit<SavingParts, "owner">): EconomicsRow[] {
  const atOptimum = saving.energy + saving.auxiliaries + saving.extraPower;
  const rows: [name: string, eur: number][] = [
    [ECONOMICS_ROWS.savingAtOptimum, atOptimum],
    [ECONOMICS_ROWS.savingNotRealised, saving.operation],
    [ECONOMICS_ROWS.totalSaving, atOptimum + saving.operation],
  ];
  return rows.map(([name, eur]) => row(name, EMPTY, [null, eur]));
}

/** `sign` -1: the cost is income, whose price is shown as positive. */
function row(name: string, [mwhWithout, eurWithout]: Cells, [mwhWith, eurWith]: Cells, sign: 1 | -1 = 1): EconomicsRow {
  const price = (mwh: number | null, eur: number | null) =>
    mwh !== null && eur !== null && mwh > 0 ? (sign * eur) / mwh : null;
  return {
    var_name: name,
    "amount_mwh-sb": mwhWithout,
    "price_eur_mwh-sb": price(mwhWithout, eurWithout),
    "cost_eur-sb": eurWithout,
    "amount_mwh-cb": mwhWith,
    "price_eur_mwh-cb": price(mwhWith, eurWith),
    "cost_eur-cb": eurWith,
  };
}

/** Operation year by year as the battery ages. */
export function operationTable({ input, site, operationYears, figures }: Outcome): OperationYear[] {
  const { annualFactor } = site.timeline;
  const { total_generation, total_demand } = figures.energetics;
  return operationYears.map((point, index) => ({
    year: index + 1,
    generation_mwh: total_generation * annualFactor,
    demand_mwh: total_demand * annualFactor,
    self_consumption_mwh: point.selfConsumedMwh,
    import_mwh: point.importMwh,
    export_mwh: point.exportMwh,
    discharge_mwh: point.dischargedMwh,
    state_of_health: point.stateOfHealth,
    cycles: cyclesOf(input, point.dischargedMwh),
  }));
}
