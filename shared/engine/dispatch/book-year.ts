import { type BilledPeriod, type BillLine, billOf } from "../bill/bill.ts";
import { type PowerContract, powerContract } from "../tariff/contracted-power.ts";
import type { DispatchProblem } from "./problem.ts";
import { createGridUse, dustOf, useGrid } from "./rules.ts";

/** A period of operation as meters and bill show it; energies MWh of the simulated period. */
export interface BookedYear {
  bill: BillLine[];
  selfConsumedMwh: number;
  importMwh: number;
  exportMwh: number;
  dischargedMwh: number;
  /** Cost of the charged energy: grid energy at the buy price, PV at the sell price it would have earned. */
  chargeCostEur: number;
}

/** Books the operation of one site, one period after another, in reused memory. */
export interface Bookkeeper {
  contract: PowerContract;
  /** The site without battery. */
  without: BookedYear;
  book(problem: DispatchProblem, chargeKwh: Float64Array, dischargeKwh: Float64Array): BookedYear;
}

/**
 * Creates the bookkeeper of a site; the power paid for follows from its year without battery.
 * @param addedP6EurKwYear price of power added in P6, EUR/kW a year; null where it costs nothing
 */
export function openBooks(
  problem: DispatchProblem,
  timeline: BilledPeriod,
  addedP6EurKwYear: number | null,
): Bookkeeper {
  const steps = problem.demandKwh.length;
  const importKwh = new Float64Array(steps);
  const exportKwh = new Float64Array(steps);
  const idle = new Float64Array(steps);
  const book = (
    contract: PowerContract,
    booked: DispatchProblem,
    chargeKwh: Float64Array,
    dischargeKwh: Float64Array,
  ): BookedYear => {
    const energies = meter(booked, chargeKwh, dischargeKwh, importKwh, exportKwh);
    return { bill: billOf(booked, contract, timeline, { importKwh, exportKwh }), ...energies };
  };
  // Without battery no power exceeds the paid power, which follows from this year's own peak.
  const unbilled = book({ basePowerKw: Infinity, addedP6EurKwYear: null }, problem, idle, idle);
  const contract = powerContract(addedP6EurKwYear, timeline, importKwh);
  return {
    contract,
    without: unbilled,
    book: (booked, chargeKwh, dischargeKwh) => book(contract, booked, chargeKwh, dischargeKwh),
  };
}

/** Fills the meter's energies of a schedule and sums its flows: PV serves demand first, then charging. */
function meter(
  problem: DispatchProblem,
  chargeKwh: Float64Array,
  dischargeKwh: Float64Array,
  importKwh: Float64Array,
  exportKwh: Float64Array,
): Omit<BookedYear, "bill"> {
  const { pvKwh, demandKwh, buyEurMwh, sellEurMwh } = problem;
  const steps = demandKwh.length;
  const dust = dustOf(problem);
  const use = createGridUse();
  let selfConsumed = 0;
  let imported = 0;
  let exported = 0;
  let discharged = 0;
  let chargeCost = 0;
  for (let t = 0; t < steps; t++) {
    const demand = demandKwh[t]!;
    const charge = chargeKwh[t]!;
    const discharge = dischargeKwh[t]!;
    useGrid(problem, t, demand + charge - discharge, dust, use);
    const pv = Math.max(pvKwh[t]! - use.curtailedKwh, 0);
    const pvToDemand = Math.min(pv, demand);
    const pvToBattery = Math.min(pv - pvToDemand, charge);
    importKwh[t] = use.importKwh;
    exportKwh[t] = use.exportKwh;
    selfConsumed += pvToDemand + pvToBattery;
    imported += use.importKwh;
    exported += use.exportKwh;
    discharged += discharge;
    chargeCost += buyEurMwh[t]! * (charge - pvToBattery) + sellEurMwh[t]! * pvToBattery;
  }
  return {
    selfConsumedMwh: selfConsumed / 1000,
    importMwh: imported / 1000,
    exportMwh: exported / 1000,
    dischargedMwh: discharged / 1000,
    chargeCostEur: chargeCost / 1000,
  };
}
