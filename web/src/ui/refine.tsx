import { type ReactNode, useState } from "react";
import "./refine.css";

interface RefineProps {
  title?: string;
  /** What holds as it stands, in a few words. */
  summary: string;
  /** What is in it is made once it is opened. */
  lazy?: boolean;
  /** Open from the start, where an answer stands in it. */
  open?: boolean;
  children: ReactNode;
}

/** "Afinar": one line under a question, which opens what refines its answer. */
export function Refine({ title = "Afinar", summary, lazy = false, open = false, children }: RefineProps) {
  const [opened, setOpened] = useState(!lazy || open);
  const [startsOpen] = useState(open);
  return (
    <details className="refine" open={startsOpen} onToggle={() => setOpened(true)}>
      <summary>
        <span className="refine-title">{title}</span>
        <span className="refine-summary">{summary}</span>
      </summary>
      <div className="refine-body">{opened && children}</div>
    </details>
  );
}
