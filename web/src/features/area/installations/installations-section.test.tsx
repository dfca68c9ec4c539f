import type { CurveSummary } from "@ecotrim/contracts/curves/curve";
import { IDEMPOTENCY_HEADER } from "@ecotrim/contracts/http";
import type { Installation } from "@ecotrim/contracts/installations/installation";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { logIn } from "../../../lib/session.fixture.ts";
import { summary } from "../../simulations/summary.fixture.ts";
import { InstallationsSection } from "./installations-section.tsx";

const world = vi.hoisted(() => ({ toasts: [] as string[] }));
vi.mock("../../../ui/toast.ts", () => {
  const say = (message: string) => world.toasts.push(message);
  return { toast: { success: say, error: say, info: say } };
});

const site = (name: string, more: Partial<Installation> = {}): Installation => ({
  id: name,
  name,
  answers: { generation: 2000, demand: { type: "constante", weekend: true, average: 500 }, total_spendings: 480_000 },
  goneCurves: [],
  curve: null,
  simulations: 0,
  latest: null,
  createdAt: "2026-03-12T10:00:00.000Z",
  updatedAt: "2026-03-12T10:00:00.000Z",
  ...more,
});

/** State of the fake server. */
let sites: Installation[];
let asked: string[];
let keys: (string | null)[];
let refusal: { status: number; error: string; field?: string } | null;

const curve: CurveSummary = {
  ...{ annual_kwh: 4_000_000, peak_kw: 900, peak_at: "2025-06-18T10:00:00Z", base_kw: 150, import_kwh: 3_000_000 },
  ...{ measured_share: 0.98, trust: "B", trust_reasons: ["gaps"] },
};
const withCurve = (name: string) =>
  site(name, { curve, answers: { ...site(name).answers, curve_id: "11111111-1111-4111-8111-111111111111" } });
function withoutCurve({ answers: { curve_id: _, ...answers }, ...one }: Installation): Installation {
  return { ...one, answers, curve: null, goneCurves: ["curve_id"] };
}

async function serve(path: string, { method = "GET", body, headers }: RequestInit) {
  asked.push(`${method} ${path}`);
  if (method === "POST") keys.push(new Headers(headers).get(IDEMPOTENCY_HEADER));
  if (method === "GET") return Response.json({ success: true, data: sites });
  if (refusal) return Response.json({ success: false, code: "INVALID_INPUT", ...refusal }, { status: refusal.status });
  const id = decodeURIComponent(path.split("/")[3] ?? "");
  const of = sites.find((one) => one.id === id)!;
  if (method === "DELETE" && path.startsWith("/api/curves/"))
    sites = sites.map((one) => (one.curve ? withoutCurve(one) : one));
  else if (method === "DELETE") sites = sites.filter((one) => one !== of);
  const data = method === "PATCH" ? { ...of, ...JSON.parse(String(body)) } : site(`${id} (copia)`);
  if (method === "PATCH") sites = sites.map((one) => (one === of ? data : one));
  if (method === "POST") sites = [...sites, data];
  return Response.json({ success: true, data });
}

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(
    [
      { path: "/mi-area", element: <InstallationsSection /> },
      { path: "*", element: null },
    ],
    { initialEntries: ["/mi-area?seccion=instalaciones"] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

const card = async (name: string) => within(await screen.findByRole("article", { name }));
async function choose(name: string, item: string) {
  fireEvent.click((await card(name)).getByRole("button", { name: `Más opciones de ${name}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
}

beforeEach(() => {
  logIn();
  sites = [site("Nave"), site("Fundición")];
  [asked, keys, refusal, world.toasts] = [[], [], null, []];
  vi.stubGlobal("fetch", serve);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("an account without sites is shown the way to its first one", async () => {
  sites = [];
  open();
  await screen.findByText("Todavía no tiene instalaciones.");
  expect(screen.getByRole("link", { name: "Nueva simulación" }).getAttribute("href")).toBe("/nueva-simulacion");
});

test("a card says what its site is, on what it rests, and what its newest simulation says", async () => {
  const verdict = { code: "pays" as const, word: "Compensa", sentence: "Compensa." };
  sites = [
    site("Nave", { simulations: 3, latest: summary("s1", { verdict, savings: 84_620, npv: 119_000 }) }),
    site("Fundición", { goneCurves: ["curve_id"] }),
  ];
  open();
  const nave = await card("Nave");
  nave.getByText(/^2\.000.kWp · 500.kW de media · 6\.1TD · Madrid$/);
  for (const text of ["Orientativo", "Sin factura", "Compensa", "84.620 €"]) nave.getByText(text);
  nave.getByText(/^VAN 119\.000.€ · /);
  nave.getByText(/ · 3 simulaciones$/);
  expect(nave.getByRole("link", { name: "Ver resultado de Nave" }).getAttribute("href")).toBe("/simulacion/s1");
  const foundry = await card("Fundición");
  foundry.getByText("Todavía sin simulaciones.");
  foundry.getByText("Su curva de consumo se borró: queda el consumo medio.");
  screen.getByText("2 instalaciones · 3 simulaciones");
});

test("a new simulation takes the site's answers to the battery, and an edit to the plant", async () => {
  const router = open();
  fireEvent.click((await card("Nave")).getByRole("link", { name: "Nueva simulación con Nave" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/nueva-simulacion"));
  const { id, name, answers } = sites[0]!;
  expect(router.state.location.state).toEqual({ installation: { id, name, answers }, at: "battery" });
  await router.navigate("/mi-area?seccion=instalaciones");
  await choose("Nave", "Editar los datos");
  await waitFor(() => expect(router.state.location.state).toMatchObject({ at: "plant" }));
});

test("a site is renamed, and a refused name says why at its field", async () => {
  open();
  await choose("Nave", "Cambiar el nombre");
  const name = await screen.findByLabelText("Nombre");
  expect(name).toHaveProperty("value", "Nave");
  refusal = { status: 400, error: "El nombre no vale.", field: "name" };
  fireEvent.change(name, { target: { value: "Nave 2" } });
  fireEvent.submit(name);
  expect((await screen.findByRole("alert")).textContent).toBe("El nombre no vale.");
  refusal = null;
  fireEvent.submit(name);
  await screen.findByRole("article", { name: "Nave 2" });
  expect(world.toasts).toEqual(["Ahora se llama «Nave 2»."]);
});

test("a site is copied, and deleted only after a question that says what stays", async () => {
  open();
  await choose("Nave", "Copiar");
  await screen.findByRole("article", { name: "Nave (copia)" });
  await choose("Nave", "Borrar");
  const question = within(await screen.findByRole("dialog"));
  question.getByText(/Sus simulaciones y sus informes se conservan/);
  expect(question.queryByText(/Su curva se borra/)).toBeNull();
  fireEvent.click(question.getByRole("button", { name: "Cancelar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked.filter((call) => call.startsWith("DELETE"))).toEqual([]);
  await choose("Nave", "Borrar");
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Borrar" }));
  await waitFor(() => expect(screen.queryByRole("article", { name: "Nave" })).toBeNull());
  expect(asked).toContain("DELETE /api/installations/Nave");
});

test("a copy has one key until it is made, so that no click makes it twice, and a later copy has another", async () => {
  open();
  refusal = { status: 503, error: "No se ha podido." };
  await choose("Nave", "Copiar");
  await waitFor(() => expect(world.toasts).toHaveLength(1));
  refusal = null;
  await choose("Nave", "Copiar");
  await waitFor(() => expect(world.toasts).toHaveLength(2));
  await choose("Nave", "Copiar");
  await waitFor(() => expect(world.toasts).toHaveLength(3));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys.at(-1)).not.toBe(keys[0]);
});

test("a card says what its curve measured, and more months are added to it in the wizard", async () => {
  sites = [withCurve("Nave")];
  const router = open();
  const nave = await card("Nave");
  nave.getByText("Curva de confianza B (buena)");
  nave.getByText(/^4\.000.MWh al año · 150.kW de noche · punta de 900.kW el 18\/06\/2025 · medida al 98,0.%$/);
  await choose("Nave", "Añadir meses o cambiar la curva");
  await waitFor(() => expect(router.state.location.state).toMatchObject({ at: "consumption" }));
});

test("a curve alone is deleted, after a question that names what ends with it and which other site has it", async () => {
  sites = [withCurve("Nave"), withCurve("Nave (copia)"), site("Fundición")];
  open();
  await choose("Nave", "Borrar la curva de consumo");
  const question = within(await screen.findByRole("dialog"));
  question.getByText(
    /^«Nave» se queda con su consumo medio, y también «Nave \(copia\)»\. .* no se podrán volver a calcular, y las que estén en curso fallarán\.$/,
  );
  fireEvent.click(question.getByRole("button", { name: "Borrar la curva" }));
  await (await card("Nave")).findByText("Su curva de consumo se borró: queda el consumo medio.");
  expect(asked.filter((call) => call.startsWith("DELETE"))).toEqual([
    "DELETE /api/curves/11111111-1111-4111-8111-111111111111",
  ]);
  expect(screen.getAllByRole("article")).toHaveLength(3);
});

test("a site is saved as a file that bears its name", async () => {
  let saved: { text: string; name: string } | undefined;
  const blobs: Blob[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}` }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download) saved = { text: this.href, name: this.download };
  });
  open();
  await choose("Fundición", "Descargar (JSON)");
  click.mockRestore();
  expect(saved?.name).toBe("instalacion-fundicion.json");
  expect(JSON.parse(await blobs[0]!.text())).toMatchObject({ name: "Fundición", answers: sites[1]!.answers });
});
