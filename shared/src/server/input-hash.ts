import { createHash } from "node:crypto";
import { ENGINE_VERSION } from "../engine/simulation.ts";
import type { ComputedInput } from "../simulations/input.ts";

/** Identity of a computation: SHA-256 in hexadecimal of what is computed and of the engine that computes it. */
export function inputHash(input: ComputedInput): string {
  const canonical = JSON.stringify(input, Object.keys(input).sort());
  return createHash("sha256").update(`${ENGINE_VERSION}\n${canonical}`).digest("hex");
}
