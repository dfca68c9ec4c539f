import { cleanup, fireEvent, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { renderWithData } from "../../../lib/render-with-data.fixture.ts";
import { endSession, startSession } from "../../../lib/session.ts";
import type { CompletedRecord } from "../../results/completed-record.ts";
import { PENDING_RECORD } from "../../simulations/record.fixture.ts";
import { INITIAL_STATE } from "../state.ts";
import { getCalculator, updateCalculator } from "../store.ts";
import { KeptLine } from "./kept-line.tsx";

const RECORD = PENDING_RECORD as CompletedRecord;
const SESSION = { token: "secret", user: { id: "1", firstName: "Ana", lastName: "Ruiz", email: "a@b.es" } } as never;

const CONTEXT = {
  generation: 2000,
  demand: { type: "constante", weekend: true, average: 500 },
  total_spendings: 480_000,
  selectedBattery: { capacity_kwh: 1250, power_kw: 625 },
} as const;

const show = (claimed: boolean, record = RECORD) => {
  const handle = { id: RECORD.id, accessToken: "t" };
  const run = { basis: "b", idempotencyKey: "k", handle, seen: true, claimed };
  updateCalculator(() => ({ ...INITIAL_STATE, run }));
  return renderWithData(
    <MemoryRouter>
      <KeptLine record={record} />
    </MemoryRouter>,
  );
};

afterEach(() => {
  cleanup();
  endSession("logout");
  vi.unstubAllGlobals();
});

test("a user names the simulation and its site in the result, which links to the kept one", async () => {
  startSession(SESSION);
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) =>
    Response.json({ success: true, data: JSON.parse(String(body)) }),
  );
  const { container } = show(true);
  fireEvent.click(screen.getByRole("button", { name: /^Cambiar el nombre de/ }));
  fireEvent.change(screen.getByLabelText("Nombre"), { target: { value: "Nave 2" } });
  fireEvent.change(screen.getByLabelText("Emplazamiento"), { target: { value: "Polígono Sur" } });
  fireEvent.submit(screen.getByLabelText("Nombre"));
  await screen.findByText("Nave 2");
  expect(container.textContent).toContain("Guardada en su cuenta como Nave 2 · Polígono Sur");
  expect(screen.getByRole("link").getAttribute("href")).toBe(`/simulacion/${RECORD.id}`);
  screen.getByRole("button", { name: "Descargar Informe de Nave 2" });
});

test("the answers of a result that is of no site are kept as one, which the result is of from then on", async () => {
  startSession(SESSION);
  const { selectedBattery, ...answers } = CONTEXT;
  let sent: unknown;
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    sent = JSON.parse(String(body));
    return Response.json({ success: true, data: { id: "s1", name: "Nave 2" } }, { status: 201 });
  });
  const { container } = show(true, { ...RECORD, calculatorContext: CONTEXT });
  fireEvent.click(screen.getByRole("button", { name: "Guardar esta instalación" }));
  const name = await screen.findByLabelText("Nombre");
  expect(name).toHaveProperty("value", "Mi instalación");
  fireEvent.change(name, { target: { value: "Nave 2" } });
  fireEvent.submit(name);
  await screen.findByRole("link", { name: "Ver sus instalaciones" });
  expect(sent).toEqual({ name: "Nave 2", answers, simulation_id: RECORD.id });
  expect(container.textContent).toContain(" · Nave 2");
  expect(getCalculator().installation).toMatchObject({ id: "s1", name: "Nave 2" });
  cleanup();
  show(true, { ...RECORD, calculatorContext: CONTEXT, installationId: "s1" });
  expect(screen.queryByRole("button", { name: "Guardar esta instalación" })).toBeNull();
});

test("a result that no account of the reader holds yet has no name to give", () => {
  show(true);
  expect(screen.queryByText(/^Guardada en su cuenta/)).toBeNull();
  cleanup();
  startSession(SESSION);
  show(false);
  expect(screen.queryByText(/^Guardada en su cuenta/)).toBeNull();
});
