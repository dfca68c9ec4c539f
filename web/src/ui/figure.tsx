import { NOT_APPLICABLE } from "@ecotrim/contracts/numbers";
import type { ReactNode } from "react";
import "./figure.css";

interface FigureProps {
  label: ReactNode;
  /** Formatted without its unit; null where the figure does not exist. */
  value: string | null;
  unit: string;
  /** One line: the reason of a missing figure, or the basis of a present one. */
  note?: ReactNode;
}

/** Key figures side by side, each a card. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="figures">{children}</dl>;
}

/** A key figure: name, number, smaller unit, and the line that explains it. */
export function Figure({ label, value, unit, note }: FigureProps) {
  return (
    <div className="figure">
      <dt className="figure-label">{label}</dt>
      <dd className="figure-value" data-missing={value === null || undefined}>
        {value ?? NOT_APPLICABLE}
        {value !== null && <span className="figure-unit">&nbsp;{unit}</span>}
      </dd>
      {note !== undefined && <dd className="figure-note">{note}</dd>}
    </div>
  );
}
