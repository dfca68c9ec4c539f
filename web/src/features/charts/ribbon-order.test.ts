import { nodeRanks } from "@ecotrim/present/results/sankey-order";
import { SankeyController, type SankeyParsedData } from "chartjs-chart-sankey";
import fc from "fast-check";
import { expect, test } from "vitest";
import { orderRibbons } from "./ribbon-order.ts";

/** In the order of the results' plot. */
const NODES = ["pv", "grid", "battery", "site", "surplus", "losses"];
const ENDS = [
  ["pv", "site"],
  ["pv", "battery"],
  ["pv", "surplus"],
  ["grid", "site"],
  ["grid", "battery"],
  ["battery", "site"],
  ["battery", "losses"],
] as const;

/** The ribbons as the library lays them out, 500 px high, and as they are ordered then. */
function laidOut(values: number[]): SankeyParsedData[] {
  const data = ENDS.map(([from, to], index) => ({ from, to, flow: values[index] as number })).filter(
    ({ flow }) => flow > 0,
  );
  const indices = (side: "from" | "to") => data.map((link) => NODES.indexOf(link[side]));
  const link = { source: indices("from"), target: indices("to"), value: data.map(({ flow }) => flow), flow: [] };
  const ranks = nodeRanks({ type: "sankey", node: { label: NODES, flow: [] }, link });
  const priority = Object.fromEntries(ranks.map((rank, index) => [NODES[index], rank]));
  const options = { parsing: {}, priority, nodePadding: 40, modeX: "edge" };
  const scale = { parse: (value: number) => value };
  const controller = Object.assign(Object.create(SankeyController.prototype), { options, chart: { height: 500 } });
  const links = controller.parseObjectData({ xScale: scale, yScale: scale }, data, 0, data.length);
  orderRibbons(links);
  return links;
}

const leaving = (links: SankeyParsedData[], source: string) =>
  links
    .filter(({ _custom }) => _custom.from.key === source)
    .sort((a, b) => a.y - b.y)
    .map(({ _custom }) => _custom.to.key);

const MWH = fc.double({ min: 1, max: 5000, noNaN: true });

test("ribbons of PV and grid leave in the order in which they do not cross, whatever they carry", () => {
  fc.assert(
    fc.property(MWH, MWH, MWH, MWH, MWH, (toSite, toBattery, toSurplus, ofGrid, gridToBattery) => {
      const stored = toBattery + gridToBattery;
      const links = laidOut([toSite, toBattery, toSurplus, ofGrid, gridToBattery, 0.95 * stored, 0.05 * stored]);
      expect(leaving(links, "pv")).toEqual(["surplus", "site", "battery"]);
      expect(leaving(links, "grid")).toEqual(["battery", "site"]);
      expect(leaving(links, "battery")).toEqual(["site", "losses"]);
    }),
  );
});
