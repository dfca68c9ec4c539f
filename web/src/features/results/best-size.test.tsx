import { euros, phrase, written } from "@ecotrim/present/phrase";
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { NumberStyleProvider, numberStyle } from "../../lib/number-style.ts";
import { BestSize } from "./best-size.tsx";
import { RESULTS, sizing } from "./result-parts.fixture.ts";

// The test environment has no canvas, so only the card around the drawing is tested.
vi.mock("../charts/drawing.tsx", () => ({
  Drawing: ({ label }: { label: string }) => <canvas role="img" aria-label={label} />,
}));

afterEach(cleanup);

const show = (given = sizing()) =>
  render(
    <MantineProvider env="test">
      <NumberStyleProvider value={numberStyle("en-US")}>
        <BestSize sizing={given} results={RESULTS} />
      </NumberStyleProvider>
    </MantineProvider>,
  );

const rowsOf = (name: string) =>
  within(screen.getByRole("region", { name }))
    .getAllByRole("row")
    .map((row) => Array.from(row.children, ({ textContent }) => textContent?.replaceAll("\u00a0", " ")));

const LEVERS = {
  size: { point: sizing().points[1]!, sentence: "La que menos lejos queda es la de 500 kWh." },
  capex: { value: 90_000, ...written("sentence", phrase`Compensaría con una inversión de ${euros(90_000)}.`) },
  price: { value: null, rise: null, sentence: "Ni con el precio de mercado triplicado compensaría." },
};

describe("best size", () => {
  test("the map of sizes is told in words", async () => {
    show();
    await screen.findByRole("img", { name: /2,000.kWh\. De 6 tamaños calculados compensan 4\./ });
  });

  test("the table of sizes holds the value of every size and marks the best", () => {
    show();
    fireEvent.click(screen.getByRole("button", { name: "Ver tabla" }));
    expect(rowsOf("Tabla: El mejor tamaño para su planta")).toEqual([
      ["VAN (€) según la capacidad", "Descarga en 4 h", "Descarga en 2 h"],
      ["500 kWh", "−1,000", "50,000"],
      ["1,000 kWh", "96,000", "80,000"],
      ["2,000 kWh", "100,000 ★", "−20,000"],
    ]);
  });

  test("a battery that stands in two cells of the sweep is shown, starred and counted once", async () => {
    const whole = sizing();
    const [first, second, third, fourth, best] = whole.points;
    show({ ...whole, points: [first!, second!, third!, fourth!, best!, best!] });
    await screen.findByRole("img", { name: /De 5 tamaños calculados compensan 4\./ });
    fireEvent.click(screen.getByRole("button", { name: "Ver tabla" }));
    expect(rowsOf("Tabla: El mejor tamaño para su planta").at(-1)).toEqual(["2,000 kWh", "100,000 ★", ""]);
    screen.getByText(/Una casilla vacía repite la batería de otra de su fila/);
  });

  test("the best size, the smallest nearly as good and one's own stand side by side", () => {
    show();
    expect(rowsOf("Tamaños comparados")).toEqual([
      ["Batería", "VAN", "Ahorro del primer año", "Inversión"],
      ["★ Mejor tamaño 2,000 kWh / 500 kW", "100,000 €", "80,000 €", "600,000 €"],
      ["La menor con al menos el 95 % de ese VAN 1,000 kWh / 250 kW", "96,000 €", "40,000 €", "300,000 €"],
      ["La de esta simulación 1,000 kWh / 500 kW", "90,000 €", "50,000 €", "300,000 €"],
    ]);
    expect(screen.queryByText(/^No compensa/)).toBeNull();
  });

  test("the best size says so where no size pays, and names the three levers", () => {
    const losing = sizing([
      [-9000, -8000],
      [-7000, -6000],
      [-5000, -4000],
    ]);
    show({ ...losing, levers: LEVERS });
    screen.getByText("No compensa ninguna.");
    expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
      "Precio",
      "Inversión",
      "Tamaño",
    ]);
    screen.getByText(/^Compensaría con una inversión de 90,000.€\. Para la de 500.kWh/);
    screen.getByText(/^Ni con el precio de mercado triplicado compensaría\. Para la de 500.kWh/);
    expect(screen.queryByText(/VAN más alto/)).toBeNull();
    expect(rowsOf("Tamaños comparados").map(([name]) => name)).toEqual([
      "Batería",
      "La que menos pierde 2,000 kWh / 1,000 kW",
      "La de esta simulación 1,000 kWh / 500 kW",
    ]);
  });

  test("a map of sizes where every value is zero has colours all the same", async () => {
    const { heatMapConfig } = await import("../charts/heat-map-config.ts");
    const cell = { value: 0, text: "0", details: [] };
    const config = heatMapConfig(
      { columns: ["4 h"], columnsTitle: "", rows: ["500"], rowsTitle: "", cells: [[cell]] },
      { locale: "en-US", animate: false, compact: false },
    );
    expect(config.data.datasets[0]!.backgroundColor).toEqual(["rgb(255, 255, 255)"]);
  });
});
