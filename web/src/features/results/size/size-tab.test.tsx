import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { OutageQuestion, Survival } from "@ecotrim/engine/outages/outages";
import { phrase, written } from "@ecotrim/present/phrase";
import { CURVE } from "@ecotrim/present/results/curve-words.fixture";
import type { VariantFigures } from "@ecotrim/present/studies/explorer";
import { COLUMNS_NOTE } from "@ecotrim/present/studies/size-map";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderWithData } from "../../../lib/render-with-data.fixture.ts";
import { logIn } from "../../../lib/session.fixture.ts";
import { endSession, getSession, startSession } from "../../../lib/session.ts";
import { PENDING_RECORD } from "../../simulations/record.fixture.ts";
import type { CompletedRecord } from "../completed-record.ts";
import { RESULTS, sizing } from "../result-parts.fixture.ts";
import { CurveTokensProvider } from "./curve-numbers.ts";
import type { ExplorerRequest } from "./explorer-messages.ts";
import { SaveVariantProvider } from "./save-variant.ts";
import { SizeTab } from "./size-tab.tsx";

// The test environment has no canvas, so only the page around the drawing is tested.
vi.mock("../../charts/drawing.tsx", () => ({
  Drawing: ({ label }: { label: string }) => <canvas role="img" aria-label={label} />,
}));

const RECORD = {
  ...PENDING_RECORD,
  status: "completed",
  verdict: { code: "depends", word: "Depende", ...written("sentence", phrase`Depende: del resultado.`) },
  inputParameters: { demand_value: 500, battery_capacity: 1000, max_charge_power: 500, max_discharge_power: 500 },
  results: {
    ...RESULTS,
    ...{ engine_version: "2.0.0", null_reasons: {}, contract_range: [] },
    summary: { ...RESULTS.summary, npv: 90_000, irr: 0.13, payback_years: 6.5 },
  },
  sensitivity: { status: "completed", tornado: null, sizing: sizing() },
} as unknown as CompletedRecord;

/** An euro less of investment is an euro more of value. */
const worth = ({ capex_eur = 300_000 }: SimulationInput): VariantFigures => ({
  savings: 50_000,
  npv: 390_000 - capex_eur,
  irr: 0.13,
  payback_years: 6.5,
  capex_eur,
  cumulative_eur: [-capex_eur, 100_000],
  verdict: { code: "pays", word: "Compensa", ...written("sentence", phrase`Compensa: de la variante.`) },
  scenarios: 500,
  isApproximate: false,
});

/** Of outages: two hours of all, four of half. */
const SURVIVAL: Survival = {
  code: "survival",
  curve: Array.from({ length: 193 }, (_, i) => (i <= 8 ? 1 : i <= 16 ? 0.5 : 0)),
  ...{ medianHours: 4, tenthHours: 2, leastHours: 2, aboveShare: 0, dischargeKw: 500, reserve: null },
};

/** The browser's thread, which answers at once, or when it is told to. */
let asked: SimulationInput[];
let outages: OutageQuestion[];
let isHeld: boolean;
let release: () => void;
let canCalculate: (inputs: SimulationInput) => boolean;
let isLoaded: boolean;
let opened: Extract<ExplorerRequest, { open: unknown }>;
class FakeWorker {
  onmessage?: (event: { data: unknown }) => void;
  onerror?: () => void;
  postMessage(request: ExplorerRequest) {
    if ("open" in request) {
      opened = request;
      return;
    }
    if ("outage" in request) {
      outages.push(request.outage);
      return queueMicrotask(() => this.onmessage?.({ data: { result: SURVIVAL } }));
    }
    if (!isLoaded) return queueMicrotask(() => this.onerror?.());
    asked.push(request.inputs);
    const figures = canCalculate(request.inputs) ? worth(request.inputs) : null;
    const answer = () => this.onmessage?.({ data: { id: request.id, figures } });
    if (isHeld) release = answer;
    else queueMicrotask(answer);
  }
  terminate() {}
}

let isNamed: boolean;
let created: { key: string | null; inputs: SimulationInput }[];

beforeEach(() => {
  [asked, outages, created, isHeld] = [[], [], [], false];
  [canCalculate, isLoaded, isNamed] = [() => true, true, true];
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("fetch", async (_: string, { method, headers, body }: RequestInit) => {
    if (method === "PATCH" && !isNamed)
      return Response.json({ success: false, error: "Ahora no.", code: "INTERNAL" }, { status: 500 });
    created.push({
      key: new Headers(headers).get("idempotency-key"),
      inputs: JSON.parse(String(body)).inputParameters,
    });
    return Response.json({ success: true, data: { id: "new", status: "pending", accessToken: "t" } });
  });
});
afterEach(() => {
  cleanup();
  endSession("logout");
  vi.unstubAllGlobals();
});

function show(
  address = "/simulacion/1",
  record = RECORD,
  save: ((inputs: SimulationInput) => void) | null = null,
  curveTokens: string[] = [],
) {
  const element = (
    <SaveVariantProvider value={save}>
      <CurveTokensProvider value={curveTokens}>
        <SizeTab record={record} />
      </CurveTokensProvider>
    </SaveVariantProvider>
  );
  const router = createMemoryRouter(
    [
      { path: "/simulacion/1", element },
      { path: "/simulacion/new", element: <p>la nueva</p> },
    ],
    { initialEntries: [address] },
  );
  renderWithData(<RouterProvider router={router} />);
  return router;
}

const slider = (name: string) => screen.findByRole<HTMLInputElement>("slider", { name });
const step = (input: HTMLInputElement, by: number) =>
  fireEvent.change(input, { target: { value: String(Number(input.value) + by) } });
const plain = (element: Element | null) => element?.textContent?.replaceAll("\u00a0", " ");
const figures = async () => plain(await screen.findByRole("region", { name: "Resultado de la variante" }));

describe("the explorer", () => {
  test("a moved slider says its value, and the figures what they differ by", async () => {
    show();
    const price = await slider("Precio pagado");
    expect(price.getAttribute("aria-valuetext")?.replaceAll("\u00a0", " ")).toBe("300.000 €");
    expect(await figures()).toContain("90.000 €sin cambio");
    step(price, -2);
    expect(price.getAttribute("aria-valuetext")?.replaceAll("\u00a0", " ")).toBe("280.000 €");
    await waitFor(async () => expect(await figures()).toContain("110.000 €+20.000 €"));
    screen.getByText(/280 €\/kWh · antes 300\.000 €/);
  });

  test("the verdict is that of the result until something is moved, and then says what its risk rests on", async () => {
    show();
    const price = await slider("Precio pagado");
    expect(await figures()).toMatch(/^Depende: del resultado\./);
    expect(await figures()).not.toContain("Riesgo estimado");
    step(price, -2);
    await waitFor(async () =>
      expect(await figures()).toMatch(/^Compensa: de la variante\.Riesgo estimado con 500 escenarios\./),
    );
  });

  test("with a share of the saving the payback is said to be of who invests", async () => {
    const owner = { share_fct: 0.6, savings: 30_000, payback_years: 6.5, lcoe: null };
    show("/simulacion/1", { ...RECORD, results: { ...RECORD.results, owner } });
    expect(await figures()).toContain("Periodo de retorno de quien invierte6,5 años");
  });

  test("the address keeps what is moved, and nothing once it is taken back", async () => {
    const router = show();
    step(await slider("Precio pagado"), -2);
    await waitFor(() => expect(router.state.location.search).toBe("?precio=280000"));
    expect(router.state.historyAction).toBe("REPLACE");
    fireEvent.click(screen.getByRole("button", { name: "Volver al calculado" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  test("an address restores its variant, and what it cannot say is left out", async () => {
    show("/simulacion/1?precio=280000&nivel=9&vida=12");
    expect((await slider("Precio pagado")).getAttribute("aria-valuetext")).toBe("280.000\u00a0€");
    expect((await slider("Nivel de precio de la energía")).getAttribute("aria-valuetext")).toBe("100\u00a0%");
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ capex_eur: 280_000, life_years: 12 }));
    expect(asked.at(-1)).not.toHaveProperty("price_level_fct");
  });

  test("an address between two positions of a slider means the nearer, and no price is endless", async () => {
    show("/simulacion/1?vida=12.4&nivel=1.31&tasa=abc&precio=Infinity");
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ life_years: 12, price_level_fct: 1.3 }));
    expect(asked.at(-1)).not.toHaveProperty("capex_eur");
    expect(asked.at(-1)).not.toHaveProperty("discount_rate");
  });

  test("of the variants asked for while one is calculated only the last is", async () => {
    show();
    const price = await slider("Precio pagado");
    await figures();
    isHeld = true;
    const before = asked.length;
    for (let i = 0; i < 4; i++) step(price, -1);
    expect(asked).toHaveLength(before + 1);
    isHeld = false;
    release();
    await waitFor(() => expect(asked).toHaveLength(before + 2));
    expect(asked.at(-1)?.capex_eur).toBe(260_000);
  });

  test("a variant saved again on another visit has the same key, which another variant and another session lack", async () => {
    logIn();
    const saveAt = async (address: string, token: string) => {
      startSession({ ...getSession()!, token });
      show(address);
      fireEvent.click(await screen.findByRole("button", { name: "Guardar esta variante" }));
      await screen.findByText("la nueva");
      cleanup();
    };
    await saveAt("/simulacion/1?precio=280000", "a");
    await saveAt("/simulacion/1?precio=280000", "a");
    await saveAt("/simulacion/1?precio=260000", "a");
    await saveAt("/simulacion/1?precio=280000", "b");
    const [first, again, other, elsewhere] = created.map(({ key }) => key);
    expect(again).toBe(first);
    expect(new Set([first, other, elsewhere]).size).toBe(3);
  });

  test("a variant that cannot be named is saved all the same", async () => {
    logIn();
    isNamed = false;
    const router = show("/simulacion/1?precio=280000", { ...RECORD, site: "Polígono Sur" });
    fireEvent.click(await screen.findByRole("button", { name: "Guardar esta variante" }));
    await screen.findByText("la nueva");
    expect(router.state.location.pathname).toBe("/simulacion/new");
  });

  test("a variant saved twice by a user is one simulation, which is shown", async () => {
    logIn();
    const router = show();
    step(await slider("Precio pagado"), -2);
    const save = screen.getByRole("button", { name: "Guardar esta variante" });
    fireEvent.click(save);
    fireEvent.click(save);
    await screen.findByText("la nueva");
    expect(router.state.location.pathname).toBe("/simulacion/new");
    expect(new Set(created.map(({ key }) => key)).size).toBe(1);
    expect(created[0]?.inputs).toEqual({ ...RECORD.inputParameters, capex_eur: 280_000 });
  });

  test("a reader without a place for simulations explores without saving", async () => {
    show();
    fireEvent.change(await screen.findByLabelText("Tengo un presupuesto"), { target: { value: "250000" } });
    await waitFor(async () => expect(await figures()).toContain("+50.000 €"));
    expect(screen.queryByRole("button", { name: "Recalcular todo con él" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Guardar esta variante" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Simular este tamaño" })).toBeNull();
  });

  test("a budget moves the price, and recalculates everything with it and nothing else that is moved", async () => {
    const save = vi.fn();
    show("/simulacion/1?vida=12&capacidad=1500", RECORD, save);
    fireEvent.change(await screen.findByLabelText("Tengo un presupuesto"), { target: { value: "250000" } });
    await waitFor(async () => expect(await figures()).toContain("+50.000 €"));
    fireEvent.click(screen.getByRole("button", { name: "Recalcular todo con él" }));
    expect(save).toHaveBeenCalledWith({ ...RECORD.inputParameters, capex_eur: 250_000 });
  });

  test("a result of an old model has its map without an explorer, and says why", () => {
    show("/simulacion/1", { ...RECORD, results: { ...RECORD.results, engine_version: "1.3.0" } });
    screen.getByText(/^Calculado con un modelo anterior/);
    screen.getByRole("table");
    expect(screen.queryByRole("slider")).toBeNull();
  });

  test("a browser without threads says so, and shows the map all the same", async () => {
    vi.stubGlobal("Worker", undefined);
    show();
    await screen.findByText(/Este navegador no puede calcular variantes/);
    screen.getByRole("table");
  });
});

describe("an explorer that fails", () => {
  const retry = () => fireEvent.click(screen.getByRole("button", { name: "Reintentar" }));

  test("one whose program did not arrive says so, and is there after a retry", async () => {
    isLoaded = false;
    show("/simulacion/1?precio=280000");
    await screen.findByText("No se ha podido cargar el explorador.");
    isLoaded = true;
    retry();
    await waitFor(async () => expect(await figures()).toContain("110.000 €+20.000 €"));
  });

  test("a case that cannot be calculated is told from a variant that cannot, and both can be tried again", async () => {
    canCalculate = () => false;
    show();
    await screen.findByText("El explorador no puede calcular este caso.");
    canCalculate = ({ capex_eur }) => capex_eur === undefined;
    retry();
    await figures();
    step(await slider("Precio pagado"), -2);
    await screen.findByText("El explorador no puede calcular esta variante.");
    canCalculate = () => true;
    retry();
    await waitFor(async () => expect(await figures()).toContain("110.000 €+20.000 €"));
  });

  test("the next variant is calculated after one that could not be", async () => {
    canCalculate = ({ capex_eur }) => capex_eur !== 280_000;
    show();
    const price = await slider("Precio pagado");
    step(price, -2);
    await screen.findByText("El explorador no puede calcular esta variante.");
    step(price, -2);
    await waitFor(async () => expect(await figures()).toContain("130.000 €+40.000 €"));
  });
});

describe("the explorer of a measured site", () => {
  const curve_id = "5b0f6f0a-2f4e-4a53-9b53-6f8f3f1d2c11";
  const MEASURED = {
    ...RECORD,
    inputParameters: { ...RECORD.inputParameters, curve_id },
    results: { ...RECORD.results, curve: CURVE },
  };
  const numbers = { start: "2024-12-31T23:00:00Z", step_minutes: 60, steps: 8760, series: { demand: "H4sI" } };
  const answerOf = (answer: () => Response) => {
    const get = vi.fn(async (_: string, __: RequestInit) => answer());
    vi.stubGlobal("fetch", get);
    return get;
  };

  test("its numbers are asked for with what opens the visitor's curve, and given to the thread", async () => {
    const get = answerOf(() => Response.json({ success: true, data: numbers }));
    show("/simulacion/1", MEASURED, null, ["opens it"]);
    expect(await figures()).toContain("90.000 €sin cambio");
    expect(get).toHaveBeenCalledExactlyOnceWith(
      `/api/curves/${curve_id}/series`,
      expect.objectContaining({ headers: { "x-curve-token": "opens it" } }),
    );
    expect(opened.numbers).toEqual({ load: numbers });
    expect(opened.open.curves.load).toMatchObject({ id: curve_id, read: CURVE.read });
  });

  test("without them, deleted or behind a link, the map stands alone and says why", async () => {
    const gone = { success: false, error: "La curva no existe.", code: "CURVE_NOT_FOUND" };
    answerOf(() => Response.json(gone, { status: 404 }));
    show("/simulacion/1", MEASURED);
    await screen.findByText(/necesita la curva medida/);
    expect(screen.queryByRole("slider")).toBeNull();
    screen.getByRole("table");
    cleanup();
    const { read: _, ...curve } = CURVE;
    show("/simulacion/1", {
      ...MEASURED,
      inputParameters: RECORD.inputParameters,
      results: { ...RECORD.results, curve },
    });
    screen.getByText(/necesita la curva medida/);
    screen.getByRole("table");
  });

  test("a server that does not answer is asked again at the reader's wish", async () => {
    const get = answerOf(() => Response.json({}, { status: 503 }));
    show("/simulacion/1", MEASURED);
    await screen.findByText("No se ha podido leer la curva medida.");
    get.mockImplementation(async () => Response.json({ success: true, data: numbers }));
    fireEvent.click(screen.getByRole("button", { name: "Reintentar" }));
    expect(await figures()).toContain("90.000 €sin cambio");
  });
});

describe("the map of sizes", () => {
  const rows = () =>
    within(screen.getByRole("table"))
      .getAllByRole("row")
      .map((row) => Array.from(row.children, plain));

  test("every size has its value with a sign, and the best a star", async () => {
    show();
    await figures();
    expect(rows()).toEqual([
      ["kWh", "4 h", "2 h"],
      ["500", "−1", "+50"],
      ["1.000", "+96", "+80"],
      ["2.000", "★ +100", "−20"],
    ]);
    screen.getByText(/De 6 tamaños calculados compensan 4\./);
  });

  test("arrow keys go from size to size, and any of them can be simulated and explored", async () => {
    const save = vi.fn();
    show("/simulacion/1", RECORD, save);
    await figures();
    const recommended = screen.getByRole("button", { name: /^1\.000.kWh.*250.kW/ });
    expect(recommended.tabIndex).toBe(0);
    recommended.focus();
    fireEvent.keyDown(recommended, { key: "ArrowUp" });
    const smaller = screen.getByRole("button", { name: /^500.kWh.*125.kW/ });
    expect(document.activeElement).toBe(smaller);
    expect(smaller.getAttribute("aria-pressed")).toBe("true");
    fireEvent.click(screen.getByRole("button", { name: "Simular este tamaño" }));
    expect(save).toHaveBeenCalledWith({
      ...RECORD.inputParameters,
      ...{ battery_capacity: 500, max_charge_power: 125, max_discharge_power: 125 },
    });
    fireEvent.click(screen.getByRole("button", { name: "Llevar al explorador" }));
    expect((await slider("Capacidad")).getAttribute("aria-valuetext")).toBe("500\u00a0kWh");
    expect(document.activeElement).toBe(await slider("Capacidad"));
  });

  test("where no size pays, the three levers that would make one pay are named", async () => {
    const levers = {
      size: { point: sizing().points[1]!, sentence: "El de 500 kWh recupera el 80 % de su inversión." },
      capex: { value: 90_000, sentence: "Compensaría con una inversión de 90.000 €." },
      price: { value: null, rise: null, sentence: "Ni con el precio de mercado triplicado compensaría." },
    };
    const losing = sizing([
      [-9000, -8000],
      [-7000, -6000],
      [-5000, -4000],
    ]);
    const sensitivity = { ...RECORD.sensitivity!, sizing: { ...losing, levers } };
    show("/simulacion/1", { ...RECORD, sensitivity });
    screen.getByText("Qué tendría que cambiar");
    expect(screen.getAllByRole("term").map(plain)).toEqual(expect.arrayContaining(["Precio", "Inversión", "Tamaño"]));
    expect(rows().at(-1)).toEqual(["2.000", "−5,0", "★ −4,0"]);
  });

  test("the legend names the own cell only where the map has it, and says what the columns are", () => {
    const sized = (battery_power_kw: number) => {
      const summary = { ...RECORD.results.summary, battery_power_kw };
      return { ...RECORD, results: { ...RECORD.results, summary } };
    };
    show("/simulacion/1", sized(500));
    screen.getByText(COLUMNS_NOTE);
    screen.getByText("la de esta simulación");
    cleanup();
    show("/simulacion/1", sized(625));
    expect(screen.queryByText("la de esta simulación")).toBeNull();
  });

  test("a simulation without a saving has no sizes to compare", () => {
    const results = { ...RECORD.results, summary: { ...RECORD.results.summary, savings: null } };
    show("/simulacion/1", { ...RECORD, results, sensitivity: null });
    screen.getByText(/^No aplicable: sin ahorro/);
  });
});

describe("an outage of the grid", () => {
  const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
  const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } });
  async function unfold(record = RECORD) {
    show("/simulacion/1", record);
    await figures();
    const folded = screen.queryByText("¿Cuánto aguantaría un corte?")?.closest("details");
    if (!folded) return;
    folded.open = true;
    fireEvent(folded, new Event("toggle"));
  }

  test("is calculated once it is opened, in words, as a curve and as a table", async () => {
    show();
    await figures();
    expect(outages).toEqual([]);
    cleanup();
    await unfold();
    await screen.findByText(
      /^Aguanta al menos 4,0.h en la mitad de los cortes, 2,0.h en 9 de cada 10 y 2,0.h en el peor\.$/,
    );
    expect(outages).toEqual([{ load: { share: 0.3 }, reserveSoc: 0, isIslanded: false }]);
    await screen.findByRole("img", { name: /^Probabilidad de aguantar\. Una hora .* 100.%.*cuatro, en el 50.%/ });
    fireEvent.click(
      within(screen.getByRole("img", { name: /^Probabilidad/ }).closest("section")!).getByRole("button", {
        name: "Ver tabla",
      }),
    );
    const table = screen.getByRole("region", { name: "Tabla: probabilidad de aguantar un corte" });
    expect(within(table).getByRole("row", { name: /^4 50.%$/ })).not.toBeNull();
  });

  test("is asked for again with another load, reserve or an islanded plant, and valued where a stop has a cost", async () => {
    await unfold();
    type("Carga reservada", "50");
    fireEvent.click(screen.getByRole("checkbox", { name: /en isla/ }));
    fireEvent.click(screen.getByRole("radio", { name: "Una potencia" }));
    type("Potencia que mantener", "120");
    await waitFor(() => expect(outages.at(-1)).toEqual({ load: { kw: 120 }, reserveSoc: 0.5, isIslanded: true }));
    expect(screen.queryByText(/^Con un corte al año/)).toBeNull();
    const worth = screen.getByText("Qué vale").closest("details")!;
    worth.open = true;
    fireEvent(worth, new Event("toggle"));
    fireEvent.change(await screen.findByLabelText("Coste de una hora parada"), { target: { value: "1000" } });
    type("Horas de corte al año", "2");
    await screen.findByText(/^Con un corte al año de 2.h a cualquier hora, .*: 2\.000.€ al año/);
  });

  test("with a reserve above the capacity is refused at its field, and not calculated", async () => {
    await unfold();
    await waitFor(() => expect(outages).toHaveLength(1));
    type("Carga reservada", "120");
    fireEvent.blur(field("Carga reservada"));
    screen.getByText(/^La reserva debe estar entre 0 y 100.%/);
    screen.getByText("Complete lo que no puede pararse y la reserva.");
    expect(outages).toHaveLength(1);
  });
});
