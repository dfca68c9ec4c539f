import { byLeaving, type Placed } from "@ecotrim/present/results/sankey-order";
import type { Plugin } from "chart.js";
import type { SankeyParsedData } from "chartjs-chart-sankey";

const placed = ({ x = 0, y = 0, size }: SankeyParsedData["_custom"]["from"]): Placed => ({
  column: x,
  middle: y + size / 2,
});

/**
 * Moves the ribbons of a Sankey to the order in which they do not cross. The library orders those that leave a node by
 * the middles of their targets. One to the tall node of the site then crosses the one to the battery before it.
 */
export function orderRibbons(links: SankeyParsedData[]): void {
  for (const source of new Set(links.map(({ _custom }) => _custom.from))) {
    const compare = byLeaving(placed(source));
    const leaving = links.filter(({ _custom }) => _custom.from === source);
    let y = source.y ?? 0;
    for (const link of leaving.sort((a, b) => compare(placed(a._custom.to), placed(b._custom.to)))) {
      link.y = y;
      y += link._custom.flow;
    }
  }
}

export const ribbonOrder: Plugin<"sankey"> = {
  id: "ribbonOrder",
  beforeDatasetsUpdate: (chart) => orderRibbons(chart.getDatasetMeta(0)._parsed as SankeyParsedData[]),
};
