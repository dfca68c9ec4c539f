import type { Plot, Trace } from "@ecotrim/shared/simulations/result";

/** Chart specifications as they may arrive: the product's own, or those of whoever completed a simulation elsewhere. */

export type Chart = { kind: "plot"; plot: Plot } | { kind: "image"; src: string };

const IMAGE_URI = /^data:image\/(png|jpeg|webp|gif);base64,/;
/** First characters of a PNG and of a JPEG in base64. */
const BASE64_IMAGE: [start: string, type: string][] = [
  ["iVBORw0KGgo", "png"],
  ["/9j/", "jpeg"],
];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads a plot given as an object, an array of traces, JSON text or an image; undefined for what is none of them. */
export function readChart(given: unknown): Chart | undefined {
  if (typeof given === "string") {
    if (IMAGE_URI.test(given)) return { kind: "image", src: given };
    const image = BASE64_IMAGE.find(([start]) => given.startsWith(start));
    if (image) return { kind: "image", src: `data:image/${image[1]};base64,${given}` };
    try {
      const parsed: unknown = JSON.parse(given);
      return typeof parsed === "string" ? undefined : readChart(parsed);
    } catch {
      return undefined;
    }
  }
  const data = Array.isArray(given) ? given : isObject(given) ? given.data : undefined;
  if (!Array.isArray(data)) return undefined;
  const traces = data.filter(isTrace);
  if (traces.length === 0) return undefined;
  const layout = isObject(given) && isObject(given.layout) ? given.layout : {};
  return {
    kind: "plot",
    plot: { data: traces, layout: { ...layout, title: textOf(layout.title), description: textOf(layout.description) } },
  };
}

/** A text, or the text of `{text}`, as other tools write titles. */
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : isObject(value) && typeof value.text === "string" ? value.text : "";

function isTrace(value: unknown): value is Trace {
  if (!isObject(value)) return false;
  if (value.type === "sankey") {
    const { node, link } = value;
    return (
      isObject(node) &&
      isObject(link) &&
      Array.isArray(node.label) &&
      [link.source, link.target, link.value].every(Array.isArray)
    );
  }
  return (value.type === "bar" || value.type === "scatter") && Array.isArray(value.y);
}

export const sankeyOf = ({ data }: Plot): Trace | undefined => data.find(({ type }) => type === "sankey");

export const axisTitle = (axis: unknown): string => (isObject(axis) ? textOf(axis.title) : "");

/** Unit of a trace: the title of the axis it is read on. */
export const unitOf = ({ layout }: Plot, { yaxis }: Pick<Trace, "yaxis">): string =>
  axisTitle(yaxis === "y2" ? layout.yaxis2 : layout.yaxis);

export interface Link {
  from: string;
  to: string;
  value: number;
  fromFlow: string | undefined;
  flow: string | undefined;
}

/** The links of a Sankey by the names of their nodes; those that point nowhere are left out. */
export function linksOf({ node, link }: Trace): Link[] {
  if (!node || !link) return [];
  return link.value.flatMap((value, index) => {
    const source = link.source[index] ?? -1;
    const from = node.label[source];
    const to = node.label[link.target[index] ?? -1];
    if (from === undefined || to === undefined || !Number.isFinite(value)) return [];
    return [{ from, to, value, fromFlow: node.flow?.[source], flow: link.flow?.[index] }];
  });
}

/** What flows through each node: the larger of what enters and what leaves. */
export function nodeTotals(links: Link[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const name of new Set(links.flatMap(({ from, to }) => [from, to]))) {
    const sum = (side: "from" | "to") =>
      links.reduce((total, link) => total + (link[side] === name ? link.value : 0), 0);
    totals.set(name, Math.max(sum("from"), sum("to")));
  }
  return totals;
}
