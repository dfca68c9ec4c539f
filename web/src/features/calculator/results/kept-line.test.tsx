import { cleanup, fireEvent, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { renderWithData } from "../../../lib/render-with-data.fixture.ts";
import { endSession, startSession } from "../../../lib/session.ts";
import type { CompletedRecord } from "../../results/completed-record.ts";
import { PENDING_RECORD } from "../../simulations/record.fixture.ts";
import { INITIAL_STATE } from "../state.ts";
import { updateCalculator } from "../store.ts";
import { KeptLine } from "./kept-line.tsx";

const RECORD = PENDING_RECORD as CompletedRecord;
const SESSION = { token: "secret", user: { id: "1", firstName: "Ana", lastName: "Ruiz", email: "a@b.es" } } as never;

const show = (claimed: boolean) => {
  const handle = { id: RECORD.id, accessToken: "t" };
  const run = { basis: "b", idempotencyKey: "k", handle, seen: true, claimed };
  updateCalculator(() => ({ ...INITIAL_STATE, run }));
  return renderWithData(
    <MemoryRouter>
      <KeptLine record={RECORD} />
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
});

test("a result that no account of the reader holds yet has no name to give", () => {
  show(true);
  expect(screen.queryByText(/^Guardada en su cuenta/)).toBeNull();
  cleanup();
  startSession(SESSION);
  show(false);
  expect(screen.queryByText(/^Guardada en su cuenta/)).toBeNull();
});
