import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { renderWithData } from "../../../lib/render-with-data.fixture.ts";
import { getCalculator, resetCalculator, updateCalculator } from "../store.ts";
import { DemandStep } from "./demand-step.tsx";

// The step loads the engine's part on demand; here it is there already.
beforeAll(() => import("@ecotrim/engine/load/consumption"));
beforeEach(() => resetCalculator(3));
afterEach(cleanup);

const open = () =>
  renderWithData(
    <MemoryRouter>
      <DemandStep />
    </MemoryRouter>,
  );
const radio = (name: string | RegExp) => screen.getByRole("radio", { name });
const isChosen = (name: string | RegExp) => radio(name).getAttribute("aria-checked") === "true";
const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } });
const demand = () => getCalculator().demand;
const next = () => screen.getByRole<HTMLButtonElement>("button", { name: "Siguiente" });

const HOURLY = "Consumo medio por hora en un día laborable";

test("step 3 asks in kWh per hour first, and shows the consumption as mean power and per year", async () => {
  open();
  expect(isChosen("kWh a la hora")).toBe(true);
  type(HOURLY, "500");
  await screen.findByText("= 500 kW de media, 4.380 MWh al año");
  expect(demand()).toMatchObject({ average: 500, figure: null });
});

test("two shifts and one shift close on weekends, and a site of 24x7 opens again", () => {
  open();
  for (const [card, kind, weekend] of [
    [/^2 Turnos/, "2turnos", false],
    [/^24x7/, "constante", true],
    [/^1 Turno/, "1turno", false],
  ] as const) {
    fireEvent.click(radio(card));
    expect(demand()).toMatchObject({ type: kind, weekend });
    expect(isChosen(weekend ? "Sí" : "No")).toBe(true);
  }
  fireEvent.click(radio("Sí"));
  expect(demand()).toMatchObject({ type: "1turno", weekend: true });
});

test("kWh of a month become the average of an operating day, also after the days change", async () => {
  open();
  fireEvent.click(radio("kWh al mes"));
  type("Consumo de un mes medio", "366.000");
  await screen.findByText("= 501 kW de media, 4.390 MWh al año");
  await waitFor(() => expect(demand().average).toBeCloseTo(501.37, 1));
  expect(next().disabled).toBe(false);
  fireEvent.click(radio("No"));
  await waitFor(() => expect(demand().average).toBeGreaterThan(600));
  screen.getByText("= 501 kW de media, 4.390 MWh al año");
  expect(field("Consumo de un mes medio").value).toBe("366.000");
});

test("the switch of units writes the same consumption in the new unit", async () => {
  open();
  type(HOURLY, "500");
  await screen.findByText(/^= 500/);
  fireEvent.click(radio("MWh al año"));
  expect(field("Consumo de un año").value).toMatch(/^4\.3(79|80)/);
  fireEvent.click(radio("kWh a la hora"));
  expect(Number(field(HOURLY).value.replace(",", "."))).toBeCloseTo(500, 1);
});

test("another unit written in the field is read, whatever the switch says", async () => {
  open();
  type(HOURLY, "500");
  await screen.findByText(/^= 500/);
  type(HOURLY, "1,5 GWh al año");
  screen.getByText("1,5 GWh al año = 171,2 kW de media");
  expect(demand().average).toBeCloseTo(171.2, 0);
  type(HOURLY, "12 barriles");
  fireEvent.blur(field(HOURLY));
  screen.getByText(/^No se reconoce la unidad «barriles»/);
  expect(next().disabled).toBe(true);
});

test("an invoice without the solar energy gets it back, and the step says how much", async () => {
  updateCalculator((state) => ({ ...state, generation: 1000 }));
  open();
  type(HOURLY, "300");
  fireEvent.click(screen.getByRole("checkbox", { name: "Mi factura ya descuenta la solar" }));
  await screen.findByText(/^Su fotovoltaica cubre unos .*MWh al año más\. En total: .*kW de media/);
  await waitFor(() => expect(demand().average).toBeGreaterThan(350));
  expect(demand()).toMatchObject({ figure: 300, net: true });
  screen.getByText("La factura ya descuenta la solar");
  fireEvent.click(screen.getByRole("checkbox", { name: "Mi factura ya descuenta la solar" }));
  expect(demand()).toMatchObject({ average: 300, figure: null, net: false });
});

test("two shifts that work on weekends too are asked about, and one click closes the weekend", async () => {
  open();
  fireEvent.click(radio(/^2 Turnos/));
  fireEvent.click(radio("Sí"));
  type(HOURLY, "500");
  fireEvent.click(await screen.findByRole("button", { name: "Sin consumo en fin de semana" }, { timeout: 10_000 }));
  await waitFor(() => expect(demand().weekend).toBe(false));
});

test("the kWh of a month typed as those of an hour are asked about, with the mean power they would be", async () => {
  open();
  type(HOURLY, "366.000");
  fireEvent.blur(field(HOURLY));
  fireEvent.click(next());
  fireEvent.click(await screen.findByRole("button", { name: "Usar 501 kW de media" }, { timeout: 10_000 }));
  await waitFor(() => expect(demand().average).toBeCloseTo(501.37, 2));
  expect(field(HOURLY).value).toBe("501,37");
});

test("a file is joined to the curve of a site unless it is to replace it, and a curve sent from here is replaced", async () => {
  const sent = { key: "c", id: "c", accessToken: null, hash: "", hasPlant: false };
  const start = (key: string) =>
    updateCalculator((state) => ({ ...state, demand: { ...state.demand, source: "curve" }, curve: { ...sent, key } }));
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return Response.json({ success: false, error: "No." }, { status: 404 });
  });
  const drop = async () =>
    fireEvent.change(await screen.findByLabelText("Archivos de la curva", {}, { timeout: 20_000 }), {
      target: { files: [new File(["a;b"], "a.csv")] },
    });
  start("c");
  open();
  expect(isChosen(/^Añadir sus meses/)).toBe(true);
  await drop();
  await screen.findByText("No se ha podido leer el archivo");
  expect(asked).toEqual(["/api/curves/c/series"]);
  cleanup();
  start("draft");
  open();
  await screen.findByLabelText("Archivos de la curva");
  expect(screen.queryByRole("radio", { name: /^Añadir sus meses/ })).toBeNull();
  vi.unstubAllGlobals();
});
