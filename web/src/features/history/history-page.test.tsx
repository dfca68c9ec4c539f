import { onlineManager } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderWithData } from "../../lib/render-with-data.fixture.ts";
import { summary } from "../simulations/summary.fixture.ts";
import { HistoryPage } from "./history-page.tsx";

// The hook's effect on the browser's history is tested in a browser.
vi.mock("../../lib/use-back-goes-home.ts", () => ({ useBackGoesHome: () => undefined }));

const STATS = {
  total: 30,
  external: 2,
  recent24h: 1,
  thisWeek: 2,
  favorites: 0,
  bestSavings: null,
  statusBreakdown: [],
};

let row: Parameters<typeof summary>[1];
let total: number;
let queries: string[];
let failure: string | null;

async function serve(path: string) {
  const { pathname, searchParams } = new URL(path, "http://x");
  if (pathname.endsWith("/stats/overview")) return Response.json({ success: true, data: STATS });
  if (failure) return Response.json({ success: false, error: failure, code: "INTERNAL" }, { status: 500 });
  queries.push(searchParams.toString());
  const [page, limit] = [Number(searchParams.get("page")), Number(searchParams.get("limit"))];
  const totalPages = Math.max(1, Math.ceil(total / limit));
  return Response.json({
    success: true,
    data: page > totalPages || total === 0 ? [] : [summary("s1", row)],
    pagination: {
      currentPage: page,
      totalPages,
      totalItems: total,
      hasPrevPage: page > 1,
      hasNextPage: page < totalPages,
    },
  });
}

function open(search = "") {
  const router = createMemoryRouter([{ path: "*", Component: HistoryPage }], {
    initialEntries: ["/before", `/historial-simulaciones${search}`],
  });
  renderWithData(<RouterProvider router={router} />);
  return { router, address: () => router.state.location.search };
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

beforeEach(() => {
  total = 30;
  row = {};
  queries = [];
  failure = null;
  vi.stubGlobal("fetch", serve);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the history's address", () => {
  test("the history's address says what is asked of the server", async () => {
    open("?status=failed&desde=2026-11-01&hasta=2026-11-28&pagina=2&limite=25");
    await waitFor(() =>
      expect(queries).toContain("status=failed&startDate=2026-11-01&endDate=2026-11-28&page=2&limit=25"),
    );
  });

  test("the history without filters, or with unknown ones, asks for the first ten", async () => {
    open("?status=lost&desde=ayer&pagina=-1&limite=7");
    await waitFor(() => expect(queries).toEqual(["page=1&limit=10"]));
  });

  test("the history's address follows the filters, which begin at the first page, and leaves no trail", async () => {
    const { router, address } = open("?pagina=3");
    await screen.findByText("30 simulaciones · página 3 de 3");
    type("Desde", "2026-11-01");
    await waitFor(() => expect(address()).toBe("?desde=2026-11-01"));
    type("Hasta", "2026-11-28");
    await waitFor(() => expect(address()).toBe("?desde=2026-11-01&hasta=2026-11-28"));
    type("Desde", "");
    await waitFor(() => expect(address()).toBe("?hasta=2026-11-28"));
    await router.navigate(-1);
    expect(router.state.location.pathname).toBe("/before");
  });

  test("the history's address keeps both of two filters set before it is drawn again", async () => {
    const { address } = open();
    await screen.findByText("30 simulaciones · página 1 de 3");
    act(() => {
      type("Desde", "2026-11-01");
      type("Hasta", "2026-11-28");
    });
    await waitFor(() => expect(address()).toBe("?desde=2026-11-01&hasta=2026-11-28"));
  });

  test("the history's address follows the page and its size", async () => {
    const { address } = open();
    fireEvent.click(await screen.findByRole("button", { name: "Página 2" }));
    await screen.findByText("30 simulaciones · página 2 de 3");
    expect(address()).toBe("?pagina=2");
    fireEvent.click(screen.getByRole("combobox", { name: "Por página" }));
    fireEvent.click(await screen.findByRole("option", { name: "5", hidden: true }));
    await waitFor(() => expect(address()).toBe("?limite=5"));
  });
});

test("a row of the history is called by its own name, with battery and site beneath", async () => {
  row = { name: "Nave 2", site: "Polígono Sur" };
  open();
  const heading = await screen.findByRole("rowheader", { name: /^Nave 2/ });
  expect(heading.textContent).toMatch(/^Nave 2Batería s1 · 2\.000.kWh \/ 1\.000.kWPolígono Sur$/);
  screen.getByRole("link", { name: /^Ver detalles de Nave 2, / });
});

test("a row calculated elsewhere says so, and stands apart from the counts", async () => {
  row = { source: "external" };
  open();
  await screen.findByText("2.000 kWh / 1.000 kW · Calculada fuera de EcoTrim");
  screen.getByText("1 en las últimas 24 horas · además, 2 de fuera");
});

test("a filter set without a connection shows no rows of the filter before, and goes on once there is one", async () => {
  open();
  await screen.findByText("30 simulaciones · página 1 de 3");
  act(() => onlineManager.setOnline(false));
  type("Desde", "2026-11-01");
  await screen.findByText("Sin conexión");
  expect(screen.queryByText("30 simulaciones · página 1 de 3")).toBeNull();
  act(() => onlineManager.setOnline(true));
  await screen.findByText("30 simulaciones · página 1 de 3");
});

test("rows of the filter before are marked until those of the new one are there", async () => {
  open();
  const rows = (await screen.findByText("30 simulaciones · página 1 de 3")).closest("[aria-busy]");
  expect(rows?.getAttribute("aria-busy")).toBe("false");
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal("fetch", (path: string) => gate.then(() => serve(path)));
  type("Desde", "2026-11-01");
  await waitFor(() => expect(rows?.getAttribute("aria-busy")).toBe("true"));
  release();
  await waitFor(() => expect(rows?.getAttribute("aria-busy")).toBe("false"));
});

describe("a history without rows", () => {
  test("a history without rows says that there is nothing yet", async () => {
    total = 0;
    open();
    await screen.findByText("Todavía no tiene simulaciones.");
  });

  test("a history without rows says that the filters let nothing through, and takes them off", async () => {
    total = 0;
    const { address } = open("?status=failed");
    await screen.findByText("Ninguna simulación cumple estos filtros.");
    fireEvent.click(screen.getByRole("button", { name: "Quitar los filtros" }));
    expect(address()).toBe("");
  });

  test("a history without rows says that its page is gone, and leads to existing ones", async () => {
    open("?pagina=9");
    await screen.findByText("Esta página ya no existe.");
    fireEvent.click(screen.getByRole("button", { name: "Ver todas" }));
    await screen.findByText("30 simulaciones · página 1 de 3");
  });

  test("a history that could not be read says why, and reads again when asked to", async () => {
    failure = "Algo ha fallado.";
    open();
    await screen.findByText("Error al cargar simulaciones: Algo ha fallado.");
    failure = null;
    fireEvent.click(screen.getByRole("button", { name: "Reintentar" }));
    await screen.findByText("Batería s1");
  });
});

test("a row names its battery's size and links to the detail, which remembers the list", async () => {
  const { router } = open("?limite=5");
  await screen.findByText("2.000 kWh / 1.000 kW");
  fireEvent.click(screen.getByRole("link", { name: /^Ver detalles de Batería s1/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/simulacion/s1"));
  expect(router.state.location.state).toEqual({ over: "/historial-simulaciones?limite=5" });
});
