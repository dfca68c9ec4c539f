import { withOwnCapex } from "@ecotrim/present/results/own-capex";
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { RESULTS } from "../../results/result-parts.fixture.ts";
import { euros } from "./figures.ts";
import { OwnBudget } from "./own-budget.tsx";

afterEach(cleanup);

function Budget({ initial, heard }: { initial: number | null; heard: (number | null)[] }) {
  const [capexEur, setCapexEur] = useState(initial);
  const change = (next: number | null) => {
    heard.push(next);
    setCapexEur(next);
  };
  return <OwnBudget results={RESULTS} capexEur={capexEur} onChange={change} />;
}

function show(initial: number | null = null) {
  const heard: (number | null)[] = [];
  render(
    <MantineProvider env="test">
      <Budget initial={initial} heard={heard} />
    </MantineProvider>,
  );
  const field = () => screen.getByLabelText("Inversión de su oferta") as HTMLInputElement;
  return { field, type: (text: string) => fireEvent.change(field(), { target: { value: text } }), heard };
}

const cells = (name: string) =>
  Array.from(screen.getByRole("rowheader", { name }).parentElement!.children, ({ textContent }) => textContent);

describe("an own budget", () => {
  test("an own budget recalculates the economics with the engine, beside the estimated ones", async () => {
    const { type, heard } = show();
    type("200,000");
    expect(heard).toEqual([200_000]);
    const own = withOwnCapex(RESULTS, 200_000)!;
    await screen.findByText(/^Con 200,000.€ de inversión/);
    expect(cells("VAN")).toEqual(["VAN", euros(90_000), euros(own.npv)]);
    expect(own.npv).toBeGreaterThan(90_000);
    screen.getByRole("columnheader", { name: "Con su presupuesto" });
    screen.getByText(/la banda de escenarios.*siguen con la inversión estimada, 300,000/);
  });

  test("an own budget says at which investment the value would be zero", async () => {
    show(200_000);
    await screen.findByText(/El VAN es cero con una inversión de [\d,]+.€\./);
  });

  test("an investment that is never recovered gives no made-up figures", async () => {
    show(100_000_000);
    await screen.findByText(/^Con 100,000,000/);
    expect(cells("Periodo de retorno").at(-1)).toBe("No aplicable");
    expect(document.body.textContent).not.toMatch(/NaN|Infinity/);
  });

  test("an own budget is forgotten at a click", async () => {
    const { field, type, heard } = show();
    type("200000");
    await screen.findByText(/^Con 200,000/);
    fireEvent.click(screen.getByRole("button", { name: "Volver a la inversión estimada" }));
    expect(heard.at(-1)).toBeNull();
    expect(field().value).toBe("");
    expect(screen.queryByRole("table")).toBeNull();
  });

  test("an own budget is there again after a reload, in the style of the screen", () => {
    const { field } = show(250_000);
    expect(field().value).toBe("250,000");
    screen.getByText("Entendido: 250,000.00\u00a0€", { normalizer: (text) => text });
  });

  test("a text that is no amount is no budget", () => {
    const { type, heard } = show();
    type("mucho");
    expect(heard).toEqual([null]);
    expect(screen.queryByRole("table")).toBeNull();
  });
});
