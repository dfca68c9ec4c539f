import { formatNumber } from "@ecotrim/contracts/numbers";
import { inputFromContext } from "@ecotrim/contracts/simulations/context";
import { readCase } from "@ecotrim/contracts/simulations/input";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { Plot, Results } from "@ecotrim/contracts/simulations/result";
import type { SolveDispatch } from "@ecotrim/engine/dispatch/problem";
import { solveByValueFunction } from "@ecotrim/engine/dispatch/value-function-solver";
import { runSimulation } from "@ecotrim/engine/simulate";
import { simulationOutput } from "@ecotrim/present/results/results";
import { asStored } from "@ecotrim/present/results/stored.fixture";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import fc from "fast-check";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { renderWithData } from "../../lib/render-with-data.fixture.ts";
import { sizing } from "../results/result-parts.fixture.ts";
import { SimulationDetail } from "./simulation-detail.tsx";

// The test environment has no canvas, so only the page around the drawing is tested.
vi.mock("../charts/register.ts", () => ({
  Chart: class {
    destroy() {}
  },
}));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const solve: SolveDispatch = async (problems) =>
  problems.map((problem) => {
    const result = solveByValueFunction(problem);
    if (!result.ok) throw new Error(`not exact at step ${result.step}`);
    return result.solution;
  });

const CONTEXT = {
  generation: 2000,
  demand: { type: "constante" as const, weekend: true, average: 500 },
  total_spendings: 480_000,
  selectedBattery: { name: "balanced", capacity_kwh: 1250, power_kw: 625 },
};

let results: Results;
let completed: SimulationRecord;

beforeAll(async () => {
  const inputParameters = inputFromContext(CONTEXT);
  results = asStored(simulationOutput(await runSimulation({ input: readCase(inputParameters) }, { solve })).results);
  completed = {
    id: "0b1f7c2e-3c1d-4f53-9a77-5a2a1c9c3f10",
    version: "1",
    status: "completed",
    source: "platform",
    name: null,
    site: null,
    installationId: null,
    isOwn: true,
    createdAt: "2026-03-12T23:30:00.000Z",
    completedAt: "2026-03-12T23:31:00.000Z",
    inputParameters,
    calculatorContext: CONTEXT,
    financeTerms: null,
    progress: null,
    stages: [],
    requestId: null,
    queuePosition: null,
    startsInS: null,
    executionTime: 5432,
    results,
    power: null,
    uncertainty: { status: "processing", scenarios: 500, total: 2000, result: null },
    sensitivity: { status: "completed", tornado: null, sizing: sizing() },
    verdict: null,
    error: null,
  };
}, 300_000);

const plain = (element: Element | null | undefined) => element?.textContent?.replaceAll("\u00a0", " ");

const show = (change: Partial<SimulationRecord> = {}, tab?: string) => {
  renderWithData(
    <MemoryRouter>
      <SimulationDetail record={{ ...completed, ...change }} />
    </MemoryRouter>,
  );
  if (tab) fireEvent.click(screen.getByRole("tab", { name: tab }));
};

/** A client's results of any shape. */
const showOf = (given: unknown, tab?: string) =>
  show({ source: "external", results: given as Results, uncertainty: null, sensitivity: null }, tab);

const facts = () =>
  Object.fromEntries(
    Array.from(document.querySelectorAll(".facts > div"), ({ children: [term, detail] }) => [
      plain(term),
      plain(detail),
    ]),
  );

const figures = () =>
  Object.fromEntries(
    Array.from(document.querySelectorAll(".figure"), (figure) => [
      plain(figure.querySelector(".figure-label")),
      plain(figure.querySelector(".figure-value")),
    ]),
  );

const rowsOf = (name: string) =>
  within(screen.getByRole("region", { name }))
    .getAllByRole("row")
    .map((row) => Array.from(row.children, plain));

const write = (value: number | null, decimals: number, unit: string) =>
  formatNumber(value, { decimals, unit }).replaceAll("\u00a0", " ");

describe("the summary", () => {
  test("the summary says what was simulated, in the units of the specification", () => {
    const { total_generation, total_demand } = results.kpi_new_table.energetics;
    show();
    expect(facts()).toEqual({
      Estado: "Completada",
      Fecha: "13 de marzo de 2026 a las 0:30",
      "Generación fotovoltaica": write(total_generation / 1000, 1, "GWh"),
      "Consumo total": write(total_demand / 1000, 1, "GWh"),
      "Gasto en energía": "480.000 € al año",
      "Potencia fotovoltaica": "2.000 kWp",
      "Consumo medio": "500 kWh por hora",
      "Periodo analizado": "Del 01/01/2024 al 31/12/2024",
      Identificador: completed.id,
      Nombre: "Batería equilibrada",
      Capacidad: "1,25 MWh",
      "Potencia nominal": "0,625 MW",
      "Tasa C": "0,5 C",
      "Rendimiento de carga": "97,5 %",
      "Rendimiento de descarga": "97,5 %",
      "Estado de carga mínimo (SOC)": "10,0 %",
      "Estado de carga inicial (SOC)": "50,0 %",
    });
  });

  test("the summary shows the saving, its verdict and how far its band is", () => {
    const sentence = "Depende: de la inversión; vale 1.000 € (VAN al 7,5 %).";
    show({ verdict: { code: "depends", word: "Depende", sentence } });
    const headline = plain(document.querySelector(".headline"));
    expect(headline).toContain(write(results.summary.savings, 0, "€ al año") + sentence);
    expect(headline).toContain(`Clasificación: ${results.summary.profitability}`);
    expect(headline).toContain("500 de 2.000 escenarios");
  });

  test("the summary has no C rate without capacity, and says why", () => {
    show({ inputParameters: { ...completed.inputParameters, battery_capacity: 0 } });
    expect(facts()["Tasa C"]).toBe("No aplicableNo hay capacidad con la que comparar la potencia.");
  });
});

test("the indicators are those of the engine, payback beside the specified ratio", () => {
  const { economics, energetics } = results.kpi_new_table;
  show({}, "KPIs");
  expect(figures()).toMatchObject({
    "Consumo total": write(energetics.total_demand, 0, "MWh"),
    "Generación total": write(energetics.total_generation, 0, "MWh"),
    Autoconsumo: write(100 * energetics.self_consumption_fct!, 1, "%"),
    Autosuficiencia: write(100 * energetics.self_sufficiency_fct!, 1, "%"),
    "Ahorro anual": write(economics.savings, 0, "€"),
    TIR: write(100 * economics.irr!, 1, "%"),
    VAN: write(economics.npv, 0, "€"),
    "LCOE · coste de su energía": write(economics.lcoe, 2, "€/MWh"),
    "Periodo de retorno": write(economics.payback_years, 1, "años"),
    "Gasto energético / ahorro": write(480_000 / economics.savings!, 2, "años"),
  });
  expect(rowsOf("Tabla: todos los indicadores")).toHaveLength(1 + results.kpi_table.length);
});

test("what a shared link hides has no figure and the reason, and no table of peaks", () => {
  const { peaks: _, economic_case: __, ...shown } = results;
  const lcoe = { lcoe: null, lcoe_without_battery: null };
  const kpi_new_table = { ...results.kpi_new_table, economics: { ...results.kpi_new_table.economics, ...lcoe } };
  const null_reasons = { lcoe: "No se muestra su factura." };
  const hidden = { ...shown, summary: { ...results.summary, lcoe: null }, kpi_new_table, null_reasons };
  show({ results: hidden }, "KPIs");
  expect(figures()).toMatchObject({ "LCOE · coste de su energía": "No aplicable", VAN: expect.stringContaining("€") });
  expect(screen.getByText("No se muestra su factura.")).toBeDefined();
  fireEvent.click(screen.getByRole("tab", { name: "Análisis Operativo" }));
  expect(screen.queryByText("Punta de compra por periodo")).toBeNull();
});

describe("the operation", () => {
  test("the operation has the first three indicators of demand and of battery, and every chart in its height", async () => {
    show({}, "Análisis Operativo");
    const { kpi_demand, kpi_battery } = results.operative_analysis!;
    const shown = [...kpi_demand.slice(0, 3), ...kpi_battery.slice(0, 3)].map(({ indicator }) => indicator);
    expect(Object.keys(figures())).toEqual(shown);
    const charts = await waitFor(() => {
      const drawn = screen.getAllByRole("img");
      expect(drawn).toHaveLength(6);
      return drawn;
    });
    const { energy_plot, sankey_plot, stackbar_plot, battery_cha, battery_dis, battery_spread } =
      results.operative_analysis!;
    const plots: Plot[] = [energy_plot, sankey_plot, stackbar_plot, battery_cha, battery_dis, battery_spread];
    expect(charts.map((chart) => chart.parentElement?.style.height)).toEqual([
      "400px",
      "500px",
      "400px",
      "400px",
      "400px",
      "400px",
    ]);
    for (const [index, plot] of plots.entries())
      expect(charts[index]?.getAttribute("aria-label")).toContain(plot.layout.title);
  });

  const operation = (operative_analysis: object) => showOf({ operative_analysis }, "Análisis Operativo");
  const bars = [{ type: "bar", name: "Red", x: ["ene"], y: [3] }];

  test.each([
    ["JSON text", JSON.stringify({ data: bars, layout: {} })],
    ["a list", bars],
    ["an object", { data: bars, layout: { title: 3 } }],
  ])("the operation draws a plot given as %s", async (_, energy_plot) => {
    operation({ energy_plot });
    await screen.findByRole("img", { name: /^Operación/ });
  });

  test.each([
    ["a data URI", "data:image/png;base64,AAAA", "data:image/png;base64,AAAA"],
    ["base64", "iVBORw0KGgoAAA", "data:image/png;base64,iVBORw0KGgoAAA"],
  ])("the operation shows an image given as %s", (_, energy_plot, source) => {
    operation({ energy_plot });
    expect(screen.getByRole("img", { name: "Operación" }).getAttribute("src")).toBe(source);
  });

  test("the operation says which charts are missing, warns of a missing energy plot, and leaves out what was not given", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    operation({ battery_cha: "{broken" });
    expect(screen.getAllByText("Datos del gráfico no disponibles")).toHaveLength(2);
    screen.getByText("Gráfico no disponible");
    screen.getByRole("heading", { name: "Carga de la batería" });
    expect(screen.queryByRole("heading", { name: "Descarga de la batería" })).toBeNull();
    expect(warn).toHaveBeenCalledWith(`simulation ${completed.id} has no energy_plot`);
  });

  test("the operation asked for without details says so instead of waiting for charts", () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { operative_analysis: _, ...without } = results;
    const inputParameters = { ...completed.inputParameters, hide_details: true };
    show({ inputParameters, results: without }, "Análisis Operativo");
    screen.getByText(/se pidió sin detalle/);
  });
});

describe("the economics", () => {
  test("the economics compare the scenarios and make the saving stand out", () => {
    show({}, "Análisis Económico");
    const rows = rowsOf("Tabla: sin batería y con batería");
    const table = results.project_economics_table!;
    expect(rows.slice(2).map(([name]) => name)).toEqual(table.map(({ var_name }) => var_name));
    const grid = table.findIndex(({ var_name }) => var_name === "Compra a la red");
    expect(rows[grid + 2]?.[3]).toBe(formatNumber(table[grid]!["cost_eur-sb"], { decimals: 0 }));
    const digits = (column: number) => rows.slice(2).map((row) => row[column]!.split(",")[1]?.length ?? 0);
    expect(new Set(digits(1).filter((_, row) => rows[row + 2]![1] !== "–"))).toEqual(new Set([1]));
    expect(new Set(digits(3))).toEqual(new Set([0]));
    const highlighted = Array.from(document.querySelectorAll("[data-saving] th"), plain);
    expect(highlighted).toEqual(table.map(({ var_name }) => var_name).filter((name) => name.includes("Ahorro")));
    expect(highlighted.length).toBeGreaterThan(0);
  });

  test("the economics show six metrics of the operation by year, and all on demand", () => {
    show({}, "Análisis Económico");
    const table = () => rowsOf("Tabla: operación año a año");
    expect(table().map(([name]) => name)).toEqual([
      "Concepto",
      "Generación fotovoltaica (MWh)",
      "Consumo (MWh)",
      "Autoconsumo (MWh)",
      "Compra a la red (MWh)",
      "Excedentes (MWh)",
      "Descarga de la batería (MWh)",
    ]);
    fireEvent.click(screen.getByRole("button", { name: "Ver todas (8)" }));
    expect(table()).toHaveLength(9);
    expect(table()[7]?.slice(0, 2)).toEqual(["Capacidad restante (%)", "100,0 %"]);
  });

  test("the economics have the cash flow from the investment on, and the sizes", () => {
    show({}, "Análisis Económico");
    const cashflow = rowsOf("Tabla: flujo de caja");
    expect(cashflow).toHaveLength(1 + results.economic_model!.cashflow_df.length);
    expect(cashflow[0]?.slice(0, 4)).toEqual(["Año", "Ahorro (€)", "Mantenimiento (€)", "Sustitución (€)"]);
    expect(cashflow[1]).toContain(formatNumber(-results.summary.capex_eur, { decimals: 0 }));
    expect(cashflow[2]?.[2]).toMatch(/^−/);
    const table = screen.getByRole("region", { name: "Tabla: flujo de caja" });
    const years = within(table).getAllByRole("rowheader");
    // On a phone each row is a card, headed by this name and the bare number.
    expect(new Set(years.map((year) => year.dataset.label))).toEqual(new Set(["Año"]));
    screen.getByRole("heading", { name: "VAN según el tamaño, en miles de €" });
    screen.getByRole("button", { name: /^2\.000.kWh.*100\.000.€/ });
  });

  test("the economics go from money over risk and sizes to the assumptions, as step 6 does", () => {
    show({}, "Análisis Económico");
    const titles = screen.getAllByRole("heading", { level: 2 }).map(plain);
    const places = ["Flujo de caja", "VAN según el tamaño, en miles de €", "Supuestos y fuentes"].map((title) =>
      titles.indexOf(title),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places.at(-1)).toBe(titles.length - 1);
  });

  test("the economics of a client in no known format say so", () => {
    showOf({ project_economics_table: "nada", operation_data: { df: [3] } }, "Análisis Económico");
    screen.getByText("Formato de datos no compatible");
    screen.getByText("Datos no procesables");
    screen.getByText("Esta simulación no incluye esta tabla.");
  });
});

test("tables and charts of a client that would make millions of cells are said to be too large", () => {
  const columns = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`c${index}`, [1]]));
  const wide = { df: { ...columns, long: Array(5000).fill(1) } };
  const traces = Array.from({ length: 2000 }, () => ({ y: [1] }));
  showOf(
    {
      operation_data: wide,
      economic_model: wide,
      operative_analysis: { energy_plot: [{ y: Array(9000).fill(1) }, ...traces] },
    },
    "Análisis Económico",
  );
  expect(screen.getAllByText("Tabla demasiado grande para mostrarla")).toHaveLength(2);
  fireEvent.click(screen.getByRole("tab", { name: "Análisis Operativo" }));
  screen.getByText("Datos del gráfico no disponibles");
  expect(document.querySelectorAll("td")).toHaveLength(0);
});

describe("a simulation without results", () => {
  test("a simulation that failed says so, and why in its own words", () => {
    show({
      status: "failed",
      results: null,
      requestId: "7f-1",
      error: { code: "SOLVER_FAILED", message: "El optimizador ha fallado." },
    });
    expect(facts().Estado).toBe("Fallida");
    expect(plain(screen.getByRole("alert"))).toContain("El optimizador ha fallado.");
    expect(plain(screen.getByRole("alert"))).toContain("Referencia: 7f-1");
    fireEvent.click(screen.getByRole("tab", { name: "KPIs" }));
    screen.getByText("Sin resultados");
  });

  test("a simulation that is being computed says how far it is, and shows no figures", () => {
    const progress = {
      ...{ stage: "solving" as const, percent: 43, message: "Resolviendo con HiGHS" },
      ...{ attempt: 1, elapsedMs: 10, detail: {} },
    };
    show({ status: "processing", results: null, progress, uncertainty: null, sensitivity: null });
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("43");
    screen.getByText(/^Resolviendo con HiGHS/);
    expect(facts()).not.toHaveProperty("Consumo total");
    fireEvent.click(screen.getByRole("tab", { name: "Análisis Económico" }));
    screen.getByText("Aún sin resultados");
  });
});

/** Values as odd clients may send them, of a JSON text. */
const odd = fc.oneof(
  fc.jsonValue(),
  fc.double(),
  fc.constantFrom("1.234,5", "{", "[]", "iVBORw0KGgoAAA", '{"df":[{"year":1,"a":"b"}]}'),
  fc.array(
    fc.record(
      {
        type: fc.constantFrom("bar", "scatter", "sankey", 3),
        x: fc.jsonValue(),
        y: fc.array(fc.jsonValue()),
        name: fc.jsonValue(),
        node: fc.record({ label: fc.array(fc.jsonValue()) }),
        link: fc.record({ source: fc.jsonValue(), target: fc.jsonValue(), value: fc.array(fc.jsonValue()) }),
      },
      { requiredKeys: [] },
    ),
  ),
  fc.array(
    fc.record(
      { year: fc.jsonValue(), indicator: fc.jsonValue(), var_name: fc.jsonValue(), value: fc.jsonValue() },
      { requiredKeys: [] },
    ),
  ),
);
const group = (...keys: string[]) =>
  fc.oneof(odd, fc.record(Object.fromEntries(keys.map((key) => [key, odd])), { requiredKeys: [] }));

const oddResults = fc.oneof(
  odd,
  fc.record(
    {
      summary: group("savings", "npv"),
      kpi_new_table: fc.record({ economics: group("savings", "irr", "npv"), energetics: group("total_demand") }),
      operative_analysis: group("energy_plot", "sankey_plot", "stackbar_plot", "battery_cha", "kpi_demand"),
      kpi_table: odd,
      project_economics_table: odd,
      operation_data: group("df"),
      economic_model: group("cashflow_df"),
      warnings: odd,
      null_reasons: group("irr"),
    },
    { requiredKeys: [] },
  ),
);

test("a client's results of any shape are shown on every tab, and never break one", () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  // React reports broken charts and repeated keys as console errors.
  vi.spyOn(console, "error").mockImplementation(() => {});
  fc.assert(
    fc.property(oddResults, (given) => {
      showOf(given);
      for (const tab of screen.getAllByRole("tab")) {
        fireEvent.click(tab);
        const open = screen.getByRole("tabpanel");
        expect(open.textContent).not.toBe("");
        expect(open.textContent).not.toMatch(/NaN|undefined|Infinity|Error al mostrar/);
      }
      cleanup();
    }),
    { numRuns: 30 },
  );
}, 300_000);
