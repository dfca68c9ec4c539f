import { type ReactNode, useState } from "react";
import "./refine.css";

interface RefineProps {
  title?: string;
  /** What holds as it stands, in a few words. */
  summary: string;
  /** What is in it is made once it is opened. */
  lazy?: boolean;
  children: ReactNode;
}

/** "Afinar": one line under a question, which opens what refines its answer. */
export function Refine({ title = "Afinar", summary, lazy = false, children }: RefineProps) {
  const [opened, setOpened] = useState(!lazy);
  return (
    <details className="refine" onToggle={() => setOpened(true)}>
      <summary>
        <span className="refine-title">{title}</span>
        <span className="refine-summary">{summary}</span>
      </summary>
      <div className="refine-body">{opened && children}</div>
    </details>
  );
}
