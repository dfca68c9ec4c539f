import { STEP_FLAGS, type StepFlag } from "@ecotrim/contracts/curves/reading";

/** The bytes that tell what a step's value is. */

const byteOf = (flag: StepFlag): number => STEP_FLAGS.indexOf(flag);

export const MEASURED = byteOf("measured");
export const FILLED = byteOf("filled");
export const EXTENDED = byteOf("extended");
export const ESTIMATED = byteOf("estimated");
