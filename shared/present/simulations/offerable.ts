import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { isProvisional, type Results } from "@ecotrim/contracts/simulations/result";
import { isOfOldModel, type Verdict } from "@ecotrim/contracts/simulations/verdict";
import { isTrusted } from "../results/trust.ts";

/** Whether a firm offer can be asked for: only on figures that the platform calculated and that its screens show. */
export function isOfferable<Offered extends Pick<SimulationRecord, "status" | "source" | "results" | "verdict">>(
  record: Offered,
): record is Offered & { results: Results; verdict: Verdict } {
  const { status, source, results, verdict } = record;
  return (
    status === "completed" &&
    source === "platform" &&
    results !== null &&
    verdict !== null &&
    // Results of old models may lack what the next lines read.
    !isOfOldModel(results.engine_version) &&
    isTrusted(results) &&
    !isProvisional(results) &&
    results.summary.npv !== null
  );
}
