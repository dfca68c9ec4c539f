import type { ReactNode } from "react";
import "./refine.css";

interface RefineProps {
  /** What holds as it stands, in a few words. */
  summary: string;
  children: ReactNode;
}

/** "Afinar": one line under a question, which opens what refines its answer. */
export function Refine({ summary, children }: RefineProps) {
  return (
    <details className="refine">
      <summary>
        <span className="refine-title">Afinar</span>
        <span className="refine-summary">{summary}</span>
      </summary>
      <div className="refine-body">{children}</div>
    </details>
  );
}
