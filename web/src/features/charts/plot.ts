import { parseNumber } from "@ecotrim/contracts/numbers";
import type { Phrase } from "@ecotrim/contracts/phrase";
import type { Plot, Trace } from "@ecotrim/contracts/simulations/result";
import { clipped, GREATEST, MOST, NAME_LENGTH, SENTENCE_LENGTH, SMALLEST } from "./bounds.ts";

/**
 * Chart specifications as they may arrive: the product's own, or those of a client that completed a simulation
 * elsewhere.
 */

export type Chart = { kind: "plot"; plot: Plot } | { kind: "image"; src: string };

const IMAGE_URI = /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/;
/** First characters of images in base64. */
const BASE64_IMAGE: [start: string, type: string][] = [
  ["iVBORw0KGgo", "png"],
  ["/9j/", "jpeg"],
  ["R0lGOD", "gif"],
  ["UklGR", "webp"],
];

const isPhrase = (value: unknown): value is Phrase =>
  Array.isArray(value) && value.every((part) => typeof part === "string" || typeof part?.value === "number");

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads a plot given as an object, an array of traces, JSON text or an image; undefined for anything else, and for a
 * plot too large to be drawn.
 */
export function readChart(given: unknown): Chart | undefined {
  if (typeof given === "string") {
    if (IMAGE_URI.test(given)) return { kind: "image", src: given };
    const image = BASE64_IMAGE.find(([start]) => given.startsWith(start));
    if (image) return { kind: "image", src: `data:image/${image[1]};base64,${given}` };
    try {
      return readChart(JSON.parse(given));
    } catch {
      return undefined;
    }
  }
  const data = Array.isArray(given) ? given : isObject(given) ? given.data : undefined;
  if (!Array.isArray(data) || data.length > MOST.traces) return undefined;
  const traces = data.flatMap((trace) => readTrace(trace) ?? []);
  if (traces.length === 0) return undefined;
  const layout = isObject(given) && isObject(given.layout) ? given.layout : {};
  const { description_parts, ...others } = layout;
  return {
    kind: "plot",
    plot: {
      data: traces,
      layout: {
        ...others,
        title: textOf(layout.title),
        description: textOf(layout.description, SENTENCE_LENGTH),
        ...(isPhrase(description_parts) ? { description_parts } : {}),
      },
    },
  };
}

/** A text, or the text of `{text}`, as other tools write titles. */
const textOf = (value: unknown, length = NAME_LENGTH): string => {
  const text = isObject(value) ? value.text : value;
  return typeof text === "string" ? clipped(text, length) : "";
};

const textsOf = (values: unknown): string[] => (Array.isArray(values) ? values.map((value) => labelOf(value)) : []);

const labelOf = (value: unknown): string => (typeof value === "number" ? String(value) : textOf(value));

const figureOf = (value: unknown): number | null => {
  const figure = typeof value === "string" ? parseNumber(value) : value;
  if (typeof figure !== "number" || !(Math.abs(figure) <= GREATEST)) return null;
  return Math.abs(figure) < SMALLEST.figure ? 0 : figure;
};

/** Picks the supported parts of a trace, each of its type; undefined for one of an unsupported kind, or too large. */
function readTrace(value: unknown): Trace | undefined {
  if (!isObject(value)) return undefined;
  const name = labelOf(value.name);
  const named = { ...(name ? { name } : {}) };
  if (value.type === "sankey") {
    const { node, link } = value;
    if (!isObject(node) || !isObject(link) || !Array.isArray(node.label) || !Array.isArray(link.value))
      return undefined;
    if (node.label.length > MOST.nodes || link.value.length > MOST.links) return undefined;
    const indices = (ends: unknown) => (Array.isArray(ends) ? ends.map((end) => figureOf(end) ?? -1) : []);
    return {
      type: "sankey",
      ...named,
      node: { label: textsOf(node.label), flow: textsOf(node.flow) },
      link: {
        source: indices(link.source),
        target: indices(link.target),
        value: link.value.map((flow) => figureOf(flow) ?? Number.NaN),
        flow: textsOf(link.flow),
      },
    };
  }
  // Other tools may omit the type of a line.
  const { type = "scatter", x, y, flow, stack, line } = value;
  if ((type !== "bar" && type !== "scatter" && type !== "scattergl") || !Array.isArray(y)) return undefined;
  if (Math.max(y.length, Array.isArray(x) ? x.length : 0) > MOST.points) return undefined;
  return {
    type: type === "bar" ? "bar" : "scatter",
    ...named,
    x: Array.isArray(x) ? textsOf(x) : y.map((_, index) => String(index + 1)),
    y: y.map(figureOf),
    ...(typeof flow === "string" ? { flow } : {}),
    ...(typeof stack === "string" ? { stack } : {}),
    ...(value.yaxis === "y2" ? { yaxis: "y2" as const } : {}),
    ...(isObject(line) && line.dash === "dot" ? { line: { dash: "dot" as const } } : {}),
  };
}

export const sankeyOf = ({ data }: Plot): Trace | undefined => data.find(({ type }) => type === "sankey");

export const axisTitle = (axis: unknown): string => (isObject(axis) ? textOf(axis.title) : "");

/** Share of the largest consumption by which the rounded flows of an hour may miss it. */
const BALANCE_TOLERANCE = 0.002;

/** Unit of a trace: the title of the axis it is read on, without what that title explains in brackets. */
export const unitOf = ({ layout }: Plot, { yaxis }: Pick<Trace, "yaxis">): string =>
  axisTitle(yaxis === "y2" ? layout.yaxis2 : layout.yaxis).replace(/ \(.*\)$/, "");

/**
 * The traces of a plot as they are drawn. Energies of an hour that add up to its consumption become areas that stand on
 * one another, above zero what the hour takes, below it what it gives; the stored energy is left to the table.
 */
export function drawnTraces({ data }: Plot): Trace[] {
  const demand = data.find(({ flow }) => flow === "demand");
  const prices = data.filter(({ yaxis }) => yaxis === "y2");
  const flows = data.filter((trace) => trace !== demand && trace.yaxis !== "y2" && trace.line?.dash !== "dot");
  if (!demand?.y || flows.length === 0 || data.some(({ type }) => type !== "scatter")) return data;
  const largest = Math.max(...demand.y.map((value) => Math.abs(value ?? 0)));
  const adds = demand.y.every((value, hour) => {
    const sum = flows.reduce((total, { y }) => total + (y?.[hour] ?? 0), 0);
    return Math.abs(sum - (value ?? 0)) <= BALANCE_TOLERANCE * largest;
  });
  if (!adds) return data;
  const isTaken = ({ y = [] }: Trace) => y.every((value) => (value ?? 0) >= 0);
  const stacked = (traces: Trace[], stack: string) => traces.map((trace) => ({ ...trace, stack }));
  return [
    { ...demand, stack: "demand" },
    ...stacked(flows.filter(isTaken), "taken"),
    ...stacked(
      flows.filter((trace) => !isTaken(trace)),
      "given",
    ),
    ...prices,
  ];
}

export interface Link {
  from: string;
  to: string;
  value: number;
  fromFlow: string | undefined;
  flow: string | undefined;
}

/**
 * The links of a Sankey by the names of their nodes. Those that point nowhere are left out, and so are those without a
 * width: the drawing library does not come to an end with flows of nothing.
 */
export function linksOf({ node, link }: Trace): Link[] {
  if (!node || !link) return [];
  const largest = Math.max(...link.value.filter(Number.isFinite));
  const least = Math.max(SMALLEST.share * largest, SMALLEST.flow);
  return link.value.flatMap((value, index) => {
    const source = link.source[index] ?? -1;
    const from = node.label[source];
    const to = node.label[link.target[index] ?? -1];
    if (from === undefined || to === undefined || !(value >= least)) return [];
    return [{ from, to, value, fromFlow: node.flow?.[source], flow: link.flow?.[index] }];
  });
}

/** Flow through each node: the larger of its inflow and its outflow. */
export function nodeTotals(links: Link[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const name of new Set(links.flatMap(({ from, to }) => [from, to]))) {
    const sum = (side: "from" | "to") =>
      links.reduce((total, link) => total + (link[side] === name ? link.value : 0), 0);
    totals.set(name, Math.max(sum("from"), sum("to")));
  }
  return totals;
}
