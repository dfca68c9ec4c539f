import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderWithData } from "../../lib/render-with-data.fixture.ts";
import { answerTo } from "./curve.worker.ts";
import { CurvePart } from "./curve-part.tsx";
import type { ReadAnswer, ReadRequest } from "./messages.ts";
import { DEADLINE_MS, readInThread } from "./read-in-thread.ts";
import type { CurveDraft } from "./use-reader.ts";

/** Answers as the thread does, in the thread of the test. */
class Thread {
  static asked: ReadRequest[] = [];
  static ended = 0;
  static isSilent = false;
  onmessage?: (event: { data: ReadAnswer }) => void;
  postMessage(request: ReadRequest) {
    Thread.asked.push(request);
    if (!Thread.isSilent) void answerTo(request).then((data) => this.onmessage?.({ data }));
  }
  terminate() {
    Thread.ended += 1;
  }
}

beforeEach(() => {
  Object.assign(Thread, { asked: [], ended: 0, isSilent: false });
  localStorage.clear();
  vi.stubGlobal("Worker", Thread);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const DAYS = 400;

/** Hours of more than a year from 1 January 2025: more by day than by night, and two days missing in May. */
function fileOf(title: string, { days = DAYS, name = "ES0021000000000001AB.csv" } = {}): File {
  const lines = [title];
  for (let day = 0; day < days; day++) {
    const date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
    if (date === "2025-05-10" || date === "2025-05-11") continue;
    for (let hour = 0; hour < 24; hour++)
      lines.push(`${date};${hour};${(hour > 6 && hour < 22 ? 300 : 80) + (day % 7)};${hour}`);
  }
  return new File([lines.join("\n")], name);
}

let shown: CurveDraft | null;
const onKwp = vi.fn();
const plant = { kwp: 250, province: "28", zeroExport: false, onKwp } as const;
const open = (kind: "load" | "pv" = "load") =>
  renderWithData(<CurvePart kind={kind} plant={plant} contractedKw={[]} onDraft={(draft) => (shown = draft)} />);
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText("Archivos de la curva"), { target: { files } });
const cursor = () => screen.getByRole("slider");
const seen = () => screen.findByRole("heading", { name: "¿Es esto su fábrica?" }, { timeout: 20_000 });

test("a file is shown as a year, its gap can be looked at, and the keys move through its hours", async () => {
  open();
  choose(fileOf("Fecha;Hora inicio;Consumo (kWh);Reactiva"));
  const title = await seen();
  await waitFor(() => expect(document.activeElement).toBe(title));
  screen.getByText(/^Leído como: .*horas, kWh, principio de intervalo, hora peninsular\.$/);
  fireEvent.click(screen.getByRole("button", { name: /^Ver la reparación 1 / }));
  expect(document.activeElement).toBe(cursor());
  expect(cursor().getAttribute("aria-valuetext")).toMatch(/^Sábado 10 may, 0–1 h: .*\(no medido\)$/);
  fireEvent.keyDown(cursor(), { key: "ArrowLeft" });
  fireEvent.keyDown(cursor(), { key: "ArrowDown" });
  expect(cursor().getAttribute("aria-valuetext")).toMatch(/^Viernes 9 may, 1–2 h: \d+\skWh$/);
  fireEvent.click(screen.getAllByRole("button", { name: "Ver como tabla" })[0]!);
  screen.getByRole("region", { name: "Tabla: energía media de cada hora y mes, kWh" });
  expect(JSON.stringify(shown!.read.body)).not.toMatch(/ES\d{4}/);
  expect(Thread.asked[0]!.files).toEqual([{ name: "", bytes: expect.anything() }]);
});

test("the end of the interval instead of its beginning reads the same file again, an hour earlier", async () => {
  open();
  choose(fileOf("Fecha;Hora inicio;Consumo (kWh);Reactiva"));
  await seen();
  fireEvent.click(screen.getByRole("button", { name: "Cambiar" }));
  fireEvent.change(screen.getByLabelText("Cada hora lleva escrito su…"), { target: { value: "end" } });
  await waitFor(() => expect(shown!.read.reading.curve.first).toBe("2024-12-31T22:00:00Z"));
  expect(Thread.asked[1]!.answers.label).toBe("end");
});

test("columns of unknown titles are asked about once, and remembered by their titles", async () => {
  const unknown = () => fileOf("Momento;Tramo;Uno;Otro");
  open();
  choose(unknown());
  fireEvent.change(await screen.findByLabelText("Uno"), { target: { value: "import" } });
  fireEvent.click(screen.getByRole("button", { name: "Leer así" }));
  await waitFor(() => expect(Thread.asked).toHaveLength(2));
  expect(Thread.asked[1]!.answers.columns).toEqual({ import: 2 });
  await waitFor(() => expect(localStorage.getItem("ecotrim.curveColumns")).not.toBeNull());
  expect(localStorage.getItem("ecotrim.curveColumns")).not.toContain("Momento");
  cleanup();
  open();
  choose(unknown());
  await waitFor(() => expect(Thread.asked[3]?.answers.columns).toEqual({ import: 2 }));
});

test("another twelve months of a longer file are read by one choice", async () => {
  open();
  choose(fileOf("Fecha;Hora inicio;Consumo (kWh);Reactiva"));
  await seen();
  const select = screen.getByLabelText<HTMLSelectElement>("Elegir otro periodo");
  expect([...select.options].map(({ text }) => text)).toEqual([
    "febrero de 2025 – enero de 2026",
    "enero de 2025 – diciembre de 2025",
  ]);
  fireEvent.change(select, { target: { value: select.options[1]!.value } });
  await waitFor(() => expect(shown!.read.body.start).toBe("2024-12-31T23:00:00Z"));
  await screen.findByText(/^El archivo cubre 13 meses/);
});

test("a part of a year asks for the months that it lacks, and says how much wider the range becomes", async () => {
  open();
  choose(fileOf("Fecha;Hora inicio;Consumo (kWh);Reactiva", { days: 300 }));
  await seen();
  screen.getByText(/usamos la forma de su consumo.* una desviación de ± 8 %\.$/);
  screen.getByText("¿Cuánto consume al año? Lo dicen sus facturas.");
  fireEvent.click(screen.getByRole("radio", { name: "Sé los meses que faltan" }));
  expect(screen.queryByLabelText(/^Consumo de sep/)).toBeNull();
  const type = (name: RegExp, text: string) =>
    fireEvent.change(screen.getByRole("textbox", { name }), { target: { value: text } });
  type(/^Consumo de nov/, "150.000");
  type(/^Consumo de dic/, "120.000");
  fireEvent.click(screen.getByRole("button", { name: "Usarlo" }));
  await waitFor(() => expect(shown!.read.body.report.level_source).toBe("bill_months"));
  expect(shown!.read.figures.months[11]!.kwh).toBeCloseTo(120_000, -1);
});

test("a file that is no curve says so in a sentence that takes the focus", async () => {
  open();
  choose(new File(["%PDF-1.4"], "factura.pdf"));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe(
    "Es un PDF. Descargue la curva de consumo como CSV o Excel. También puede seguir con «No la tengo».",
  );
  expect(document.activeElement).toBe(alert);
  expect(shown).toBeNull();
});

test("a file of more than 20 MB is refused before it is read", async () => {
  open();
  const file = new File([], "grande.csv");
  Object.defineProperty(file, "size", { value: 20_000_001 });
  choose(file);
  expect((await screen.findByRole("alert")).textContent).toContain("el límite son 20 MB");
  expect(Thread.asked).toEqual([]);
});

test("a thread that does not answer within 20 s is ended, and the file is said to be too complex", async () => {
  vi.useFakeTimers();
  Thread.isSilent = true;
  const answer = readInThread({ files: [], answers: {} }, new AbortController().signal);
  vi.advanceTimersByTime(DEADLINE_MS);
  expect(await answer).toMatchObject({ outcome: "refused", hint: "too_complex" });
  expect(Thread.ended).toBe(1);
});

test("a reading that nobody waits for any more ends its thread and settles, and none begins afterwards", async () => {
  Thread.isSilent = true;
  const controller = new AbortController();
  const { signal } = controller;
  const answer = readInThread({ files: [], answers: {} }, signal);
  controller.abort();
  await expect(answer).rejects.toBe(signal.reason);
  expect(Thread.ended).toBe(1);
  await expect(readInThread({ files: [], answers: {} }, signal)).rejects.toBe(signal.reason);
  expect(Thread.asked).toHaveLength(1);
});

test("the production of another plant is doubted, and brought to the power of this one or taken for its own", async () => {
  const sunAt = (hour: number) => Math.max(0, 16 - (hour - 13) ** 2);
  const lines = Array.from({ length: 365 * 24 }, (_, hour) => {
    const date = new Date(Date.UTC(2025, 0, 1, hour)).toISOString();
    return `${date.slice(0, 10)};${hour % 24};${sunAt(hour % 24)}`;
  });
  open("pv");
  choose(new File([["Fecha;Hora inicio;Producción (kWh)", ...lines].join("\n")], "planta.csv"));
  await screen.findByText(
    /^¿Es de otra planta\? El archivo de producción da 123.kWh al año por kWp/,
    {},
    { timeout: 20_000 },
  );
  fireEvent.click(screen.getByRole("button", { name: /^Usar 1\d(,\d)?.kWp$/ }));
  expect(onKwp).toHaveBeenCalledWith(expect.closeTo(19.3, 0));
  const ofFile = screen.getByLabelText("Potencia de la planta del archivo");
  fireEvent.change(ofFile, { target: { value: "20" } });
  const before = shown!.read.summary.annual_kwh;
  fireEvent.click(screen.getByRole("button", { name: /^Llevar a 250.kWp$/ }));
  await waitFor(() => expect(shown!.read.summary.annual_kwh).toBeCloseTo((before * 250) / 20, 0));
  await screen.findByText(/^La producción del archivo se ha llevado a la potencia de sus placas/);
  await waitFor(() => expect(screen.queryByText(/^¿Es de otra planta/)).toBeNull());
});
