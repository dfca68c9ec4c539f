import type { CompletedRecord } from "./completed-record.ts";
import "./results.css";

interface MissingStudyProps {
  title: string;
  record: CompletedRecord;
  /** What there is none of without a saving. */
  nothing: string;
}

/** A study that does not follow a result: for want of a saving, or because its version had none. */
export function MissingStudy({ title, record, nothing }: MissingStudyProps) {
  const { savings } = record.results.summary;
  return (
    <section className="card">
      <h2>{title}</h2>
      <p className="result-note">
        {savings !== null && savings > 0
          ? "No se calculó para esta simulación."
          : `No aplicable: sin ahorro no hay ${nothing}.`}
      </p>
    </section>
  );
}
