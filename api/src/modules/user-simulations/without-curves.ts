import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { Results } from "@ecotrim/contracts/simulations/result";

/** The record without the ids of its owner's curves and what was read of their files, which no link shows. */
export function withoutCurves(record: SimulationRecord): SimulationRecord {
  const { inputParameters, calculatorContext, results } = record;
  return {
    ...record,
    inputParameters: withoutIds(inputParameters),
    calculatorContext: calculatorContext && withoutIds(calculatorContext),
    results: results && withoutFiles(results),
  };
}

function withoutIds<T extends { curve_id?: string; pv_curve_id?: string }>({ curve_id, pv_curve_id, ...others }: T) {
  return others;
}

/** Trust and shares stay, since the result stands on them. Results from elsewhere may have anything there. */
function withoutFiles({ curve, pv_curve, ...results }: Results): Results {
  return {
    ...results,
    ...(isObject(curve) && { curve: withoutFile(curve) }),
    ...(isObject(pv_curve) && { pv_curve: withoutFile(pv_curve) }),
  };
}

const isObject = <T>(value: T | undefined): value is T & object => typeof value === "object" && value !== null;

function withoutFile<T extends { read?: unknown }>({ read, ...kept }: T) {
  return kept;
}
