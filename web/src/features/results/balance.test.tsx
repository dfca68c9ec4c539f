import type { Results } from "@ecotrim/contracts/simulations/result";
import { amount, phrase } from "@ecotrim/present/phrase";
import { writtenReasons } from "@ecotrim/present/results/null-reasons";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { NumberStyleProvider, numberStyle } from "../../lib/number-style.ts";
import { Balance } from "./balance.tsx";

afterEach(cleanup);

const ENERGETICS = {
  total_demand: 4392,
  total_generation: 3240,
  total_autoconsume: 2378.4,
  total_import: 2050,
  total_export: 862,
  self_consumption_fct: 0.734,
  cycles_per_year: 352,
};

const show = (energetics: object, reasons: object = { null_reasons: {} }) =>
  render(
    <NumberStyleProvider value={numberStyle("en-US")}>
      <Balance
        results={{ kpi_new_table: { energetics: { ...ENERGETICS, ...energetics } }, ...reasons } as unknown as Results}
      />
    </NumberStyleProvider>,
  );

const row = (name: RegExp) => screen.getByRole("row", { name }).textContent;

describe("the energy balance", () => {
  test("the energy balance has its figures in the style of step 6", () => {
    show({});
    expect(row(/^Consumo/)).toBe("Consumo4,392\u00a0MWh");
    expect(row(/^Autoconsumo sobre/)).toBe("Autoconsumo sobre generación73.4\u00a0%");
    expect(row(/^Ciclos/)).toBe("Ciclos de la batería352\u00a0al año");
  });

  test("the energy balance says why a figure does not exist", () => {
    show(
      { self_consumption_fct: null, cycles_per_year: null, total_generation: 0, total_autoconsume: 0 },
      writtenReasons({
        self_consumption_fct: phrase`No hay generación fotovoltaica.`,
        cycles_per_year: phrase`Batería de ${amount(1250.5)} kWh.`,
      }),
    );
    expect(row(/^Autoconsumo sobre/)).toBe("Autoconsumo sobre generaciónNo hay generación fotovoltaica.No aplicable");
    expect(row(/^Ciclos/)).toBe("Ciclos de la bateríaBatería de 1,250.5 kWh.No aplicable");
  });

  test("the energy balance tells self-consumption from the cover by photovoltaics and battery, where both are there", () => {
    const difference = /^Autoconsumo: generación que va a su consumo o a la batería/;
    show({});
    screen.getByText(difference);
    cleanup();
    show({ total_generation: 0, total_autoconsume: 0, self_consumption_fct: null });
    expect(screen.queryByText(difference)).toBeNull();
  });
});
