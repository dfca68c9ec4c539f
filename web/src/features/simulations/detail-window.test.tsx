import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderWithData } from "../../lib/render-with-data.fixture.ts";
import { DetailWindow } from "./detail-window.tsx";
import { PENDING_RECORD } from "./record.fixture.ts";

let record: SimulationRecord;
let asked: string[];

async function serve(path: string, { method, body }: RequestInit) {
  asked.push(`${method} ${path}`);
  if (method === "PATCH") {
    const names = JSON.parse(String(body)) as { name: string; site: string };
    record = { ...record, ...names };
    return Response.json({ success: true, data: names });
  }
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
});

async function edit() {
  const router = createMemoryRouter([{ path: "*", Component: DetailWindow }], {
    initialEntries: ["/mi-area?simulacion=s1"],
  });
  renderWithData(<RouterProvider router={router} />);
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
