/** The dispatch problem as a sparse linear or mixed-integer programme, in the arrays that HiGHS takes. */
import { createGridBlocks, FLOW, fillGridBlocks, priceOf, slopeOf } from "@ecotrim/engine/dispatch/grid-cost";
import type { DispatchProblem } from "@ecotrim/engine/dispatch/problem";
import { stepBounds } from "@ecotrim/engine/dispatch/rules";

export interface DispatchModel {
  numRows: number;
  numCols: number;
  /** EUR/MWh on columns in kWh: the objective is in thousandths of EUR, clear of HiGHS' absolute tolerances. */
  colCost: Float64Array;
  colLower: Float64Array;
  colUpper: Float64Array;
  rowLower: Float64Array;
  rowUpper: Float64Array;
  matrix: {
    format: "csr";
    numRows: number;
    numCols: number;
    starts: Int32Array;
    indices: Int32Array;
    values: Float64Array;
  };
  /** Steps that have their own column for curtailment, and the first of those columns. */
  curtailedSteps: number[];
  firstCurtailed: number;
  /** Steps of the columns for import above a soft cap, ascending, and the first of those columns. */
  cappedSteps: number[];
  firstCapped: number;
  /** Present only in a mixed-integer programme. */
  integrality?: Int32Array;
}

/**
 * Columns of every step come in blocks of one column a step, in this order; columns of single steps follow
 * (curtailment beside export, import above soft caps, then binaries). The outflow column is export or curtailment.
 */
export const BLOCK = { import: 0, outflow: 1, charge: 2, discharge: 3, stored: 4 } as const;
const BLOCKS = 5;

/**
 * Builds the model of one (checked) problem: two rows a step, energy balance and storage.
 *
 * Most steps need export or curtailment, not both, so the two share the outflow column: export while the sell price is
 * above 0, curtailment, free of cost, otherwise. A step that can use both gets a column of its own for curtailment.
 * Every column is boxed by what the step can use at most, which makes the starting basis of dual simplex feasible.
 * Binaries and their rows stand only in steps where the prices reward importing while exporting, or burning energy by
 * charging while discharging; their big-M are the bounds of the step.
 */
export function buildDispatchModel(problem: DispatchProblem): DispatchModel {
  const steps = problem.demandKwh.length;
  const { capacityKwh, etaCharge, etaDischarge, minSoc, initialSoc } = problem.battery;
  const outflowColumn = BLOCK.outflow * steps;
  const chargeColumn = BLOCK.charge * steps;
  const dischargeColumn = BLOCK.discharge * steps;
  const storedColumn = BLOCK.stored * steps;

  const roundTrip = etaCharge * etaDischarge;
  const burningPaysBelow = roundTrip < 1 ? (-problem.wearEurMwh * (1 + roundTrip)) / (1 - roundTrip) : -Infinity;

  const cost = new Float64Array(BLOCKS * steps);
  const lower = new Float64Array(BLOCKS * steps);
  const upper = new Float64Array(BLOCKS * steps);
  const netDemand = new Float64Array(steps);
  const curtailed: { step: number; upper: number }[] = [];
  const capped: { step: number; upper: number; cost: number }[] = [];
  const exclusive: { column: number; other: number; capped: number[] }[] = [];

  const blocks = createGridBlocks();
  for (let t = 0; t < steps; t++) {
    const { netDemandKwh, maxChargeKwh, maxDischargeKwh } = stepBounds(problem, t);
    const pv = problem.pvKwh[t]!;
    const demand = problem.demandKwh[t]!;
    fillGridBlocks(problem, t, blocks);
    const buy = priceOf(blocks, FLOW.import);
    const sell = priceOf(blocks, FLOW.export);
    netDemand[t] = netDemandKwh;

    const usableImport = Math.max(0, (buy < 0 ? demand : netDemandKwh) + maxChargeKwh);
    const maxImport = Math.min(problem.importLimitKwh[t]!, usableImport);
    const dischargeToGrid = problem.batteryExport ? maxDischargeKwh : 0;
    const surplus = Math.max(0, dischargeToGrid - netDemandKwh);
    // PV can be curtailed, so a sell price of 0 or less leaves only the battery's discharge beyond demand to export.
    const exportable = sell > 0 ? surplus : Math.max(0, dischargeToGrid - demand);
    const maxExport = Math.min(problem.exportLimitKwh, exportable);
    const curtailmentPays = sell <= 0 || buy < 0 || maxExport < surplus;
    const maxCurtailed = curtailmentPays ? (buy < 0 ? pv : Math.min(pv, surplus)) : 0;

    cost[t] = buy;
    upper[t] = maxImport;
    const cappedInStep: number[] = [];
    let price = buy;
    for (const [k, softCap] of (problem.softCaps ?? []).entries()) {
      const cap = softCap.capKwh[t]!;
      if (cap >= maxImport) break;
      if (k === 0) upper[t] = cap;
      price += slopeOf(softCap, t);
      const next = Math.min(problem.softCaps![k + 1]?.capKwh[t] ?? Infinity, maxImport);
      cappedInStep.push(capped.length);
      capped.push({ step: t, upper: next - cap, cost: price });
    }
    if (maxExport > 0) {
      cost[outflowColumn + t] = -sell;
      upper[outflowColumn + t] = maxExport;
      if (maxCurtailed > 0) curtailed.push({ step: t, upper: maxCurtailed });
      if (sell > buy && maxImport > 0) exclusive.push({ column: t, other: outflowColumn + t, capped: cappedInStep });
    } else {
      upper[outflowColumn + t] = maxCurtailed;
    }
    cost[chargeColumn + t] = problem.wearEurMwh;
    upper[chargeColumn + t] = maxChargeKwh;
    cost[dischargeColumn + t] = problem.wearEurMwh;
    upper[dischargeColumn + t] = maxDischargeKwh;
    if (Math.min(buy, problem.batteryExport ? sell : 0) < burningPaysBelow && maxChargeKwh > 0 && maxDischargeKwh > 0) {
      exclusive.push({ column: chargeColumn + t, other: dischargeColumn + t, capped: [] });
    }
    lower[storedColumn + t] = minSoc * capacityKwh;
    upper[storedColumn + t] = capacityKwh;
  }
  lower[storedColumn + steps - 1] = initialSoc * capacityKwh;

  const firstCurtailed = BLOCKS * steps;
  const firstCapped = firstCurtailed + curtailed.length;
  const firstBinary = firstCapped + capped.length;
  const cappedRows = exclusive.reduce((sum, pair) => sum + pair.capped.length, 0);
  const numCols = firstBinary + exclusive.length;
  const numRows = 2 * steps + 2 * exclusive.length + cappedRows;
  const colCost = new Float64Array(numCols);
  const colLower = new Float64Array(numCols);
  const colUpper = new Float64Array(numCols);
  const rowLower = new Float64Array(numRows);
  const rowUpper = new Float64Array(numRows);
  colCost.set(cost);
  colLower.set(lower);
  colUpper.set(upper);

  const entries = 8 * steps - 1 + curtailed.length + capped.length + 4 * exclusive.length + 2 * cappedRows;
  const starts = new Int32Array(numRows + 1);
  const indices = new Int32Array(entries);
  const values = new Float64Array(entries);
  let row = 0;
  let entry = 0;
  const put = (column: number, value: number) => {
    indices[entry] = column;
    values[entry++] = value;
  };
  const closeRow = (low: number, high: number) => {
    rowLower[row] = low;
    rowUpper[row] = high;
    starts[++row] = entry;
  };

  let nextCurtailed = 0;
  let nextCapped = 0;
  for (let t = 0; t < steps; t++) {
    put(t, 1);
    put(outflowColumn + t, -1);
    put(chargeColumn + t, -1);
    put(dischargeColumn + t, 1);
    if (curtailed[nextCurtailed]?.step === t) {
      const column = firstCurtailed + nextCurtailed;
      colUpper[column] = curtailed[nextCurtailed]!.upper;
      put(column, -1);
      nextCurtailed++;
    }
    for (; capped[nextCapped]?.step === t; nextCapped++) {
      const column = firstCapped + nextCapped;
      colUpper[column] = capped[nextCapped]!.upper;
      colCost[column] = capped[nextCapped]!.cost;
      put(column, 1);
    }
    closeRow(netDemand[t]!, netDemand[t]!);
  }
  for (let t = 0; t < steps; t++) {
    const before = t === 0 ? initialSoc * capacityKwh : 0;
    if (t > 0) put(storedColumn + t - 1, -1);
    put(storedColumn + t, 1);
    put(chargeColumn + t, -etaCharge);
    put(dischargeColumn + t, 1 / etaDischarge);
    closeRow(before, before);
  }
  exclusive.forEach(({ column, other, capped: aboveCaps }, k) => {
    const binary = firstBinary + k;
    colUpper[binary] = 1;
    for (const first of [column, ...aboveCaps.map((place) => firstCapped + place)]) {
      put(first, 1);
      put(binary, -colUpper[first]!);
      closeRow(-Infinity, 0);
    }
    put(other, 1);
    put(binary, colUpper[other]!);
    closeRow(-Infinity, colUpper[other]!);
  });

  const matrix = { format: "csr" as const, numRows, numCols, starts, indices, values };
  const curtailedSteps = curtailed.map(({ step }) => step);
  const cappedSteps = capped.map(({ step }) => step);
  const model = {
    ...{ numRows, numCols, colCost, colLower, colUpper, rowLower, rowUpper, matrix },
    ...{ curtailedSteps, firstCurtailed, cappedSteps, firstCapped },
  };
  if (exclusive.length === 0) return model;
  return { ...model, integrality: new Int32Array(numCols).fill(1, firstBinary) };
}

/** Whether two models differ only in costs and bounds, so that one's basis warm-starts the other. */
export function sameStructure(a: DispatchModel, b: DispatchModel): boolean {
  return (
    a.numRows === b.numRows &&
    a.numCols === b.numCols &&
    equal(a.matrix.starts, b.matrix.starts) &&
    equal(a.matrix.indices, b.matrix.indices) &&
    equal(a.matrix.values, b.matrix.values)
  );
}

function equal(a: Int32Array | Float64Array, b: Int32Array | Float64Array): boolean {
  return a.length === b.length && a.every((value, k) => value === b[k]);
}
