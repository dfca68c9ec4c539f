import { inputFromContext } from "@ecotrim/contracts/simulations/context";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OwnSimulations } from "../../app/own-simulations.tsx";
import { renderWithData } from "../../lib/render-with-data.fixture.ts";
import { PENDING_RECORD } from "./record.fixture.ts";
import { summary } from "./summary.fixture.ts";

// The hook's effect on the browser's history is tested in a browser.
vi.mock("../../lib/use-back-goes-home.ts", () => ({ useBackGoesHome: () => undefined }));

const STATS = { total: 1, recent24h: 1, thisWeek: 1, favorites: 0, bestSavings: null, statusBreakdown: [] };
const PAGINATION = { currentPage: 1, totalPages: 1, totalItems: 1, hasPrevPage: false, hasNextPage: false };

let record: SimulationRecord;
let asked: string[];

async function serve(path: string, { method, body }: RequestInit) {
  asked.push(`${method} ${path}`);
  if (method === "PATCH") {
    const names = JSON.parse(String(body)) as { name: string; site: string };
    record = { ...record, ...names };
    return Response.json({ success: true, data: names });
  }
  if (path.includes("/stats/")) return Response.json({ success: true, data: STATS });
  if (path.includes("?")) return Response.json({ success: true, data: [summary("s1")], pagination: PAGINATION });
  if (!path.endsWith("/s1"))
    return Response.json(
      { success: false, error: "No se ha encontrado la simulación.", code: "SIMULATION_NOT_FOUND" },
      { status: 404 },
    );
  return Response.json({ success: true, data: record });
}

beforeEach(() => {
  asked = [];
  record = { ...PENDING_RECORD, id: "s1" };
  vi.stubGlobal("fetch", serve);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function visit(...addresses: string[]) {
  const router = createMemoryRouter(
    [
      {
        Component: OwnSimulations,
        children: ["/mi-area", "/historial-simulaciones", "/simulacion/:id", "/nueva-simulacion"].map((path) => ({
          path,
          element: null,
        })),
      },
    ],
    { initialEntries: addresses },
  );
  renderWithData(<RouterProvider router={router} />);
  return router;
}

const onPhone = () =>
  vi
    .spyOn(window, "matchMedia")
    .mockImplementation(
      (query) => ({ matches: query.includes("48em"), addEventListener() {}, removeEventListener() {} }) as never,
    );

async function edit() {
  visit("/simulacion/s1");
  fireEvent.click(await screen.findByRole("button", { name: /^Cambiar el nombre de Batería de 1,25.MWh$/ }));
  return screen.getByLabelText("Nombre");
}

test("the window of a simulation is titled by the name and site given in it", async () => {
  const field = await edit();
  screen.getByRole("dialog", { name: /^Batería de 1,25.MWh · 13 de marzo de 2026$/ });
  fireEvent.change(field, { target: { value: "Nave 2" } });
  fireEvent.change(screen.getByLabelText("Emplazamiento"), { target: { value: "Polígono Sur" } });
  fireEvent.submit(field);
  await screen.findByRole("dialog", { name: "Nave 2 · Polígono Sur · 13 de marzo de 2026" });
  expect(asked).toContain("PATCH /api/user-simulations/simulation/s1");
  expect(document.title).toBe("Nave 2 · EcoTrim");
});

test("Escape leaves the name as it was and the window open; the next Escape closes it", async () => {
  fireEvent.keyDown(await edit(), { key: "Escape" });
  await waitFor(() => expect(screen.queryByLabelText("Nombre")).toBeNull());
  const pencil = screen.getByRole("button", { name: /^Cambiar el nombre/ });
  await waitFor(() => expect(document.activeElement).toBe(pencil));
  screen.getByRole("dialog");
  fireEvent.keyDown(pencil, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a detail opened from a list stands over that very list, and back leads to it", async () => {
  const router = visit("/historial-simulaciones?limite=5");
  const row = await screen.findByRole("rowheader", { name: /^Batería s1/ });
  fireEvent.click(screen.getByRole("link", { name: /^Ver detalles/ }));
  await screen.findByRole("dialog");
  expect(router.state.location.pathname).toBe("/simulacion/s1");
  expect(row.isConnected).toBe(true);
  await router.navigate(-1);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.search).toBe("?limite=5");
  expect(row.isConnected).toBe(true);
});

test("a detail opened by its address closes to the reports", async () => {
  const router = visit("/simulacion/s1");
  fireEvent.click((await screen.findAllByRole("button", { name: "Cerrar" }))[0]!);
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe("/mi-area?seccion=informes"),
  );
});

test("a tab of the detail stands in the address without a trail of its own", async () => {
  const router = visit("/historial-simulaciones", "/simulacion/s1?parte=kpis");
  const tab = await screen.findByRole("tab", { name: "KPIs" });
  expect(tab.getAttribute("aria-selected")).toBe("true");
  fireEvent.click(screen.getByRole("tab", { name: "Análisis Económico" }));
  await waitFor(() => expect(router.state.location.search).toBe("?parte=economico"));
  await router.navigate(-1);
  expect(router.state.location.pathname).toBe("/historial-simulaciones");
});

test("on a phone the detail is a page, and the list is as it was afterwards", async () => {
  onPhone();
  const router = visit("/historial-simulaciones");
  const row = await screen.findByRole("rowheader", { name: /^Batería s1/ });
  fireEvent.click(screen.getByRole("link", { name: /^Ver detalles/ }));
  await screen.findByRole("heading", { level: 1, name: /^Batería de 1,25.MWh/ });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(row.closest("[hidden]")).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Cerrar" }));
  await waitFor(() => expect(row.closest("[hidden]")).toBeNull());
  expect(router.state.location.pathname).toBe("/historial-simulaciones");
});

test("a simulation that is unknown or another's says so in one sentence, with a way on", async () => {
  visit("/simulacion/s9");
  await screen.findByText("Esta simulación no existe o no está en su cuenta.");
  expect(screen.getByRole("link", { name: "Ver mis informes" }).getAttribute("href")).toBe("/mi-area?seccion=informes");
  expect(screen.queryByRole("button", { name: "Reintentar" })).toBeNull();
});

test("a simulation is duplicated with its answers, and one the wizard cannot ask for says so", async () => {
  visit("/simulacion/s1");
  await screen.findByText(/^No se puede duplicar en la calculadora/);
  cleanup();
  const inputParameters = inputFromContext({
    generation: 2000,
    demand: { type: "constante", weekend: true, average: 500 },
    total_spendings: 480_000,
    selectedBattery: { capacity_kwh: 1250, power_kw: 625 },
  });
  record = { ...record, inputParameters };
  const router = visit("/simulacion/s1");
  fireEvent.click(await screen.findByRole("link", { name: "Duplicar y cambiar" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/nueva-simulacion"));
  expect(router.state.location.state).toMatchObject({ copied: { total_spendings: 480_000 } });
});

test("links in mails of before lead to the detail", async () => {
  const router = visit("/simulacion/s1");
  await screen.findByRole("dialog");
  expect(router.state.location.pathname).toBe("/simulacion/s1");
});
