import type { Plot } from "@ecotrim/contracts/simulations/result";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chartConfig } from "./chart-config.ts";
import { drawnTraces, linksOf, nodeTotals, readChart, sankeyOf, unitOf } from "./plot.ts";
import { weekOf, weeksOf } from "./weeks.ts";

const trace = { type: "scatter", name: "Red", x: ["a", "b", "c"], y: [1, null, 3] };
const layout = { title: "Título", description: "Descripción", yaxis: { title: "MWh" }, yaxis2: { title: "€/MWh" } };
const sankey = {
  type: "sankey",
  node: { label: ["Sol", "Red", "Fábrica"], flow: ["pv", "grid", "demand"] },
  link: { source: [0, 1, 7], target: [2, 2, 2], value: [3, 4, 5], flow: ["pv", "grid", "grid"] },
};

const STYLE = { locale: "es-ES", animate: false, compact: false };

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

  test("figures between which an axis has no ticks are read as 0", () => {
    expect(readChart([{ y: [-1e-320, 1e-320, 0.5] }])).toMatchObject({ plot: { data: [{ y: [0, 0, 0.5] }] } });
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

  test.each([
    ["20 traces at most", Array(21).fill(trace)],
    ["1,000 points at most", [{ type: "bar", y: Array(1001).fill(1) }]],
    ["1,000 labels at most", [{ type: "bar", x: Array(1001).fill(1), y: [1] }]],
    ["40 nodes at most", [{ ...sankey, node: { label: Array(41).fill("a"), flow: [] } }]],
    ["100 links at most", [{ ...sankey, link: { ...sankey.link, value: Array(101).fill(1) } }]],
  ])("a chart specification has %s", (_, given) => {
    expect(readChart(given)).toBeUndefined();
  });

  test("figures beyond any use are left out of a chart, and its texts have an end", () => {
    const chart = readChart({
      data: [{ name: "n".repeat(9000), x: ["l".repeat(9000)], y: [1.7e308, -1.7e308, 3] }],
      layout: { title: "t".repeat(9000), description: "d".repeat(9000) },
    });
    if (chart?.kind !== "plot") throw new Error("no plot");
    const [{ name = "", x = [], y } = {}] = chart.plot.data;
    expect(y).toEqual([null, null, 3]);
    expect([name, String(x[0]), chart.plot.layout.title].map(({ length }) => length)).toEqual([200, 200, 200]);
    expect(chart.plot.layout.description).toHaveLength(1000);
  });

  test("a Sankey's nodes may be called like what every object has, and keep their order, flow and label", () => {
    const label = ["toString", "__proto__", "constructor"];
    const chart = readChart([{ ...sankey, node: { label, flow: ["pv", "export", "demand"] } }]);
    if (chart?.kind !== "plot") throw new Error("no plot");
    const { data } = chartConfig(chart.plot, { locale: "es-ES", animate: false, compact: true });
    const [drawn] = data.datasets as unknown as {
      data: { from: string; to: string; flow: number }[];
      labels: Record<string, string>;
      priority: Record<string, number>;
    }[];
    expect(drawn?.data.map(({ from, to }) => [drawn.labels[from], drawn.labels[to]])).toEqual([
      ["toString\n3", "constructor\n7"],
      ["__proto__\n4", "constructor\n7"],
    ]);
    expect(Object.values(drawn?.priority ?? {}).sort()).toEqual([0, 1, 3.25]);
    for (const key of drawn?.data.flatMap(({ from, to }) => [from, to]) ?? []) expect(key in {}).toBe(false);
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

test.each([
  ["zero", [0, 0, 0]],
  ["next to nothing", [-1e-320, 1e-320, 0]],
  ["negative", [-3, -4, -5]],
])("a Sankey whose flows are %s has no links", (_, value) => {
  expect(linksOf({ ...sankey, link: { ...sankey.link, value } } as never)).toEqual([]);
});

test("flows of a Sankey without a width beside the largest are left out", () => {
  const links = linksOf({ ...sankey, link: { ...sankey.link, value: [3e9, 1e-3, 5] } } as never);
  expect(links.map(({ value }) => value)).toEqual([3e9]);
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

describe("the hours of an operation", () => {
  const x = ["lun 15 ene 00:00", "lun 15 ene 01:00"];
  const line = (flow: string, y: number[], more: object = {}) => ({ type: "scatter", name: flow, flow, x, y, ...more });
  const operation = (demand: number[]): Plot =>
    ({
      data: [
        line("pv", [300, 800]),
        line("demand", demand),
        line("grid", [200, 0]),
        line("battery", [0, -250]),
        line("battery", [0, 0]),
        line("export", [0, -50]),
        line("battery", [100, 350], { line: { dash: "dot" } }),
        line("price", [60, 90], { yaxis: "y2" }),
      ],
      layout: { title: "", description: "", yaxis: { title: "kWh" }, yaxis2: { title: "€/MWh" } },
    }) as Plot;

  test("flows that add up to the consumption are areas on one another, above zero what is taken, below what is given", () => {
    expect(drawnTraces(operation([500, 500])).map(({ flow, stack }) => [flow, stack])).toEqual([
      ["demand", "demand"],
      ["pv", "taken"],
      ["grid", "taken"],
      ["battery", "taken"],
      ["battery", "given"],
      ["export", "given"],
      ["price", undefined],
    ]);
    const { datasets } = chartConfig(operation([500, 500]), STYLE).data;
    expect(datasets.map((dataset) => "fill" in dataset && dataset.fill)).toEqual([
      false,
      "origin",
      "-1",
      "-1",
      "origin",
      "-1",
      false,
    ]);
  });

  test("flows that do not add up to the consumption are lines of their own", () => {
    const plot = operation([500, 700]);
    expect(drawnTraces(plot)).toBe(plot.data);
  });

  test("prices have a strip of their own below the energies, and no second axis", () => {
    const { scales = {} } = chartConfig(operation([500, 500]), STYLE).options ?? {};
    expect(Object.keys(scales)).toEqual(["x", "y2", "gap", "y"]);
    for (const name of ["y2", "gap", "y"]) expect(scales[name]).toMatchObject({ position: "left", stack: "strips" });
  });
});
