import type { Results } from "@ecotrim/contracts/simulations/result";
import { BILLS } from "@ecotrim/present/bill/contract-bill.fixture";
import { PALETTE } from "@ecotrim/present/palette";
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { NumberStyleProvider, numberStyle } from "../../lib/number-style.ts";
import { MonthlyBill } from "./monthly-bill.tsx";

const drawn = vi.hoisted(() => ({ datasets: [] as { label: string; data: number[]; backgroundColor: string }[] }));

vi.mock("../charts/drawing.tsx", () => ({
  Drawing: ({ label, config }: { label: string; config: (style: object) => { data: typeof drawn } }) => {
    drawn.datasets = config({ locale: "es-ES", animate: false, compact: true }).data.datasets;
    return <canvas role="img" aria-label={label} />;
  },
}));

afterEach(cleanup);

const BILL: Results["bill_by_month"] = [
  { month: "2024-01", without_battery_eur: 40_000, with_battery_eur: 30_000 },
  { month: "2024-02", without_battery_eur: 36_000, with_battery_eur: 31_500 },
];

const show = (bill_by_month: Results["bill_by_month"], bill?: Results["bill"]) =>
  render(
    <MantineProvider env="test">
      <NumberStyleProvider value={numberStyle("es-ES")}>
        <MonthlyBill results={{ bill_by_month, bill } as Results} />
      </NumberStyleProvider>
    </MantineProvider>,
  );

const names = () => drawn.datasets.map(({ label }) => label.replaceAll("\u00a0", " "));

describe("the bill by month", () => {
  test("each month stands without and with the battery, and the legend has both totals", async () => {
    show(BILL);
    await screen.findByRole("img");
    expect(names()).toEqual(["sin batería 76.000 €", "con batería 61.500 €"]);
    expect(drawn.datasets.map(({ backgroundColor }) => backgroundColor)).toEqual([PALETTE.petrolSoft, PALETTE.petrol]);
    fireEvent.click(screen.getByRole("button", { name: "Ver tabla" }));
    const rows = screen.getAllByRole("row").map((row) => Array.from(row.children, ({ textContent }) => textContent));
    expect(rows).toEqual([
      ["Mes", "Sin batería (€)", "Con batería (€)", "Diferencia (€)"],
      ["ene 2024", "40.000", "30.000", "10.000"],
      ["feb 2024", "36.000", "31.500", "4.500"],
    ]);
  });

  test("a site that cannot do without the battery has only the bill with it", async () => {
    show([{ month: "2024-01", without_battery_eur: null, with_battery_eur: 30_000 }]);
    await screen.findByRole("img");
    expect(names()).toEqual(["con batería 30.000 €"]);
    expect(drawn.datasets[0]?.backgroundColor).toBe(PALETTE.petrol);
  });

  test("a contract's whole bill takes the place of that of energy", async () => {
    show(BILL, BILLS);
    await screen.findByRole("img", { name: /^Factura por mes\./ });
    expect(names()).toEqual(["Ahora 127.997 €", "Óptima sin batería 124.272 €", "Óptima con batería 107.696 €"]);
    fireEvent.click(screen.getByRole("button", { name: "Ver tabla" }));
    expect(screen.getByRole("row", { name: /^Suma/ }).textContent).toBe("Suma127.997124.272107.696");
  });

  test("a result of before has no bill by month", () => {
    show(undefined);
    expect(document.querySelector("section")).toBeNull();
  });
});
