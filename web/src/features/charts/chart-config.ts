import { formatNumber } from "@ecotrim/contracts/numbers";
import type { Plot, Trace } from "@ecotrim/contracts/simulations/result";
import { flowColor, PALETTE } from "@ecotrim/present/palette";
import { nodeRanks } from "@ecotrim/present/results/sankey-order";
import type { ChartConfiguration, ChartDataset, Plugin, ScriptableContext } from "chart.js";
import { animation, type ChartStyle, FONT, figureAxis, LEGEND, TOOLTIP } from "./chart-style.ts";
import { axisTitle, drawnTraces, linksOf, nodeTotals, sankeyOf, unitOf } from "./plot.ts";
import { ribbonOrder } from "./ribbon-order.ts";

const PALE = "66";

/** Translates a plot of the product's vocabulary into the drawing library's. */
export function chartConfig(plot: Plot, style: ChartStyle): ChartConfiguration {
  const sankey = sankeyOf(plot);
  return (sankey ? sankeyConfig(plot, sankey, style) : axesConfig(plot, style)) as ChartConfiguration;
}

function sankeyConfig(plot: Plot, trace: Trace, style: ChartStyle): ChartConfiguration<"sankey"> {
  const links = linksOf(trace);
  const unit = unitOf(plot, trace);
  const write = (value: number) => formatNumber(value, { decimals: 0, unit, locale: style.locale });
  const totals = nodeTotals(links);
  const ranks = nodeRanks(trace);
  const names = [...totals.keys()];
  // The library looks nodes up in plain objects, where a name such as toString is always found.
  const keyOf = (name: string) => `node ${names.indexOf(name)}`;
  const byKey = <T>(value: (name: string) => T) => Object.fromEntries(names.map((name) => [keyOf(name), value(name)]));
  const between = names.filter(
    (name) => links.some(({ to }) => to === name) && links.some(({ from }) => from === name),
  );
  const colors = new Map(trace.node?.label.map((label, index) => [label, flowColor(trace.node?.flow?.[index])]));
  const colorOf = (side: "from" | "to") => (context: ScriptableContext<"sankey">) => {
    const link = links[context.dataIndex];
    return colors.get(link?.[side] ?? "") ?? PALETTE.muted;
  };

  return {
    type: "sankey",
    data: {
      datasets: [
        {
          data: links.map(({ from, to, value }) => ({ from: keyOf(from), to: keyOf(to), flow: value })),
          parsing: { from: "from", to: "to", flow: "flow" },
          labels: byKey((name) => `${name}\n${write(totals.get(name) ?? 0)}`),
          colorFrom: colorOf("from"),
          colorTo: colorOf("to"),
          flowColor: (context) => `${flowColor(links[context.dataIndex]?.flow)}${PALE}`,
          alpha: 1,
          priority: byKey((name) => ranks[trace.node?.label.indexOf(name) ?? -1] ?? 0),
          nodeLabels: {
            backgroundColor: `${PALETTE.white}B3`,
            padding: 4,
            borderRadius: 4,
            // On a phone, labels of middle nodes would reach those at the end.
            position: Object.fromEntries(style.compact ? between.map((name) => [keyOf(name), "top"]) : []),
          },
          nodeWidth: 12,
          nodePadding: style.compact ? 24 : 40,
          borderWidth: 0,
          color: PALETTE.ink,
          font: { ...FONT, size: style.compact ? 11 : 13 },
        },
      ],
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: animation(style),
      // Room for the labels of thin nodes at either end.
      layout: { padding: { top: 20, bottom: 20 } },
      plugins: {
        legend: { display: false },
        tooltip: {
          callbacks: {
            title: () => "",
            label: ({ dataIndex }) => {
              const link = links[dataIndex];
              return link ? `${link.from} → ${link.to}: ${write(link.value)}` : "";
            },
          },
        },
      },
    },
    plugins: [ribbonOrder],
  };
}

/** With the month before it, which stands in the title of a week. */
const MIDNIGHT = /( \p{L}+)? 00:00$/u;

/** Hours are labelled by their days: one tick at midnight. */
function dayTicks(labels: (string | number)[]) {
  const midnights = labels.flatMap((label, value) => (MIDNIGHT.test(String(label)) ? { value } : []));
  if (midnights.length === 0) return {};
  return {
    afterBuildTicks: (axis: { ticks: { value: number }[] }) => {
      axis.ticks = midnights;
    },
  };
}

function axesConfig(plot: Plot, style: ChartStyle): ChartConfiguration<"bar" | "line"> {
  const traces = drawnTraces(plot);
  const stacks = [...new Set(traces.flatMap(({ stack }) => stack ?? []))];
  const labels = traces.find(({ x }) => x)?.x ?? [];
  const strip = traces.filter(isPrice);
  const write = (value: number) => formatNumber(value, { locale: style.locale });
  const stacked = { position: "left", stack: "strips" } as const;

  return {
    type: traces.some(({ type }) => type === "bar") ? "bar" : "line",
    data: { labels, datasets: traces.map((trace, index) => dataset(trace, stacks, traces[index - 1])) },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: animation(style),
      interaction: { mode: "index", intersect: false },
      scales: {
        x: {
          stacked: stacks.length > 0,
          title: { display: false, text: axisTitle(plot.layout.xaxis) },
          ...dayTicks(labels),
          ticks: {
            font: FONT,
            color: PALETTE.muted,
            maxRotation: 0,
            autoSkipPadding: 12,
            callback: (value) => String(labels[Number(value)] ?? "").replace(MIDNIGHT, ""),
          },
          grid: { display: false },
        },
        // A strip of its own below, with a gap for its name: two scales in one field are easily read as one.
        ...(strip.length > 0
          ? {
              y2: { ...figureAxis("", write), ...stacked, stackWeight: 1, grid: { color: PALETTE.line } },
              gap: {
                ...stacked,
                axis: "y",
                stackWeight: 0.4,
                ticks: { display: false },
                grid: { display: false },
                border: { display: false },
              },
            }
          : {}),
        y: {
          ...figureAxis(axisTitle(plot.layout.yaxis), write),
          stacked: stacks.length > 0,
          grid: { color: PALETTE.line },
          ...(strip.length > 0 ? { ...stacked, stackWeight: 3 } : {}),
        },
      },
      plugins: {
        // The strip has its name above it.
        legend: {
          ...LEGEND,
          labels: { ...LEGEND.labels, filter: ({ datasetIndex = 0 }) => !isPrice(traces[datasetIndex]) },
        },
        tooltip: {
          ...TOOLTIP,
          callbacks: {
            label: ({ datasetIndex, parsed: { y } }) => {
              const trace = traces[datasetIndex];
              const unit = trace ? unitOf(plot, trace) : "";
              return `${trace?.name ?? ""}: ${formatNumber(y, { locale: style.locale, ...(unit ? { unit } : {}) })}`;
            },
          },
        },
      },
    },
    plugins: strip.length > 0 ? [stripTitle(strip, axisTitle(plot.layout.yaxis2))] : [],
  };
}

const isPrice = (trace: Trace | undefined): boolean => trace?.yaxis === "y2";

/** Name and unit of the strip, in the gap above it. */
const stripTitle = (strip: Trace[], unit: string): Plugin<"bar" | "line"> => ({
  id: "stripTitle",
  afterDraw: ({ ctx, chartArea, scales: { y2 } }) => {
    if (!y2) return;
    ctx.save();
    ctx.font = `${FONT.size}px ${FONT.family}`;
    ctx.textBaseline = "bottom";
    ctx.fillStyle = PALETTE.muted;
    ctx.fillText(`${strip.map(({ name }) => name).join(", ")} (${unit})`, chartArea.left, y2.top - 6);
    ctx.restore();
  },
});

function dataset(trace: Trace, stacks: string[], before: Trace | undefined): ChartDataset<"bar" | "line"> {
  const color = flowColor(trace.flow);
  const shared = {
    label: trace.name ?? "",
    data: trace.y ?? [],
    yAxisID: trace.yaxis ?? "y",
    ...(trace.stack ? { stack: trace.stack } : {}),
  };
  if (trace.type === "bar") {
    // The first of two stacks is the baseline of the second.
    const compared = stacks.length > 1 && trace.stack === stacks[0];
    return {
      ...shared,
      type: "bar",
      backgroundColor: compared ? `${color}${PALE}` : color,
      borderColor: color,
      borderWidth: compared ? 1 : 0,
      borderRadius: 2,
    };
  }
  if (trace.stack && trace.flow !== "demand")
    return {
      ...shared,
      type: "line",
      borderWidth: 0,
      backgroundColor: color,
      pointRadius: 0,
      pointHitRadius: 8,
      // Each area stands on the one before it.
      fill: before?.stack === trace.stack ? "-1" : "origin",
    };
  const dotted = trace.line?.dash === "dot";
  return {
    ...shared,
    type: "line",
    borderColor: color,
    backgroundColor: `${color}33`,
    borderWidth: trace.yaxis === "y2" ? 1.5 : 2,
    pointRadius: 0,
    pointHitRadius: 8,
    tension: 0,
    // Above the areas.
    order: -1,
    fill: trace.flow === "pv" ? "origin" : false,
    borderDash: dotted ? [2, 3] : [],
  };
}
