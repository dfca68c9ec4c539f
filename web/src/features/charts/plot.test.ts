import type { Plot } from "@ecotrim/contracts/simulations/result";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chartConfig } from "./chart-config.ts";
import { linksOf, nodeTotals, readChart, sankeyOf, unitOf } from "./plot.ts";
import { weekOf, weeksOf } from "./weeks.ts";

const trace = { type: "scatter", name: "Red", x: ["a", "b", "c"], y: [1, null, 3] };
const layout = { title: "Título", description: "Descripción", yaxis: { title: "MWh" }, yaxis2: { title: "€/MWh" } };
const sankey = {
  type: "sankey",
  node: { label: ["Sol", "Red", "Fábrica"], flow: ["pv", "grid", "demand"] },
  link: { source: [0, 1, 7], target: [2, 2, 2], value: [3, 4, 5], flow: ["pv", "grid", "grid"] },
};

describe("chart specifications", () => {
  test("chart specifications are read as an object, an array of traces or JSON text", () => {
    const plot = { kind: "plot", plot: { data: [trace], layout } };
    expect(readChart({ data: [trace], layout })).toEqual(plot);
    expect(readChart(JSON.stringify({ data: [trace], layout }))).toEqual(plot);
    expect(readChart([trace])).toMatchObject({ kind: "plot", plot: { data: [trace], layout: { title: "" } } });
  });

  test("chart titles given as {text} are titles", () => {
    expect(readChart({ data: [trace], layout: { title: { text: "T" } } })).toMatchObject({
      plot: { layout: { title: "T" } },
    });
  });

  test("a chart specification may be an image", () => {
    expect(readChart("data:image/png;base64,AAAA")).toEqual({ kind: "image", src: "data:image/png;base64,AAAA" });
    expect(readChart("data:image/svg+xml;utf8,<svg/>")).toMatchObject({ kind: "image" });
    expect(readChart("iVBORw0KGgoAAA")).toEqual({ kind: "image", src: "data:image/png;base64,iVBORw0KGgoAAA" });
  });

  test("chart specifications of other tools keep what can be drawn", () => {
    const line = { y: ["1.234,5", null, {}], name: 7, yaxis: "y3", line: 3 };
    expect(readChart([line, { type: "heatmap", z: [] }])).toMatchObject({
      plot: { data: [{ type: "scatter", name: "7", x: ["1", "2", "3"], y: [1234.5, null, null] }] },
    });
    const odd = { type: "sankey", node: { label: [{}, 3] }, link: { source: "x", target: [1], value: ["a"] } };
    expect(readChart([odd])).toMatchObject({ plot: { data: [{ node: { label: ["", "3"] }, link: { source: [] } }] } });
  });

  test("chart specifications of any shape give no chart, or one that can be drawn", () => {
    const part = fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()));
    const parts = (...keys: string[]) =>
      fc.record(Object.fromEntries(keys.map((key) => [key, part])), { requiredKeys: [] });
    const odd = fc.record(
      {
        type: fc.constantFrom("bar", "scatter", "sankey", 3),
        ...{ name: part, x: part, y: fc.array(fc.jsonValue()), yaxis: part, line: part, stack: part, flow: part },
        node: parts("label", "flow"),
        link: parts("source", "target", "value", "flow"),
      },
      { requiredKeys: ["type"] },
    );
    fc.assert(
      fc.property(fc.array(odd, { minLength: 1 }), parts("title", "xaxis", "yaxis", "weeks"), (data, layout) => {
        const chart = readChart({ data, layout });
        if (chart?.kind !== "plot") return;
        weeksOf(chart.plot);
        const { data: drawn } = chartConfig(chart.plot, { locale: "es-ES", animate: false, compact: false });
        expect(drawn.datasets.length).toBeGreaterThan(0);
      }),
    );
  });

  test("chart specifications that were written as text twice are read too", () => {
    expect(readChart(JSON.stringify(JSON.stringify([trace])))).toMatchObject({ kind: "plot" });
  });

  test.each([
    undefined,
    null,
    3,
    "",
    "{",
    '"text"',
    "data:text/html;base64,AAAA",
    {},
    [],
    { data: "x" },
    [{ type: "pie" }],
  ])("%j is no chart specification", (given) => {
    expect(readChart(given)).toBeUndefined();
  });

  test("a Sankey link that points nowhere is left out, and nodes add up", () => {
    const chart = readChart([sankey]);
    const links = chart?.kind === "plot" ? linksOf(sankeyOf(chart.plot)!) : [];
    expect(links.map(({ from, to, value }) => [from, to, value])).toEqual([
      ["Sol", "Fábrica", 3],
      ["Red", "Fábrica", 4],
    ]);
    expect(nodeTotals(links)).toEqual(
      new Map([
        ["Sol", 3],
        ["Fábrica", 7],
        ["Red", 4],
      ]),
    );
  });

  test("a trace has the unit of its axis", () => {
    const plot = { data: [], layout };
    expect(unitOf(plot, {})).toBe("MWh");
    expect(unitOf(plot, { yaxis: "y2" })).toBe("€/MWh");
  });
});

describe("weeks of a plot", () => {
  const plot: Plot = {
    data: [trace as never],
    layout: { ...layout, weeks: [{ label: "Invierno", from: 1, to: 3 }, { label: 3 } as never] },
  };

  test("only usable weeks of a plot count", () => {
    expect(weeksOf(plot)).toEqual([{ label: "Invierno", from: 1, to: 3 }]);
    expect(weeksOf({ data: [], layout })).toEqual([]);
  });

  test("one week of a plot keeps its own points", () => {
    expect(weekOf(plot, weeksOf(plot)[0]!).data[0]).toMatchObject({ x: ["b", "c"], y: [null, 3] });
  });
});
