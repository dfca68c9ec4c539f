import { isTrusted } from "@ecotrim/present/results/trust";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import type { CompletedRecord } from "./completed-record.ts";
import "./results.css";

interface UntrustedGateProps {
  record: CompletedRecord;
  /** Leads to the question of the spending; undefined where it cannot be answered. */
  spendingPath?: string | undefined;
  children: ReactNode;
}

/** What is calculated with another spending than the given one is shown only to who asks for it. */
export function UntrustedGate({ record: { results }, spendingPath, children }: UntrustedGateProps) {
  const [asked, setAsked] = useState(isTrusted(results));
  if (asked) return children;
  return (
    <div className="result-actions">
      {spendingPath && (
        <Button component={Link} to={spendingPath} size="lg">
          Revisar el gasto
        </Button>
      )}
      <Button size="lg" variant="default" onClick={() => setAsked(true)}>
        Ver las cifras sin fiarse de ellas
      </Button>
    </div>
  );
}
