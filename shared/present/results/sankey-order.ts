import type { Trace } from "@ecotrim/contracts/simulations/result";

/**
 * How a Sankey is laid out without ribbons that cross needlessly, for every program that draws one.
 *
 * Nodes of a column stand in the order of these ranks: sources in their own order, the others by the mean place of what
 * feeds them. So surplus, which only the first source feeds, stands above the site, which all feed.
 */
export function nodeRanks({ node, link }: Trace): number[] {
  return (node?.label ?? []).map((_, index) => {
    let [weight, places] = [0, 0];
    for (const [at, value] of (link?.value ?? []).entries()) {
      if (link?.target[at] !== index || !(value > 0)) continue;
      weight += value;
      places += value * (link.source[at] ?? 0);
    }
    return weight === 0 ? index : places / weight;
  });
}

/** A node as it stands on the drawing. */
export interface Placed {
  column: number;
  middle: number;
}

/**
 * Compares two targets of a node by the order, from top to bottom, in which their ribbons leave it. Those to farther
 * columns pass a nearer target on the side on which their source stands.
 */
export const byLeaving =
  (source: Placed) =>
  (a: Placed, b: Placed): number => {
    if (a.column === b.column) return a.middle - b.middle;
    const nearer = a.column < b.column ? a : b;
    const isLast = nearer.middle >= source.middle;
    return (nearer === a) === isLast ? 1 : -1;
  };
