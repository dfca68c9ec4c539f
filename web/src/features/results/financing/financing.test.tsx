import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderWithData } from "../../../lib/render-with-data.fixture.ts";
import { PENDING_RECORD } from "../../simulations/record.fixture.ts";
import type { CompletedRecord } from "../completed-record.ts";
import { RESULTS } from "../result-parts.fixture.ts";
import { Financing } from "./financing.tsx";
import { AccessTokenProvider } from "./use-terms.ts";

const RECORD = {
  ...PENDING_RECORD,
  status: "completed",
  results: { ...RESULTS, engine_version: "2.0.0", null_reasons: {} },
} as unknown as CompletedRecord;

let sent: { url: string; body: unknown; token: string | null }[];
beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", async (url: string, { body, headers }: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(body)), token: new Headers(headers).get("x-simulation-token") });
    return Response.json({ success: true, data: null });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (record = RECORD, token?: string) =>
  renderWithData(
    <AccessTokenProvider value={token}>
      <Financing record={record} />
    </AccessTokenProvider>,
  );
const cellsOf = (name: string) =>
  within(screen.getByRole("row", { name: new RegExp(`^${name}`) }))
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);
const unfold = (title: string) => {
  const details = screen.getByText(title).closest("details")!;
  details.open = true;
  fireEvent(details, new Event("toggle"));
};
const type = (label: string, text: string, index = 0) => {
  const field = screen.getAllByLabelText(label)[index]!;
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};

test("five ways stand side by side, and those without investment have no rate", () => {
  open();
  expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([
    "Compra",
    "Préstamo",
    "Renting o leasing",
    "Energía como servicio",
    "Coinversión",
  ]);
  expect(cellsOf("Compra")[0]).toMatch(/^300\.000\s€$/);
  expect(cellsOf("Energía como servicio").at(-1)).toBe("sin inversión");
});

test("a term changes the figures at once, and is kept with the simulation of a visitor", async () => {
  open(RECORD, "secret");
  const before = cellsOf("Préstamo");
  unfold("Condiciones, impuestos y ayudas");
  type("Parte financiada", "100");
  expect(cellsOf("Préstamo")).not.toEqual(before);
  expect(cellsOf("Préstamo").at(-1)).toBe("sin inversión");
  await waitFor(() => expect(sent).toHaveLength(1), { timeout: 5000 });
  expect(sent[0]).toMatchObject({
    url: expect.stringContaining(`/api/simulations/${RECORD.id}/finance`),
    body: { loan: { share_fct: 1 } },
    token: "secret",
  });
});

test("who leaves at once has kept the terms, and finds them again", async () => {
  const { unmount } = open(RECORD, "secret");
  fireEvent.click(screen.getByText("Después de impuestos"));
  expect(screen.getByRole("columnheader", { name: "VAN después de impuestos" })).toBeDefined();
  unmount();
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ tax: { applies: true } }]));
});

test("a reader of somebody else's result tries terms and sends none", async () => {
  const { unmount } = open();
  unfold("Condiciones, impuestos y ayudas");
  type("Parte financiada", "50");
  expect(screen.getByText(/no se guardan/)).toBeDefined();
  unmount();
  expect(sent).toEqual([]);
});

test("an incentive shows its status, is off, and counts once it is asked for", () => {
  open();
  const before = cellsOf("Compra");
  unfold("Condiciones, impuestos y ayudas");
  for (const box of screen.getAllByRole("checkbox", { checked: true }))
    expect(box).toBe(screen.getByLabelText("La cuota incluye mantenimiento, seguro y averías"));
  expect(screen.getByText(/RDL 2\/2026: derogada el 28\/02\/2026 \(consulta del 30\/11\/2026\)/)).toBeDefined();
  fireEvent.click(screen.getByLabelText("Ayuda propia"));
  type("Importe de Ayuda propia", "50000");
  expect(cellsOf("Compra")).not.toEqual(before);
});

test("the cash flow of a provider is that of who owns the battery", () => {
  open();
  unfold("Flujo de caja, año a año");
  fireEvent.change(screen.getByLabelText("Forma"), { target: { value: "service" } });
  fireEvent.click(screen.getByText("Quien pone la batería"));
  const table = screen.getByRole("region", { name: /flujo de caja, energía como servicio/ });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent),
  ).toContain("Cuota (€)");
  expect(within(table).getAllByRole("row")[1]!.textContent).toMatch(/^0−300\.000/);
});

test.each([
  ["a short period", { period: { ...RESULTS.period, hours: 100 } }],
  ["no saving to evaluate", { economic_case: undefined }],
])("a result of %s has no ways", (_, change) => {
  open({ ...RECORD, results: { ...RECORD.results, ...change } } as CompletedRecord);
  expect(screen.queryByText("Formas de tenerla")).toBeNull();
});
