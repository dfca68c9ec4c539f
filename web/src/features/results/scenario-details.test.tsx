import type { Band, Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { percent, phrase, written } from "@ecotrim/present/phrase";
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { NumberStyleProvider, numberStyle } from "../../lib/number-style.ts";
import { ScenarioDetails } from "./scenario-details.tsx";

vi.mock("../charts/drawing.tsx", () => ({
  Drawing: ({ label }: { label: string }) => <canvas role="img" aria-label={label} />,
}));

afterEach(cleanup);

const band = (p10: number | null, p50: number | null, p90: number | null, standard_error: number | null): Band => ({
  p10: { value: p10, standard_error: p10 === null ? null : standard_error },
  p50: { value: p50, standard_error },
  p90: { value: p90, standard_error },
});

const UNCERTAINTY: Uncertainty = {
  count: 2000,
  seed: 1,
  sentence: "",
  saving_eur: band(41_903, 51_795, 66_186, 400),
  npv_eur: band(188, 70_566, 155_149, 3000),
  irr: band(null, 0.1096, 0.1524, 0.0018),
  probability_npv_positive: { value: 0.9, standard_error: 0.0123 },
  histogram: { saving_eur: { from: 30_000, width: 10_000, counts: [5, 12, 3] }, npv_eur: null },
  without_irr: 250,
  approximate_scenarios: 1,
  surface_r2: 0.998,
  market_years: [
    { year: 2023, saving_eur: 59_964, npv_eur: 141_383 },
    { year: 2024, saving_eur: 55_137, npv_eur: null },
  ],
  sources: [
    { key: "a", label: "Consumo", value: "± 10 %", source: "Criterio propio", judgement: true },
    { key: "b", label: "Sol", ...written("value", phrase`± ${percent(0.024)}`), source: "PVGIS", judgement: false },
  ],
  null_reasons: { irr: "En demasiados escenarios no hay tasa." },
};

const show = (change: Partial<Uncertainty> = {}) =>
  render(
    <MantineProvider env="test">
      <NumberStyleProvider value={numberStyle("en-US")}>
        <ScenarioDetails uncertainty={{ ...UNCERTAINTY, ...change }} />
      </NumberStyleProvider>
    </MantineProvider>,
  );

const rowsOf = (name: string) =>
  within(screen.getByRole("region", { name }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => Array.from(row.children, ({ textContent }) => textContent?.replaceAll("\u00a0", " ")));

describe("scenario details", () => {
  test("percentiles stand with their standard errors, and a missing one with its reason", () => {
    show();
    expect(rowsOf("Tabla: percentiles de los escenarios")).toEqual([
      ["Ahorro del primer año", "41,903 €± 400 €", "51,795 €± 400 €", "66,186 €± 400 €"],
      ["VAN", "188 €± 3,000 €", "70,566 €± 3,000 €", "155,149 €± 3,000 €"],
      ["TIR", "No aplicable", "11.0 %± 0.18 pp", "15.2 %± 0.18 pp"],
    ]);
    screen.getByText(/En demasiados escenarios no hay tasa\./);
    screen.getByText(/^Probabilidad de VAN positivo: 90\.0.%.\(±.1\.23.pp\)$/);
  });

  test("scenario details make nothing up over a short period", () => {
    show({ npv_eur: null, irr: null, probability_npv_positive: null, market_years: [] });
    screen.getByText("Probabilidad de VAN positivo: No aplicable");
    expect(document.body.textContent).not.toContain("superficie");
    screen.getByText("No aplicable: los precios no se recalculan con el mercado de otros años.");
    expect(rowsOf("Tabla: percentiles de los escenarios")[1]).toEqual([
      "VAN",
      "No aplicable",
      "No aplicable",
      "No aplicable",
    ]);
  });

  test("a surface that explains less makes the percentiles of the value a rough guide, and says so", () => {
    show({ surface_r2: 0.962 });
    screen.getByText(/explica el 96\.2.% .* tome los percentiles de VAN y TIR como orientativos\./);
    cleanup();
    show();
    expect(screen.queryByText(/orientativos/)).toBeNull();
  });

  test("the other market years stand beside the scenarios, in the style of the screen", () => {
    show();
    screen.getByText(/con los precios reales de cada año, de 2021 a 2025, .* 7, 79, 54, 49 y 84 de sus escenarios/);
    expect(rowsOf("Tabla: mercado de otros años")).toEqual([
      ["2023", "59,964", "141,383"],
      ["2024", "55,137", "No aplicable"],
    ]);
  });

  test("every source is named, and the product's own judgement is marked", () => {
    show();
    expect(rowsOf("Tabla: qué varía en los escenarios")).toEqual([
      ["Consumo", "± 10 %", "criterio propio", "Criterio propio"],
      ["Sol", "± 2.4 %", "datos", "PVGIS"],
    ]);
  });

  test("the spread of the scenarios is told in words and has a table", async () => {
    show();
    await screen.findByRole("img", { name: /La más alta, 12 de 2,000, va de 40,000.€ a 50,000.€/ });
    fireEvent.click(screen.getByRole("button", { name: "Ver tabla" }));
    expect(rowsOf("Tabla: reparto de los escenarios, Ahorro")).toEqual([
      ["Entre 30,000 € y 40,000 €", "5"],
      ["Entre 40,000 € y 50,000 €", "12"],
      ["Entre 50,000 € y 60,000 €", "3"],
    ]);
  });
});
