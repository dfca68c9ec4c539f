import { labelOf, type ResultKey, unitOf } from "@ecotrim/present/figures";
import type { ReactNode } from "react";
import { useNumberStyle } from "../../lib/number-style.ts";
import { Figure } from "../../ui/figure.tsx";

interface KeyFigureProps {
  name: ResultKey;
  /** Where it is not the figure's own. */
  label?: string | undefined;
  value: number | null;
  /** The reason of a missing figure, or the basis of a present one. */
  note: ReactNode;
}

/** A figure of the results as a card. */
export function KeyFigure({ name, label = labelOf(name, "card"), value, note }: KeyFigureProps) {
  const { spellBare } = useNumberStyle();
  return (
    <Figure
      label={label}
      value={value === null ? null : spellBare(name, value, "card")}
      unit={unitOf(name, "card")}
      note={note}
    />
  );
}
