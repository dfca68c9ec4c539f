import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ChartCard } from "./chart-card.tsx";

const breaks = vi.hoisted(() => ({ now: false }));

// The test environment has no canvas, so only the card around the drawing is tested.
vi.mock("./drawing.tsx", () => ({
  Drawing: ({ label }: { label: string }) => {
    if (breaks.now) throw new Error("cannot draw");
    return <canvas role="img" aria-label={label} />;
  },
}));

afterEach(() => {
  cleanup();
  breaks.now = false;
});

const plot = {
  data: [
    { type: "bar", name: "Red", x: ["ene", "feb"], y: [1234.5, null] },
    { type: "scatter", name: "Precio", x: ["ene", "feb"], y: [80, 90], yaxis: "y2" },
  ],
  layout: {
    title: "Compra a la red",
    description: "Compra 1234 MWh.",
    xaxis: { title: "Mes" },
    yaxis: { title: "MWh" },
    yaxis2: { title: "€/MWh" },
  },
};

const show = (given: unknown, missing?: "sankey") =>
  render(
    <MantineProvider env="test">
      <ChartCard plot={given} locale="es-ES" height={400} {...(missing ? { missing } : {})} />
    </MantineProvider>,
  );

test("a chart has a heading, and its title and description for screen readers", async () => {
  show(plot);
  screen.getByRole("heading", { name: "Compra a la red" });
  await screen.findByRole("img", { name: "Compra a la red. Compra 1234 MWh." });
});

test("the table holds every figure with its unit", () => {
  show(plot);
  fireEvent.click(screen.getByRole("button", { name: "Ver tabla" }));
  const cells = screen.getAllByRole("row").map((row) => Array.from(row.children, ({ textContent }) => textContent));
  expect(cells).toEqual([
    ["Mes", "Red (MWh)", "Precio (€/MWh)"],
    ["ene", "1.234,5", "80"],
    ["feb", "No aplicable", "90"],
  ]);
});

test("the table has a unit of its own in every column, and one number of decimals", () => {
  const flows = (y: number[], yaxis?: "y2") => ({ type: "scatter", name: yaxis ?? "Red", x: ["0", "1"], y, yaxis });
  const yaxis = { title: "kWh/h (almacenada: kWh)" };
  show({
    data: [flows([1234.567, 0.25]), flows([3, 4.5]), flows([80, 90], "y2")],
    layout: { ...plot.layout, yaxis },
  });
  fireEvent.click(screen.getByRole("button", { name: "Ver tabla" }));
  const cells = screen.getAllByRole("row").map((row) => Array.from(row.children, ({ textContent }) => textContent));
  expect(cells).toEqual([
    ["Mes", "Red (kWh/h)", "Red (kWh/h)", "y2 (€/MWh)"],
    ["0", "1.234,6", "3,0", "80"],
    ["1", "0,3", "4,5", "90"],
  ]);
});

test("bars that stand on one another have their sum in the table, a column a stack", () => {
  const bar = (name: string, stack: string, y: (number | null)[]) => ({
    type: "bar",
    name,
    stack,
    x: ["ene", "feb"],
    y,
  });
  show({
    data: [bar("Sol", "hoy", [10, null]), bar("Red", "hoy", [20, null]), bar("Sol", "luego", [30, 5])],
    layout: plot.layout,
  });
  fireEvent.click(screen.getByRole("button", { name: "Ver tabla" }));
  const cells = screen.getAllByRole("row").map((row) => Array.from(row.children, ({ textContent }) => textContent));
  expect(cells).toEqual([
    ["Mes", "Sol (MWh)", "Red (MWh)", "Sol (MWh)", "Total hoy (MWh)"],
    ["ene", "10", "20", "30", "30"],
    ["feb", "No aplicable", "No aplicable", "5", "No aplicable"],
  ]);
});

test("a missing Sankey and missing data are said in words", () => {
  show(undefined, "sankey");
  screen.getByText("Gráfico no disponible");
  screen.getByText("Los datos se están procesando...");
  cleanup();
  show("{broken");
  screen.getByText("Datos del gráfico no disponibles");
});

test("a chart that cannot be drawn leaves a sentence, not a broken page", async () => {
  breaks.now = true;
  const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
  show(plot);
  await screen.findByText("Error al mostrar el gráfico");
  quiet.mockRestore();
});

test("a chart of bars that are all zero is not an empty frame", () => {
  show({ data: [{ type: "bar", name: "Red", x: ["ene"], y: [0] }], layout: { title: "Consumo" } });
  screen.getByText("No hay energía que mostrar en este gráfico.");
});

test("a Sankey without flow is not an empty frame", () => {
  show({
    data: [{ type: "sankey", node: { label: [] }, link: { source: [], target: [], value: [] } }],
    layout: { title: "Energía" },
  });
  screen.getByText("No hay energía que mostrar en este gráfico.");
});
