import type { Results } from "@ecotrim/contracts/simulations/result";
import { NOT_INCLUDED, NOT_INCLUDED_TITLE } from "@ecotrim/present/results/not-included";
import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Assumptions } from "./assumptions.tsx";

afterEach(cleanup);

test.each([
  [false, "batería, inversor y montaje, sin IVA"],
  [true, "la indicada en los datos"],
])("the assumptions say what no figure holds, and what the investment does (given: %o)", (overridden, holds) => {
  const capex = { key: "capex_eur", label: "Inversión", value: "1", source: "", overridden };
  render(
    <MantineProvider env="test">
      <Assumptions results={{ assumptions: [capex] } as unknown as Results} />
    </MantineProvider>,
  );
  const said = screen.getByText(`${NOT_INCLUDED_TITLE}.`).parentElement?.textContent;
  for (const sentence of NOT_INCLUDED) expect(said).toContain(sentence);
  expect(said).toContain(`La inversión es ${holds}.`);
});

test("every assumption has its source, and those of our own judgement are marked and counted", () => {
  const assumption = (label: string, source: string, overridden = false) => ({
    key: label,
    label,
    value: "1",
    source,
    overridden,
  });
  const assumptions = [
    assumption("Vida útil", "Criterio propio, habitual en baterías industriales"),
    assumption("Margen", "Criterio propio"),
    assumption("Inversión", "Criterio propio para 2026: 220 €/kWh"),
    assumption("Precios", "OMIE"),
    assumption("Tasa", "Indicado en los datos de la simulación", true),
  ];
  render(
    <MantineProvider env="test">
      <Assumptions results={{ assumptions } as unknown as Results} />
    </MantineProvider>,
  );
  screen.getByText("5 supuestos; de criterio propio, 3; con otra fuente, 1; fijados por usted, 1.");
  expect(screen.getAllByText("criterio propio")).toHaveLength(3);
  const sources = screen.getAllByRole("row").map((row) => row.lastElementChild?.textContent?.trim());
  expect(sources).toEqual([
    "Fuente",
    "criterio propio habitual en baterías industriales",
    "criterio propio",
    "criterio propio para 2026: 220 €/kWh",
    "OMIE",
    "Indicado en los datos de la simulación",
  ]);
});
