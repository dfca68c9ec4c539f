import { spell } from "@ecotrim/present/phrase";
import { KNOWLEDGE_SCALE, trustOf } from "@ecotrim/present/results/trust";
import { Link } from "react-router-dom";
import { useNumberStyle } from "../../lib/number-style.ts";
import type { CompletedRecord } from "./completed-record.ts";
import "./trust-meter.css";

interface TrustMeterProps {
  record: CompletedRecord;
  /** Leads to where the contract is told; undefined where it cannot be told. */
  contractPath?: string | undefined;
}

/** How much of the result is known and how much assumed, and what the next answer would narrow. */
export function TrustMeter({ record, contractPath }: TrustMeterProps) {
  const { locale } = useNumberStyle();
  const trust = trustOf(record.results, record, record.uncertainty?.result ?? null);
  if (!trust) return null;
  const { level, counts, curve, next } = trust;
  const reached = KNOWLEDGE_SCALE.findIndex(({ key }) => key === level);
  return (
    <section className="card trust-meter">
      <div className="trust-meter-head">
        <h2>
          Fiabilidad: <span>{KNOWLEDGE_SCALE[reached]?.label.toLowerCase()}</span>
        </h2>
        <p>{spell(counts, locale)}</p>
      </div>
      <ol>
        {KNOWLEDGE_SCALE.map(({ key, label }, index) => (
          <li key={key} data-reached={index <= reached} aria-current={index === reached ? "step" : undefined}>
            {label}
          </li>
        ))}
      </ol>
      {curve && <p className="trust-meter-next">{spell(curve, locale)}</p>}
      {next && (
        <p className="trust-meter-next">
          {spell(next.sentence, locale)}{" "}
          {next.action === "contract" && contractPath && <Link to={contractPath}>Decir mi contrato</Link>}
        </p>
      )}
    </section>
  );
}
