import { formatNumber } from "@ecotrim/contracts/numbers";
import type { Plot, Trace } from "@ecotrim/contracts/simulations/result";
import { flowColor, PALETTE } from "@ecotrim/present/palette";
import { nodeRanks } from "@ecotrim/present/results/sankey-order";
import type { ChartConfiguration, ChartDataset, ScriptableContext } from "chart.js";
import { animation, type ChartStyle, FONT, figureAxis, TOOLTIP } from "./chart-style.ts";
import { axisTitle, linksOf, nodeTotals, sankeyOf, unitOf } from "./plot.ts";
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

const MIDNIGHT = / 00:00$/;

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
  const stacks = [...new Set(plot.data.flatMap(({ stack }) => stack ?? []))];
  const labels = plot.data.find(({ x }) => x)?.x ?? [];
  const hasSecond = plot.data.some(({ yaxis }) => yaxis === "y2");
  const write = (value: number) => formatNumber(value, { locale: style.locale });
  const axis = (title: string) => figureAxis(title, write);

  return {
    type: plot.data.some(({ type }) => type === "bar") ? "bar" : "line",
    data: { labels, datasets: plot.data.map((trace) => dataset(trace, stacks)) },
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
        y: {
          ...axis(axisTitle(plot.layout.yaxis)),
          stacked: stacks.length > 0,
          grid: { color: PALETTE.line },
        },
        ...(hasSecond
          ? { y2: { ...axis(axisTitle(plot.layout.yaxis2)), position: "right", grid: { display: false } } }
          : {}),
      },
      plugins: {
        legend: {
          position: "bottom",
          labels: { font: FONT, color: PALETTE.ink, boxWidth: 14, boxHeight: 10, padding: 14 },
        },
        tooltip: {
          ...TOOLTIP,
          callbacks: {
            label: ({ datasetIndex, parsed: { y } }) => {
              const trace = plot.data[datasetIndex];
              const unit = trace ? unitOf(plot, trace) : "";
              return `${trace?.name ?? ""}: ${formatNumber(y, { locale: style.locale, ...(unit ? { unit } : {}) })}`;
            },
          },
        },
      },
    },
  };
}

function dataset(trace: Trace, stacks: string[]): ChartDataset<"bar" | "line"> {
  const color = flowColor(trace.flow);
  const shared = {
    label: trace.name ?? "",
    data: trace.y ?? [],
    yAxisID: trace.yaxis ?? "y",
  };
  if (trace.type === "bar") {
    // The first of two stacks is the baseline of the second.
    const compared = stacks.length > 1 && trace.stack === stacks[0];
    return {
      ...shared,
      type: "bar",
      ...(trace.stack ? { stack: trace.stack } : {}),
      backgroundColor: compared ? `${color}${PALE}` : color,
      borderColor: color,
      borderWidth: compared ? 1 : 0,
      borderRadius: 2,
    };
  }
  const dotted = trace.line?.dash === "dot" || trace.yaxis === "y2";
  return {
    ...shared,
    type: "line",
    borderColor: color,
    backgroundColor: `${color}33`,
    borderWidth: trace.yaxis === "y2" ? 1.5 : 2,
    pointRadius: 0,
    pointHitRadius: 8,
    tension: 0,
    fill: trace.flow === "pv" ? "origin" : false,
    borderDash: dotted ? [2, 3] : [],
  };
}
