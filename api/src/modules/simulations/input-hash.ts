import { createHash } from "node:crypto";
import type { Case } from "@ecotrim/contracts/simulations/input";
import { engineVersion } from "@ecotrim/engine/simulate";
import { canonical } from "../../canonical.ts";

/** Identity of a computation: SHA-256 in hexadecimal of its case, of the engine and of the source data. */
export function inputHash(input: Case): string {
  return createHash("sha256")
    .update(`${engineVersion()}\n${canonical(input)}`)
    .digest("hex");
}
