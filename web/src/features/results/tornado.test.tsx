import type { Sensitivity, SensitivityDriver } from "@ecotrim/contracts/simulations/sensitivity";
import { euros, phrase, written } from "@ecotrim/present/phrase";
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { NumberStyleProvider, numberStyle } from "../../lib/number-style.ts";
import { tornadoConfig } from "../charts/tornado-config.ts";
import { Tornado } from "./tornado.tsx";

vi.mock("../charts/drawing.tsx", () => ({
  Drawing: ({ label }: { label: string }) => <canvas role="img" aria-label={label} />,
}));

afterEach(cleanup);

const driver = (change: Partial<SensitivityDriver>): SensitivityDriver => ({
  key: "capex",
  label: "Inversión",
  unit: "€",
  reason: "Distancia habitual entre una estimación y una oferta en firme",
  solved: false,
  base: { value: 300_000, text: "300.000 €", npv_eur: 100_000 },
  low: { value: 240_000, ...written("text", phrase`−20 % (${euros(240_000)})`), npv_eur: 170_000 },
  high: { value: 360_000, ...written("text", phrase`+20 % (${euros(360_000)})`), npv_eur: 30_000 },
  swing_eur: 140_000,
  ...change,
});

const DEMAND = driver({
  key: "demand",
  label: "Consumo",
  low: { value: 1, text: "−10 %", npv_eur: null },
  high: { value: 2, text: "+10 %", npv_eur: 101_000 },
  swing_eur: 1000,
  null_reason: "Con ese valor la planta no cabe en su potencia.",
});

const SENSITIVITY: Sensitivity = {
  npv_eur: 100_000,
  drivers: [driver({}), DEMAND],
  ...written("sentence", phrase`El que más pesa es «Inversión»: el VAN va de ${euros(30_000)} a ${euros(170_000)}.`),
  null_reasons: {},
};

const show = (sensitivity: Sensitivity) =>
  render(
    <MantineProvider env="test">
      <NumberStyleProvider value={numberStyle("en-US")}>
        <Tornado sensitivity={sensitivity} />
      </NumberStyleProvider>
    </MantineProvider>,
  );

describe("tornado", () => {
  test("the tornado is told in words", async () => {
    show(SENSITIVITY);
    await screen.findByRole("img", { name: /el VAN va de 30,000.€ a 170,000.€/ });
  });

  test("the table of the tornado has both ends of every driver and why, the one that matters most first", () => {
    show(SENSITIVITY);
    fireEvent.click(screen.getByRole("button", { name: "Ver tabla" }));
    const rows = screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => Array.from(row.children, ({ textContent }) => textContent?.replaceAll("\u00a0", " ")));
    expect(rows[0]).toEqual([
      "Inversión",
      "−20 % (240,000 €)",
      "170,000",
      "+20 % (360,000 €)",
      "30,000",
      "Distancia habitual entre una estimación y una oferta en firme",
    ]);
    expect(rows[1]?.slice(0, 3)).toEqual(["Consumo", "−10 %", "No aplicable"]);
    expect(rows[1]?.at(-1)).toContain("no cabe en su potencia");
  });

  test("the tornado without a net present value has the reason, and no chart", () => {
    show({ npv_eur: null, drivers: [], sentence: "El periodo dura menos de 330 días.", null_reasons: {} });
    screen.getByText("No aplicable. El periodo dura menos de 330 días.");
    expect(screen.queryByRole("img")).toBeNull();
  });

  test("both bars of a driver start at the base value; an end without value has no bar", () => {
    const end = (value: number | null) => ({ text: "", value });
    const bars = [
      { label: "Inversión", low: end(170), high: end(30), reason: "" },
      { label: "Consumo", low: end(null), high: end(101), reason: "" },
    ];
    const config = tornadoConfig(
      { bars, base: 100, axisTitle: "VAN", write: String },
      { locale: "en-US", animate: false, compact: true },
    );
    expect(config.data.labels).toEqual([["Inversión"], ["Consumo"]]);
    expect(config.data.datasets.map(({ data }) => data)).toEqual([
      [[100, 170], null],
      [
        [100, 30],
        [100, 101],
      ],
    ]);
  });
});
