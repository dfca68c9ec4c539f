import { OFFER_CONSENT_VERSION, OFFER_CONSENTS } from "@ecotrim/contracts/offers/offer";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { Results } from "@ecotrim/contracts/simulations/result";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderWithData } from "../../lib/render-with-data.fixture.ts";
import { logIn } from "../../lib/session.fixture.ts";
import { endSession } from "../../lib/session.ts";
import { PENDING_RECORD } from "../simulations/record.fixture.ts";
import { OfferButton } from "./offer-dialog.tsx";

const RESULTS = { summary: { npv: 1000 }, warnings: [], engine_version: "2.0.0" } as unknown as Results;
const RECORD: SimulationRecord = {
  ...PENDING_RECORD,
  status: "completed",
  results: RESULTS,
  verdict: { code: "pays", word: "Compensa", sentence: "Compensa." },
};
const REPLACED = { code: "spending_out_of_range", message: "" };
const RECEIVED = { success: true, data: { id: "o1", receivedAt: "2026-11-30T08:05:00.000Z", isNew: true } };

const fetched = vi.fn<(path: string, request: RequestInit) => Promise<Response>>();
beforeEach(() => {
  // The simulated browser has no fonts, whose loading a growing text field waits for.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  fetched.mockReset().mockImplementation(async () => Response.json(RECEIVED));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  cleanup();
  endSession("logout");
  vi.unstubAllGlobals();
});

const show = (record = RECORD, accessToken: string | undefined = "token") =>
  renderWithData(<OfferButton record={record} accessToken={accessToken} />);
const button = () => screen.queryByRole("button", { name: "Pedir oferta en firme" });
const open = () => fireEvent.click(button() as HTMLElement);
const submit = () => screen.getByRole("button", { name: "Enviar la petición" });
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });

async function fillIn() {
  await screen.findByRole("dialog");
  type(/^Nombre/, "Núria Pons");
  type(/^Empresa/, "Cerámicas del Turia");
  type(/^Correo/, " nuria@example.org ");
  fireEvent.click(screen.getByRole("checkbox"));
}

const bodySent = () => JSON.parse(String(fetched.mock.calls[0]?.[1].body));

test("a visitor sends the case with the simulation's token, and is told what happens next and that a copy was sent", async () => {
  show();
  open();
  await fillIn();
  expect(screen.getByRole("dialog").textContent).toContain(OFFER_CONSENTS[OFFER_CONSENT_VERSION]);
  fireEvent.click(submit());
  const end = await screen.findByRole("heading", { name: "Hemos recibido su petición" });
  await waitFor(() => expect(document.activeElement).toBe(end));
  const text = screen.getByRole("dialog").textContent;
  for (const part of ["30/11/2026, 9:05", "le responde por correo", "una copia a nuria@example.org"])
    expect(text).toContain(part);
  expect(fetched.mock.calls[0]?.[0]).toBe("/api/offers");
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ "x-simulation-token": "token" });
  expect(bodySent()).toEqual({
    ...{ simulationId: RECORD.id, name: "Núria Pons", company: "Cerámicas del Turia" },
    ...{ email: "nuria@example.org", consent: true },
  });
});

test("the form knows who is logged in, who needs no token", async () => {
  logIn();
  renderWithData(<OfferButton record={{ ...RECORD, isOwn: true }} />);
  open();
  await screen.findByRole("dialog");
  expect([field(/^Nombre/).value, field(/^Correo/).value]).toEqual(["Ana García", "ana@example.org"]);
  await fillIn();
  fireEvent.click(submit());
  await screen.findByRole("heading", { name: "Hemos recibido su petición" });
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ authorization: "Bearer secret" });
});

test("nothing is sent without consent or with a faulty field: each fault stands at its field and the first has the focus", async () => {
  show();
  open();
  await fillIn();
  type(/^Correo/, "nuria");
  fireEvent.click(screen.getByRole("checkbox"));
  fireEvent.click(submit());
  await waitFor(() => expect(document.activeElement).toBe(field(/^Correo/)));
  expect(field(/^Correo/).getAttribute("aria-invalid")).toBe("true");
  expect(screen.getAllByText("Este campo es obligatorio").length).toBeGreaterThan(0);
  expect(fetched).not.toHaveBeenCalled();
});

test("a request that was had already is told since when, and where corrections go", async () => {
  fetched.mockResolvedValueOnce(Response.json({ ...RECEIVED, data: { ...RECEIVED.data, isNew: false } }));
  show();
  open();
  await fillIn();
  fireEvent.click(submit());
  await screen.findByRole("heading", { name: "Ya teníamos su petición" });
  const text = screen.getByRole("dialog").textContent;
  for (const part of ["La recibimos el 30/11/2026, 9:05", "no le enviamos otra", "responda a ese correo"])
    expect(text).toContain(part);
});

test("two presses send one request", async () => {
  let answer = (_: Response) => {};
  fetched.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  show();
  open();
  await fillIn();
  fireEvent.click(submit());
  await waitFor(() => expect(fetched).toHaveBeenCalled());
  fireEvent.click(submit());
  answer(Response.json(RECEIVED));
  await screen.findByRole("heading", { name: "Hemos recibido su petición" });
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("a request that does not arrive, or is refused, says why and keeps what was written, also when closed and opened again", async () => {
  fetched.mockRejectedValueOnce(new TypeError("offline"));
  show();
  open();
  await fillIn();
  fireEvent.click(submit());
  expect((await screen.findByRole("alert")).textContent).toMatch(/No se ha podido conectar/);
  const refusal = { success: false, error: "El correo no es válido.", code: "INVALID_INPUT", field: "email" };
  fetched.mockResolvedValueOnce(Response.json(refusal, { status: 400 }));
  fireEvent.click(submit());
  await waitFor(() => expect(field(/^Correo/).getAttribute("aria-invalid")).toBe("true"));
  fireEvent.click(screen.getByRole("button", { name: "Cancelar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  open();
  await screen.findByRole("dialog");
  expect(field(/^Empresa/).value).toBe("Cerámicas del Turia");
});

test.each([
  ["is under way", PENDING_RECORD, "token"],
  ["another program calculated", { ...RECORD, source: "external" } as const, "token"],
  ["an earlier model calculated", { ...RECORD, results: { ...RESULTS, engine_version: "1.9.0" } }, "token"],
  ["had its spending replaced", { ...RECORD, results: { ...RESULTS, warnings: [REPLACED] } }, "token"],
  ["has no NPV", { ...RECORD, results: { ...RESULTS, summary: { ...RESULTS.summary, npv: null } } }, "token"],
  ["is only shared with its reader", RECORD, undefined],
])("no offer is asked for on a simulation that %s", (_, record, accessToken) => {
  renderWithData(<OfferButton record={record} accessToken={accessToken} />);
  expect(button()).toBeNull();
});
