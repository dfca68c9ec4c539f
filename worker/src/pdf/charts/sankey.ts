import type { Trace } from "@ecotrim/contracts/simulations/result";
import { flowColor, PALETTE } from "@ecotrim/present/palette";
import { byLeaving, nodeRanks, type Placed } from "@ecotrim/present/results/sankey-order";
import { number } from "../format.ts";
import type { Box, Sheet, TextStyle } from "../sheet.ts";

interface Node {
  label: string;
  flow: string;
  column: number;
  value: number;
  y: number;
  height: number;
  /** Height of each side that links occupy already. */
  sent: number;
  received: number;
}

const NODE_WIDTH = 12;
const NODE_GAP = 22;
const LABEL: TextStyle = { size: 8.5, weight: "semibold", lineGap: 0 };
const VALUE: TextStyle = { size: 8, color: PALETTE.muted, lineGap: 0 };
const SIDE = 92;
/** A thin node's label reaches below it. */
const LABEL_ROOM = 20;

/** Draws energy flows, from the sources at the left through the battery to the uses; widths in proportion to MWh. */
export function drawSankey(sheet: Sheet, box: Box, trace: Trace): void {
  const { node, link } = trace;
  const { doc } = sheet;
  const links = link!.value.map((value, index) => ({
    value,
    from: link!.source[index]!,
    to: link!.target[index]!,
    flow: link!.flow[index]!,
  }));
  const nodes = node!.label.map((label, index): Node => {
    const out = links.filter(({ from }) => from === index).reduce((sum, { value }) => sum + value, 0);
    const into = links.filter(({ to }) => to === index).reduce((sum, { value }) => sum + value, 0);
    const column = into === 0 ? 0 : out === 0 ? 2 : 1;
    const value = Math.max(out, into);
    return { label, flow: node!.flow[index]!, column, value, y: 0, height: 0, sent: 0, received: 0 };
  });

  const ranks = new Map(nodeRanks(trace).map((rank, index) => [nodes[index], rank]));
  const rankOf = (one: Node) => ranks.get(one) ?? 0;
  const columns = [0, 1, 2].map((column) =>
    nodes.filter((one) => one.column === column).sort((a, b) => rankOf(a) - rankOf(b)),
  );
  const perMwh = Math.min(
    ...columns
      .filter(({ length }) => length > 0)
      .map(
        (column) =>
          (box.height - LABEL_ROOM - NODE_GAP * (column.length - 1)) /
          column.reduce((sum, { value }) => sum + value, 0),
      ),
  );
  for (const column of columns) {
    const taken = column.reduce((sum, { value }) => sum + value * perMwh, 0) + NODE_GAP * (column.length - 1);
    let y = box.y + (box.height - taken) / 2;
    for (const one of column) {
      one.height = Math.max(1.2, one.value * perMwh);
      one.y = y;
      y += one.height + NODE_GAP;
    }
  }
  const inner = { x: box.x + SIDE, width: box.width - 2 * SIDE - NODE_WIDTH };
  const xOf = ({ column }: Node) => inner.x + (column * inner.width) / 2;

  const placed = (index: number): Placed => {
    const { column, y, height } = nodes[index]!;
    return { column, middle: y + height / 2 };
  };
  const starts = new Map<(typeof links)[number], number>();
  for (const [index, source] of nodes.entries()) {
    const compare = byLeaving(placed(index));
    const leaving = links.filter(({ from }) => from === index);
    for (const one of leaving.sort((a, b) => compare(placed(a.to), placed(b.to)))) {
      starts.set(one, source.y + source.sent);
      source.sent += one.value * perMwh;
    }
  }
  for (const one of links.toSorted((a, b) => placed(a.from).middle - placed(b.from).middle)) {
    const { value, from, to, flow } = one;
    const [source, target] = [nodes[from]!, nodes[to]!];
    const thickness = Math.max(0.8, value * perMwh);
    const [x1, x2] = [xOf(source) + NODE_WIDTH, xOf(target)];
    const [y1, y2] = [starts.get(one)!, target.y + target.received];
    target.received += value * perMwh;
    const bend = (x2 - x1) * 0.5;
    doc
      .moveTo(x1, y1)
      .bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2)
      .lineTo(x2, y2 + thickness)
      .bezierCurveTo(x2 - bend, y2 + thickness, x1 + bend, y1 + thickness, x1, y1 + thickness)
      .closePath()
      .fillOpacity(0.42)
      .fill(flowColor(flow))
      .fillOpacity(1);
  }
  for (const one of nodes) {
    const x = xOf(one);
    doc.rect(x, one.y, NODE_WIDTH, one.height).fill(flowColor(one.flow));
    const middle = one.y + one.height / 2 - 10;
    if (one.column === 0) label(sheet, one, box.x, middle, SIDE - 8, "right");
    else if (one.column === 2) label(sheet, one, x + NODE_WIDTH + 8, middle, SIDE - 8, "left");
    else label(sheet, one, x - 50 + NODE_WIDTH / 2, one.y - 22, 100, "center");
  }
}

function label(
  sheet: Sheet,
  { label: name, value }: Node,
  x: number,
  y: number,
  width: number,
  align: "left" | "right" | "center",
): void {
  const height = sheet.write(name, x, y, width, { ...LABEL, align });
  sheet.write(number(value, 0, "MWh"), x, y + height + 1, width, { ...VALUE, align });
}
