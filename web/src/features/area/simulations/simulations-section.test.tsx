import type { SimulationSummary } from "@ecotrim/contracts/simulations/association";
import { type GivenContext, inputFromContext } from "@ecotrim/contracts/simulations/context";
import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { logIn } from "../../../lib/session.fixture.ts";
import { PENDING_RECORD } from "../../simulations/record.fixture.ts";
import { onePage, summary } from "../../simulations/summary.fixture.ts";
import { SimulationsSection } from "./simulations-section.tsx";

const world = vi.hoisted(() => ({ toasts: [] as string[] }));
vi.mock("../../../ui/toast.ts", () => {
  const say = (message: string) => world.toasts.push(message);
  return { toast: { success: say, error: say, info: say } };
});

/** State of the fake server; `failure` answers every change, `gate` delays it. */
let held: SimulationSummary[];
let asked: string[];
let failure: { status: number; error: string; field?: string } | null;
let listFailure: { status: number; error: string } | null;
let gate: Promise<void>;

const STATS = {
  total: 0,
  external: 0,
  recent24h: 0,
  thisWeek: 0,
  favorites: 0,
  bestSavings: null,
  statusBreakdown: [],
};
const refusal = ({ status, error, field }: { status: number; error: string; field?: string }) =>
  Response.json({ success: false, error, code: "INTERNAL", field }, { status });

function listed(query: URLSearchParams) {
  const filter = query.get("filter");
  const simulations = held.filter(
    ({ isFavorite, status }) => filter === "all" || (filter === "favorites" ? isFavorite : status === "completed"),
  );
  const { simulations: data, pagination } = onePage(...simulations);
  return Response.json({ success: true, data, pagination });
}

/** Inputs as the version before stored them, its default efficiencies written out. */
const STORED_INPUT: SimulationInput = {
  demand_value: 500,
  limit: 900,
  efficiency_charge: 0.975,
  efficiency_discharge: 0.975,
};
let calculatorContext: GivenContext | null;
let stored: SimulationInput;
let created: unknown;

async function serve(path: string, { method, body }: RequestInit) {
  asked.push(`${method} ${path}`);
  const url = new URL(path, "http://x");
  if (url.pathname.endsWith("/stats/overview")) return Response.json({ success: true, data: STATS });
  if (method === "GET" && url.pathname.startsWith("/api/simulations/"))
    return Response.json({ success: true, data: { ...PENDING_RECORD, inputParameters: stored, calculatorContext } });
  if (method === "POST" && path === "/api/simulations") created = JSON.parse(String(body));
  if (method === "GET") return listFailure ? refusal(listFailure) : listed(url.searchParams);
  await gate;
  if (failure) return refusal(failure);
  const id = url.pathname.match(/s\d/)?.[0];
  if (method === "PATCH") {
    const { name, site } = JSON.parse(String(body)) as { name: string; site: string };
    const data = { name: name.trim() || null, site: site.trim() || null };
    held = held.map((simulation) => (simulation.id === id ? { ...simulation, ...data } : simulation));
    return Response.json({ success: true, data });
  }
  if (method === "DELETE") held = held.filter((simulation) => simulation.id !== id);
  else
    held = held.map((simulation) =>
      simulation.id === id ? { ...simulation, isFavorite: !simulation.isFavorite } : simulation,
    );
  return Response.json({ success: true, data: {} });
}

function open(search = "") {
  const router = createMemoryRouter([{ path: "*", Component: SimulationsSection }], {
    initialEntries: [`/mi-area?seccion=informes${search}`],
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { router, address: () => router.state.location.pathname + router.state.location.search };
}

const card = (name: string) => screen.findByRole("article", { name: new RegExp(name) });
const star = async (name: string) => within(await card(name)).getByRole("button", { name: /favoritas$/ });
const isMarked = async (name: string) => (await star(name)).getAttribute("aria-pressed") === "true";
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
/** Holds changes back until the returned function is called. */
function hold(): () => void {
  let release = () => {};
  gate = new Promise((resolve) => {
    release = resolve;
  });
  return release;
}
const heard = (start: string) => asked.filter((call) => call.startsWith(start)).length;

async function remove(name: string) {
  const bin = within(await card(name)).getByRole("button", { name: "Eliminar" });
  bin.focus();
  fireEvent.click(bin);
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Eliminar" }));
}

beforeEach(() => {
  logIn();
  [stored, calculatorContext, created] = [STORED_INPUT, null, undefined];
  held = [summary("s1"), summary("s2", { isFavorite: true })];
  asked = [];
  failure = null;
  listFailure = null;
  gate = Promise.resolve();
  world.toasts = [];
  vi.stubGlobal("fetch", serve);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("a star", () => {
  test("a star shows at once, says so once the server has it, and reloads the list", async () => {
    open();
    expect(await isMarked("s1")).toBe(false);
    const release = hold();
    fireEvent.click(await star("s1"));
    await waitFor(async () => expect(await isMarked("s1")).toBe(true));
    expect(world.toasts).toEqual([]);
    const reads = heard("GET /api/user-simulations");
    release();
    await waitFor(() => expect(world.toasts).toEqual(["Estado de favorito actualizado"]));
    await waitFor(() => expect(heard("GET /api/user-simulations")).toBeGreaterThan(reads));
    expect(await isMarked("s1")).toBe(true);
  });

  test("a star that the server refuses goes back, says why, and reloads the list", async () => {
    failure = { status: 500, error: "Algo ha fallado." };
    open();
    const release = hold();
    fireEvent.click(await star("s1"));
    await waitFor(async () => expect(await isMarked("s1")).toBe(true));
    const reads = heard("GET /api/user-simulations");
    release();
    await waitFor(() => expect(world.toasts).toEqual(["Error al actualizar favorito: Algo ha fallado."]));
    await waitFor(async () => expect(await isMarked("s1")).toBe(false));
    await waitFor(() => expect(heard("GET /api/user-simulations")).toBeGreaterThan(reads));
  });

  test("a star clicked twice ends as it began, one call after the other", async () => {
    open();
    const release = hold();
    fireEvent.click(await star("s1"));
    fireEvent.click(await star("s1"));
    await waitFor(() => expect(heard("POST")).toBe(1));
    release();
    await waitFor(() => expect(world.toasts).toHaveLength(2));
    expect(heard("POST")).toBe(2);
    expect(await isMarked("s1")).toBe(false);
  });

  test("a star taken away leaves the list of favourites", async () => {
    open("&filtro=favorites");
    const release = hold();
    fireEvent.click(await star("s2"));
    await screen.findByText("No tiene simulaciones favoritas.");
    release();
    await waitFor(() => expect(world.toasts).toHaveLength(1));
  });
});

describe("a deletion", () => {
  test("a deletion asks first, shows at once and counts anew", async () => {
    open();
    await screen.findByText("Mostrando 2 de 2 simulaciones");
    const release = hold();
    await remove("s1");
    await screen.findByText("Mostrando 1 de 1 simulaciones");
    expect(screen.queryByRole("article", { name: /s1/ })).toBeNull();
    release();
    await waitFor(() => expect(world.toasts).toEqual(["Simulación eliminada de tu cuenta exitosamente"]));
  });

  test("a deletion leaves the focus at the card beside, and at the section after the last", async () => {
    open();
    await remove("s1");
    await screen.findByText("Mostrando 1 de 1 simulaciones");
    const beside = await card("s2");
    await waitFor(() => expect(document.activeElement).toBe(beside));
    await remove("s2");
    await screen.findByText("Todavía no tiene simulaciones.");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Mis Informes" })));
  });

  test("a deletion that fails brings the simulation back and says why", async () => {
    failure = { status: 503, error: "El servicio no está disponible." };
    open();
    const release = hold();
    await remove("s1");
    await screen.findByText("Mostrando 1 de 1 simulaciones");
    release();
    await waitFor(() =>
      expect(world.toasts).toEqual(["Error al eliminar la simulación: El servicio no está disponible."]),
    );
    await card("s1");
    screen.getByText("Mostrando 2 de 2 simulaciones");
  });

  test("a deletion that is not confirmed deletes nothing", async () => {
    open();
    fireEvent.click(within(await card("s1")).getByRole("button", { name: "Eliminar" }));
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancelar" }));
    expect(heard("DELETE")).toBe(0);
    await card("s1");
  });
});

describe("filter and order", () => {
  test("filter and order stand in the address, beside what was there", async () => {
    const { address } = open();
    await card("s1");
    fireEvent.click(screen.getByRole("radio", { name: "Favoritas" }));
    await screen.findByText("Mostrando 1 de 1 simulaciones");
    expect(address()).toBe("/mi-area?seccion=informes&filtro=favorites");
  });

  test("a filter that leaves no simulation is announced", async () => {
    held = [summary("s1")];
    open();
    await card("s1");
    fireEvent.click(screen.getByRole("radio", { name: "Favoritas" }));
    const title = await screen.findByText("No tiene simulaciones favoritas.");
    expect(title.closest("[role=status]")).not.toBeNull();
  });

  test("filter and order are read from the address, and asked of the server", async () => {
    open("&filtro=completed&orden=savings");
    await card("s1");
    expect(asked.some((call) => call.includes("filter=completed&sort=savings"))).toBe(true);
    expect((screen.getByRole("radio", { name: "Completadas" }) as HTMLInputElement).checked).toBe(true);
  });

  test("an unknown filter or order counts as none", async () => {
    open("&filtro=todo&orden=1");
    await card("s1");
    expect(asked.some((call) => call.includes("filter=all&sort=date"))).toBe(true);
  });
});

describe("a list without cards", () => {
  test.each([
    ["", "Todavía no tiene simulaciones."],
    ["&filtro=favorites", "No tiene simulaciones favoritas."],
    ["&filtro=completed", "Ninguna simulación ha terminado todavía."],
  ])("a list without cards filtered by %j says %j", async (search, sentence) => {
    held = [];
    open(search);
    await screen.findByText(sentence);
  });

  test.each([
    [500, "Error al cargar las simulaciones"],
    [503, "Servicio de simulaciones temporalmente no disponible"],
  ])("a list without cards because of a %i says %j, and is there after a retry", async (status, sentence) => {
    listFailure = { status, error: "Algo ha fallado." };
    open();
    await screen.findByText(sentence);
    listFailure = null;
    press("Reintentar");
    await card("s1");
  });
});

describe("a card", () => {
  test("a card says its verdict, and never its label alone where the NPV is negative", async () => {
    const verdict = { code: "does_not_pay" as const, word: "No compensa", sentence: "No compensa: no recupera nada." };
    held = [summary("s1", { irr: 0.044, npv: -180_778, verdict })];
    open();
    const shown = within(await card("s1"));
    expect(shown.getByText(verdict.sentence).dataset.tone).toBe("bad");
    expect(shown.queryByText(/^Clasificación/)).toBeNull();
    shown.getByText("−180.778 €");
  });

  test("a card of an old model says so and computes a new simulation from the same inputs", async () => {
    const verdict = { code: "old" as const, word: "Modelo anterior", sentence: "Calculado con un modelo anterior." };
    held = [summary("s1", { verdict })];
    open();
    const shown = within(await card("s1"));
    shown.getByText(verdict.sentence);
    fireEvent.click(shown.getByRole("button", { name: "Recalcular" }));
    await waitFor(() => expect(asked).toContain("POST /api/simulations"));
    expect(created).toEqual({ inputParameters: { demand_value: 500, limit: 900 } });
  });

  test("a variant of an old model that is recalculated keeps all that it supposed", async () => {
    calculatorContext = {
      generation: 2000,
      demand: { type: "constante", weekend: true, average: 500 },
      total_spendings: 480_000,
      selectedBattery: { capacity_kwh: 1250, power_kw: 625 },
    };
    const supposed = { conversion_efficiency: 0.9, price_level_fct: 1.3, life_years: 12 };
    stored = { ...inputFromContext(calculatorContext), ...supposed };
    held = [summary("s1", { verdict: { code: "old", word: "Modelo anterior", sentence: "De un modelo anterior." } })];
    open();
    fireEvent.click(within(await card("s1")).getByRole("button", { name: "Recalcular" }));
    await waitFor(() => expect(created).toEqual({ inputParameters: stored, calculatorContext }));
  });

  test("a card of a failed simulation has the reason and another try, of one shared only the reason", async () => {
    const error = { code: "SOLVER_TIMEOUT", message: "El cálculo ha superado el tiempo máximo." };
    held = [
      summary("s1", { status: "failed", error }),
      summary("s2", { status: "failed", error, associationType: "shared" }),
    ];
    open();
    const [own, shared] = [within(await card("s1")), within(await card("s2"))];
    own.getByText(error.message);
    shared.getByText("Compartida con usted");
    expect(shared.queryByRole("button", { name: "Reintentar" })).toBeNull();
    expect(shared.queryByRole("button", { name: "Compartir" })).toBeNull();
    fireEvent.click(own.getByRole("button", { name: "Reintentar" }));
    await waitFor(() => expect(asked).toContain("POST /api/simulations/s1/retry"));
  });

  test("a card of a simulation being computed says how far it is", async () => {
    const progress = {
      stage: "solving" as const,
      percent: 62,
      message: "Resolviendo",
      attempt: 1,
      elapsedMs: 1,
      detail: {},
    };
    held = [summary("s1", { status: "processing", progress })];
    open();
    const shown = within(await card("s1"));
    shown.getByText(/En proceso · 62/);
    expect(shown.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("62");
  });
});

describe("the name of a card", () => {
  const edit = async (name: string) => {
    fireEvent.click(within(await card(name)).getByRole("button", { name: /^Cambiar el nombre de/ }));
    return within(await screen.findByRole("form", { name: /^Nombre de/ }));
  };
  const type = (form: ReturnType<typeof within>, label: string, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } });

  test("a name and site are given in the card, by keyboard too, and shown before the battery's", async () => {
    open();
    const form = await edit("s1");
    expect(document.activeElement).toBe(form.getByLabelText("Nombre"));
    type(form, "Nombre", " Nave 2, batería grande ");
    type(form, "Emplazamiento", "Polígono Sur");
    fireEvent.submit(form.getByLabelText("Emplazamiento"));
    const shown = within(await card("^Nave 2, batería grande, "));
    expect(shown.getByRole("heading").textContent).toBe("Nave 2, batería grande");
    shown.getByText(/^Batería s1 · 2\.000.kWh/);
    shown.getByText(/^Polígono Sur · /);
    expect(heard("PATCH /api/user-simulations/simulation/s1")).toBe(1);
    await waitFor(() =>
      expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Cambiar el nombre de Nave 2/),
    );
  });

  test("an emptied name gives the battery's back", async () => {
    held = [summary("s1", { name: "Nave 2", site: "Polígono Sur" })];
    open();
    const form = await edit("Nave 2");
    expect(form.getByLabelText("Emplazamiento")).toHaveProperty("value", "Polígono Sur");
    type(form, "Nombre", "");
    fireEvent.click(form.getByRole("button", { name: "Guardar" }));
    within(await card("^Batería s1")).getByText(/^Polígono Sur · /);
  });

  test.each(["Escape", "Cancelar"])("the name stays as it was after %s", async (way) => {
    open();
    const form = await edit("s1");
    type(form, "Nombre", "Otro");
    if (way === "Escape") fireEvent.keyDown(form.getByLabelText("Nombre"), { key: "Escape" });
    else fireEvent.click(form.getByRole("button", { name: way }));
    await waitFor(() => expect(screen.queryByRole("form")).toBeNull());
    expect(heard("PATCH")).toBe(0);
    await card("^Batería s1");
    expect((await edit("s1")).getByLabelText("Nombre")).toHaveProperty("value", "");
  });

  test("a name that the server refuses says why at its field and keeps the text", async () => {
    failure = { status: 400, error: "El nombre no puede superar los 120 caracteres.", field: "name" };
    open();
    const form = await edit("s1");
    type(form, "Nombre", "Nave");
    fireEvent.click(form.getByRole("button", { name: "Guardar" }));
    expect((await form.findByRole("alert")).textContent).toBe(failure.error);
    expect(form.getByLabelText("Nombre").getAttribute("aria-invalid")).toBe("true");
    expect(form.getByLabelText("Nombre")).toHaveProperty("value", "Nave");
    failure = { status: 503, error: "El servicio no está disponible." };
    fireEvent.click(form.getByRole("button", { name: "Guardar" }));
    await waitFor(() =>
      expect(form.getByRole("alert").textContent).toBe("No se ha podido guardar: El servicio no está disponible."),
    );
  });
});

test("two or three completed simulations are chosen to be compared", async () => {
  held = ["s1", "s2", "s3", "s4"].map((id) => summary(id)).concat(summary("s5", { status: "pending" }));
  const { address } = open();
  await card("s1");
  press("Comparar");
  const boxes = () => screen.getAllByRole("checkbox", { name: "Comparar" }) as HTMLInputElement[];
  expect(boxes()).toHaveLength(4);
  const go = () => screen.getByRole("button", { name: /^Ver la comparación/ }) as HTMLButtonElement;
  fireEvent.click(boxes()[0]!);
  expect(go().disabled).toBe(true);
  fireEvent.click(boxes()[1]!);
  fireEvent.click(boxes()[2]!);
  expect(boxes()[3]!.disabled).toBe(true);
  fireEvent.click(go());
  await waitFor(() => expect(address()).toBe("/comparar?ids=s1,s2,s3"));
});

test("simulations chosen to be compared are still chosen for who comes back to them, or loads them anew", async () => {
  held = ["s1", "s2", "s3"].map((id) => summary(id));
  const { router, address } = open();
  await card("s1");
  press("Comparar");
  const boxes = () => screen.getAllByRole("checkbox", { name: "Comparar" }) as HTMLInputElement[];
  for (const at of [0, 2]) fireEvent.click(boxes()[at]!);
  await waitFor(() => expect(address()).toContain("elegidas=s1%2Cs3"));
  const { search } = router.state.location;
  cleanup();
  open(search.replace("?seccion=informes", ""));
  await card("s1");
  expect(boxes().map(({ checked }) => checked)).toEqual([true, false, true]);
  screen.getByRole("button", { name: "Ver la comparación (2)" });
});
