import { leastP6Of } from "@ecotrim/engine/power-contract/best-powers";
import { quartersPerStep } from "@ecotrim/engine/power-contract/excess";
import { excessByGroup } from "@ecotrim/engine/power-contract/excess-caps";
import { suffixSums } from "@ecotrim/engine/power-contract/joint-evaluation";
import type { PowerCase } from "@ecotrim/engine/power-contract/quick-rule";
import type { Highs, Model } from "highs";
import { BLOCK, buildDispatchModel } from "./dispatch-model.ts";

const MOST_ROUNDS = 60;
const TOLERANCE_EUR = 0.1;

/**
 * The same problem as one linear programme: powers and excess of every step are columns. Planes that touch the root of
 * squares are added where the last solution breaks it. So each solution is a lower bound, and with its real excess an
 * upper one.
 */
export function solveJointByHighs(
  highs: Highs,
  { problem, groups, terms }: PowerCase,
): { totalEur: number; boundEur: number } {
  const dispatch = buildDispatchModel(problem);
  const { ofStep, period, stepHours } = groups;
  const { powerEurKw, excessEurKw, excessEurKwDay } = terms.prices;
  const isMaximeter = terms.meter === "maximeter";
  const groupPrices = Array.from(period, (metered, group) =>
    isMaximeter ? excessEurKwDay[metered]! * groups.days[group]! : excessEurKw[metered]!,
  );
  const quarters = quartersPerStep(groups);
  const firstIncrement = dispatch.numCols;
  const firstExcess = firstIncrement + powerEurKw.length;
  const firstNorm = firstExcess + ofStep.length;
  return highs.withModel(dispatch, (model) => {
    model.options.set({ output_flag: false });
    for (const eur of suffixSums(powerEurKw)) addColumn(model, 1000 * eur);
    for (let t = 0; t < ofStep.length; t++) addColumn(model, 0);
    for (const eur of groupPrices) addColumn(model, 1000 * eur);
    ofStep.forEach((group, t) => {
      const increments = Array.from({ length: period[group]! + 1 }, (_, p) => firstIncrement + p);
      addRow(model, -Infinity, 0, [
        [BLOCK.import * ofStep.length + t, 1 / stepHours],
        [firstExcess + t, -1],
        ...increments.map((column): [number, number] => [column, -1]),
      ]);
      if (isMaximeter) {
        addRow(model, 0, Infinity, [
          [firstNorm + group, 1],
          [firstExcess + t, -1],
        ]);
      }
    });

    addRow(
      model,
      leastP6Of(terms),
      Infinity,
      powerEurKw.map((_, p) => [firstIncrement + p, 1]),
    );

    let totalEur = Infinity;
    let boundEur = -Infinity;
    for (let round = 0; round < MOST_ROUNDS && totalEur - boundEur > TOLERANCE_EUR; round++) {
      model.run();
      if (model.getModelStatus() !== highs.constants.modelStatus.optimal) throw new Error("not solved");
      const { colValue } = model.getSolution();
      const objectiveEur = model.getObjectiveValue() / 1000;
      boundEur = Math.max(boundEur, objectiveEur);
      let contracted = 0;
      const contractedKw = powerEurKw.map((_, p) => {
        contracted += colValue[firstIncrement + p]!;
        return contracted;
      });
      if (isMaximeter) return { totalEur: objectiveEur, boundEur: objectiveEur };
      const importKwh = Float64Array.from(ofStep, (_, t) => colValue[BLOCK.import * ofStep.length + t]!);
      const norms = excessByGroup(groups, importKwh, contractedKw);
      let missingEur = 0;
      norms.forEach((norm, group) => {
        const missing = norm - colValue[firstNorm + group]!;
        if (missing <= 1e-6) return;
        missingEur += missing * groupPrices[group]!;
        const entries: [number, number][] = [[firstNorm + group, 1]];
        ofStep.forEach((of, t) => {
          const excess = importKwh[t]! / stepHours - contractedKw[period[group]!]!;
          if (of === group && excess > 0) entries.push([firstExcess + t, (-quarters * excess) / norm]);
        });
        addRow(model, 0, Infinity, entries);
      });
      totalEur = Math.min(totalEur, objectiveEur + missingEur);
    }
    return { totalEur, boundEur };
  });
}

const addColumn = (model: Model, cost: number) =>
  model.addCol(cost, 0, Infinity, { indices: new Int32Array(), values: new Float64Array() });

function addRow(model: Model, lower: number, upper: number, entries: readonly (readonly [number, number])[]): void {
  model.addRow(lower, upper, {
    indices: Int32Array.from(entries, ([column]) => column),
    values: Float64Array.from(entries, ([, value]) => value),
  });
}
