import { isProvisional } from "@ecotrim/contracts/simulations/result";
import { PROVISIONAL_NOTE, powerStage } from "@ecotrim/present/results/provisional";
import { Progress } from "@mantine/core";
import type { CompletedRecord } from "./completed-record.ts";
import "./results.css";

/** Says that figures will change, and how far the study is that replaces them; nothing once they are final. */
export function Provisional({ record: { results, power } }: { record: Pick<CompletedRecord, "results" | "power"> }) {
  if (!isProvisional(results)) return null;
  const isComing = power?.status === "pending" || power?.status === "processing";
  return (
    <div className="provisional">
      <p className="provisional-note">{PROVISIONAL_NOTE}</p>
      {power && (
        <p role="status" className="provisional-note">
          {powerStage(power)}
        </p>
      )}
      {power && isComing && (
        <Progress value={(100 * power.done) / power.total} color="battery" aria-label="Cálculo de lo esperable" />
      )}
    </div>
  );
}
