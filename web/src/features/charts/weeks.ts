import type { Plot } from "@ecotrim/contracts/simulations/result";
import { MOST } from "./bounds.ts";

/** Points [from, to) of a plot of several weeks. */
export interface Week {
  label: string;
  from: number;
  to: number;
}

/** The weeks that a plot declares; empty where it declares no usable one. */
export function weeksOf({ layout }: Plot): Week[] {
  const { weeks } = layout as { weeks?: unknown };
  return Array.isArray(weeks) && weeks.length <= MOST.weeks ? weeks.filter(isWeek) : [];
}

const isWeek = (value: unknown): value is Week => {
  const { label, from, to } = (value ?? {}) as Partial<Week>;
  return typeof label === "string" && typeof from === "number" && typeof to === "number" && to > from;
};

/** The plot of one of its weeks. */
export function weekOf(plot: Plot, { label, from, to }: Week): Plot {
  return {
    data: plot.data.map((trace) => ({
      ...trace,
      ...(trace.x ? { x: trace.x.slice(from, to) } : {}),
      ...(trace.y ? { y: trace.y.slice(from, to) } : {}),
    })),
    layout: { ...plot.layout, title: `${plot.layout.title} · ${label}` },
  };
}
