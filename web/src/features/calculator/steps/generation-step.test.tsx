import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { CALCULATOR_KEY, readStored } from "../../../lib/storage.ts";
import { type CalculatorState, FIRST_STEP } from "../state.ts";
import { getCalculator, resetCalculator, updateCalculator } from "../store.ts";
import { GenerationStep } from "./generation-step.tsx";

afterEach(cleanup);

const open = (given: Partial<CalculatorState> = {}) => {
  resetCalculator(FIRST_STEP);
  updateCalculator((state) => ({ ...state, ...given }));
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <GenerationStep />
      </MemoryRouter>
    </MantineProvider>,
  );
};

test("a site that may not feed in is ticked at step 2 and stored with the answers", () => {
  open();
  const box = screen.getByRole<HTMLInputElement>("checkbox", {
    name: "Mi instalación no puede verter a la red (antivertido)",
  });
  expect(box.checked).toBe(false);
  fireEvent.click(box);
  expect(box.checked).toBe(true);
  expect(getCalculator().zero_export).toBe(true);
  expect(readStored(`${CALCULATOR_KEY}.zero_export`)).toBe(true);
  fireEvent.click(box);
  expect(getCalculator().zero_export).toBe(false);
});

test("step 2 says that it takes the sun of Madrid, and another of the 52 provinces is chosen in place", () => {
  open();
  screen.getByText("Provincia: Madrid");
  const select = screen.getByRole<HTMLSelectElement>("combobox", { name: "Provincia de la instalación" });
  expect(select.options).toHaveLength(52);
  expect([...select.options].slice(0, 3).map(({ text }) => text)).toEqual(["A Coruña", "Albacete", "Alicante/Alacant"]);
  fireEvent.change(select, { target: { value: "41" } });
  screen.getByText("Provincia: Sevilla");
  expect(getCalculator().province).toBe("41");
});

test("step 2 asks for tilt and azimuth, says what holds without them, and what the plane yields", async () => {
  open();
  await screen.findByText(/^Madrid, plano sur a 35°: 1\.620\skWh\/kWp al año \(± 5\s%\)\. Fuente: .*ERA5/);
  screen.getByText("De los paneles sobre la horizontal. Si la deja vacía, 35°.");
  const tilt = screen.getByRole("textbox", { name: "Inclinación" });
  const azimuth = screen.getByRole("textbox", { name: "Orientación" });
  fireEvent.change(tilt, { target: { value: "10°" } });
  fireEvent.change(azimuth, { target: { value: "−90" } });
  expect(getCalculator()).toMatchObject({ pv_tilt_deg: 10, pv_azimuth_deg: -90 });
  screen.getByText("Provincia: Madrid, plano este a 10°");
  await screen.findByText(/^Madrid, plano este a 10°: 1\.369\skWh\/kWp al año \(± 8\s%\)/);

  fireEvent.change(tilt, { target: { value: "" } });
  fireEvent.change(azimuth, { target: { value: "" } });
  expect(getCalculator()).toMatchObject({ pv_tilt_deg: null, pv_azimuth_deg: null });
});

test("step 2 goes on from no tilt beyond its limits", () => {
  open();
  const tilt = screen.getByRole("textbox", { name: "Inclinación" });
  fireEvent.change(tilt, { target: { value: "100" } });
  fireEvent.blur(tilt);
  fireEvent.click(screen.getByRole("button", { name: "Siguiente" }));
  expect(document.activeElement).toBe(tilt);
  expect(getCalculator().reached).toBe(FIRST_STEP);
});

test("a production whose file is not at hand is said to be used, and can be left out", () => {
  const sent = { key: "k", id: "i", accessToken: null, hash: "", hasPlant: false };
  open({ pv_curve: sent, curve: { ...sent, hasPlant: true } });
  screen.getByText("Se usará la producción que ya tenemos, salvo que elija otro archivo.");
  fireEvent.click(screen.getByRole("button", { name: "Seguir sin archivo" }));
  // The consumption was balanced with it.
  expect(getCalculator()).toMatchObject({ pv_curve: null, curve: null });
  expect(screen.queryByText(/^Se usará la producción/)).toBeNull();
});
