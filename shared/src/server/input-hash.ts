import { createHash } from "node:crypto";
import { engineVersion } from "../engine/simulation.ts";
import type { ComputedInput } from "../simulations/input.ts";

/** Identity of a computation: SHA-256 in hexadecimal of what is computed, and of the engine and the data that compute it. */
export function inputHash(input: ComputedInput): string {
  const canonical = JSON.stringify(input, Object.keys(input).sort());
  return createHash("sha256").update(`${engineVersion()}\n${canonical}`).digest("hex");
}
