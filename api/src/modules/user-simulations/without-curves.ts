import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";

/** The record without the ids of its owner's curves and what was read of them, which no link shows. */
export function withoutCurves(record: SimulationRecord): SimulationRecord {
  const { inputParameters, calculatorContext } = record;
  return {
    ...record,
    inputParameters: withoutIds(inputParameters),
    calculatorContext: calculatorContext && withoutIds(calculatorContext),
  };
}

function withoutIds<T extends { curve_id?: string; pv_curve_id?: string }>({ curve_id, pv_curve_id, ...others }: T) {
  return others;
}
