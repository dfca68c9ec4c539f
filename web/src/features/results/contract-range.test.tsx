import type { Results } from "@ecotrim/contracts/simulations/result";
import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, test } from "vitest";
import { NumberStyleProvider, numberStyle } from "../../lib/number-style.ts";
import { ContractRange } from "./contract-range.tsx";

afterEach(cleanup);

const row = (key: string, saving_eur: number, npv_eur: number, payback_years: number | null) => ({
  key,
  label: `Contrato ${key}`,
  energy_saving_eur: 1.1 * saving_eur,
  saving_eur,
  npv_eur,
  payback_years,
  own: key === "a",
});

const RANGE = [row("a", 84_620, 119_000, 6.7), row("b", 70_300, -4690, 9.1), row("c", 55_900, -129_000, null)];

const show = (
  contract_range: Results["contract_range"],
  odds: number[] | null,
  {
    changeTo,
    warnings = [],
    assumptions = [],
    isKnown = true,
  }: { changeTo?: string; warnings?: { code: string }[]; assumptions?: { key: string }[]; isKnown?: boolean } = {},
) =>
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <NumberStyleProvider value={numberStyle("es-ES")}>
          <ContractRange
            results={
              {
                contract_range,
                warnings,
                assumptions,
                engine_version: "2.0.0",
                null_reasons: { "contract_range.c.payback_years": "No se recupera en 15 años." },
              } as unknown as Results
            }
            uncertainty={
              odds &&
              ({
                count: 300,
                contract_probabilities: odds.map((value, index) => ({ key: contract_range[index]!.key, value })),
              } as Uncertainty)
            }
            isKnown={isKnown}
            changeTo={changeTo}
          />
        </NumberStyleProvider>
      </MemoryRouter>
    </MantineProvider>,
  );

const rows = () =>
  screen.getAllByRole("row").map((line) => Array.from(line.children, ({ textContent }) => textContent?.trim()));

describe("the contract rows", () => {
  test("the kind that is computed with is a supposition while the contract is unknown", () => {
    show(RANGE, null, { isKnown: false });
    expect(rows()[1]?.[0]).toBe("Contrato a supuesto");
  });

  test("each kind of contract has its figures, how often it gains, and a verdict in a word and a tone", () => {
    show(RANGE, [0.86, 0.47, 0.08]);
    expect(rows()).toEqual([
      ["Contrato", "Ahorro al año (€)", "VAN (€)", "Recuperación (años)", "Gana en (%)", "Veredicto"],
      ["Contrato a suyo", "84.620", "119.000", "6,7", "86", "Compensa"],
      ["Contrato b", "70.300", "−4.690", "9,1", "47", "Depende"],
      ["Contrato c", "55.900", "−129.000", "No aplicable", "8", "No compensa"],
    ]);
    const tones = ["Compensa", "Depende", "No compensa"].map((word) => screen.getByText(word).dataset.tone);
    expect(tones).toEqual(["good", "fair", "bad"]);
    screen.getByText(/Contrato c: No se recupera en 15 años\./);
  });

  test("before the scenarios a contract has the sign of its value, and no column of chances", () => {
    show([...RANGE, row("d", -10, -300_000, null)], null);
    expect(rows().map((cells) => cells.at(-1))).toEqual([
      "Veredicto",
      "VAN positivo",
      "VAN negativo",
      "VAN negativo",
      "No compensa",
    ]);
    expect(screen.queryByText(/Gana en/)).toBeNull();
  });

  test("the contract can be changed only where it can be told", () => {
    show(RANGE, null, { changeTo: "/paso-4" });
    expect(screen.getByRole("link", { name: "Cambiar contrato" }).getAttribute("href")).toBe("/paso-4");
    cleanup();
    show(RANGE, null);
    expect(screen.queryByRole("link")).toBeNull();
  });

  test("with given prices, those of a contract, and a spending nobody can rely on, no contract is compared", () => {
    show([], null);
    screen.getByText("No aplicable: los precios vienen dados.");
    cleanup();
    show([], null, { assumptions: [{ key: "contract_prices" }] });
    screen.getByText("No aplicable: los precios se calculan con su contrato.");
    cleanup();
    show(RANGE, null, { warnings: [{ code: "spending_out_of_range" }] });
    screen.getByText("No aplicable: revise su gasto.");
  });
});
