import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { AppError } from "@ecotrim/contracts/errors";
import type { Results } from "@ecotrim/contracts/simulations/result";
import type { BrowserContext, Locator, Page } from "playwright";
import { beforeAll, describe, onTestFinished, test } from "vitest";
import { LOADING_MESSAGES } from "../../web/src/features/calculator/constants.ts";
import type { TestSocket } from "../support/app.ts";
import {
  type Answers,
  answerUpTo,
  back,
  button,
  chooseBattery,
  expect,
  heading,
  newAnswers,
  openPart,
  RESULT_PARTS,
  resultShown,
  STEP_PATH,
  STUDY_LIMIT_MS,
  testSite,
} from "../support/browser.ts";
import { FULL } from "../support/full.ts";
import { startChild } from "../support/processes.ts";

const site = testSite({ SOCKETS_PER_ADDRESS: "20" }, { locale: "en-GB" });

const bar = (page: Page) => page.getByRole("progressbar", { name: "Avance de la simulación" });
const card = (page: Page, title: string) =>
  page.locator("section", { has: page.getByRole("heading", { name: title, level: 2 }) });
const keyFigure = (page: Page, label: string) => page.locator(".figure", { hasText: label });
const english = (value: number, decimals: number): string =>
  value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).replace("-", "−");

describe("while a simulation runs", () => {
  /** A visitor whose run is held at 30 %. */
  async function heldAt30() {
    const answers = newAnswers();
    const worker = await site.hold();
    const page = await site.visit();
    await answerUpTo(page, 6, answers);
    const run = await worker.pool.nextRun();
    run.report({ stage: "solving", fraction: 0.23, detail: { iterations: 1234 } });
    await expect(bar(page)).toHaveAttribute("aria-valuenow", "30");
    return { answers, worker, page, run };
  }

  test("the screen of a run says what is true: stage, percent, figures, and what screen readers should hear", async () => {
    const worker = await site.hold();
    const page = await site.visit();
    await answerUpTo(page, 6, newAnswers());
    const run = await worker.pool.nextRun();
    run.report({ stage: "model", fraction: 0, detail: { steps: 8784 } });
    await expect(page.getByRole("status")).toHaveText("Construyendo el modelo");
    await expect(page.getByText("Series de 8,784 horas")).toBeVisible();
    run.report({ stage: "solving", fraction: 0.23, detail: { columns: 43_920, iterations: 1234 } });
    await expect(page.getByRole("status")).toHaveText("Resolviendo con HiGHS");
    await expect(page.getByText("Modelo: 43,920 variables")).toBeVisible();
    await expect(page.getByText("1,234 iteraciones")).toBeVisible();
    await expect(page.getByText("30 %")).toBeVisible();
    await expect(bar(page)).toHaveAttribute("aria-valuenow", "30");
  });

  test("the messages of a run rotate every 1.5 seconds", async () => {
    await site.hold();
    const page = await site.visit();
    await page.clock.install({ time: "2024-06-01T10:00:00" });
    await answerUpTo(page, 6, newAnswers());
    await expect(button(page, "Cancelar la simulación")).toBeVisible();
    await page.clock.pauseAt("2024-06-01T11:00:00");
    const first = LOADING_MESSAGES.indexOf((await heading(page).textContent()) as (typeof LOADING_MESSAGES)[number]);
    expect(first).toBeGreaterThanOrEqual(0);
    for (let passed = 1; passed <= LOADING_MESSAGES.length; passed++) {
      await page.clock.runFor(1500);
      await expect(heading(page)).toHaveText(LOADING_MESSAGES[(first + passed) % LOADING_MESSAGES.length]!);
    }
  });

  test("a result that arrives while its visitor has scrolled down is shown from its heading", async () => {
    const { worker, page, run } = await heldAt30();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
    await worker.finish(run);
    await resultShown(page);
    await expect(heading(page)).toBeInViewport({ ratio: 1 });
  });

  test("a reload joins the same run", async () => {
    const { answers, worker, page, run } = await heldAt30();
    await page.reload();
    await expect(bar(page)).toHaveAttribute("aria-valuenow", "30");
    await worker.finish(run);
    await resultShown(page);
    const { simulations, computations } = await site.stored(answers);
    expect([simulations.length, computations.length, worker.pool.begun]).toEqual([1, 1, 1]);
  });

  test("a result reached while the visitor has no network appears when it is back", async () => {
    const { answers, worker, page, run } = await heldAt30();
    // Chromium does not ask again for a part of the program whose load has broken off.
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await worker.finish(run);
    await expect.poll(async () => (await site.stored(answers)).computations[0]?.status).toBe("completed");
    await expect(page.getByText("Sin conexión con el servidor.")).toBeVisible();
    await expect(bar(page)).toHaveAttribute("aria-valuenow", /[3-9]\d/);
    await page.context().setOffline(false);
    await resultShown(page);
    const { simulations, computations } = await site.stored(answers);
    expect([simulations.length, computations.length, worker.pool.begun]).toEqual([1, 1, 1]);
  });

  test.runIf(FULL)("a page closed and opened again finds its run", async () => {
    const { answers, worker, page, run } = await heldAt30();
    const later = await site.visit("about:blank", { beside: page });
    await page.close();
    await later.goto("/calculadora");
    await expect(later).toHaveURL(STEP_PATH(6));
    await expect(bar(later)).toHaveAttribute("aria-valuenow", "30");
    await worker.finish(run);
    await resultShown(later);
    const { simulations, computations } = await site.stored(answers);
    expect([simulations.length, computations.length, worker.pool.begun]).toEqual([1, 1, 1]);
  });

  test.runIf(FULL)("a run is followed by polling where there are no sockets", async () => {
    const worker = await site.hold();
    const page = await site.visit();
    await page.route("**/socket.io/**", (route) => route.abort());
    await answerUpTo(page, 6, newAnswers());
    await worker.finish(await worker.pool.nextRun());
    await resultShown(page);
  });

  test.runIf(FULL)("a run whose socket is one too many for its address is followed by polling", async () => {
    const worker = await site.hold();
    const others = new Set<TestSocket>();
    onTestFinished(() => others.forEach((socket) => void socket.disconnect()));
    const hasRoom = () =>
      site.app.connect().then(
        (socket) => others.add(socket),
        () => null,
      );
    while (await hasRoom());
    const page = await site.visit();
    await answerUpTo(page, 6, newAnswers());
    const run = await worker.pool.nextRun();
    await expect(site.app.connect()).rejects.toMatchObject({ data: { code: "TOO_MANY_CONNECTIONS" } });
    await worker.finish(run);
    await resultShown(page);
  });

  test("two visitors and two tabs with the same answers at once get one computation and all of them its result", async () => {
    const worker = await site.hold();
    const answers = newAnswers();
    const [one, two] = [await site.visit(), await site.visit()];
    for (const page of [one, two]) {
      await answerUpTo(page, 5, answers);
      await chooseBattery(page);
    }
    const tab = await site.visit(STEP_PATH(5), { beside: one });
    await Promise.all([one, two, tab].map((page) => button(page, "Continuar").click()));
    const run = await worker.pool.nextRun();
    for (const page of [one, two, tab]) await expect(button(page, "Cancelar la simulación")).toBeVisible();
    await worker.finish(run);
    for (const page of [one, two, tab]) await resultShown(page);
    const { computations } = await site.stored(answers);
    expect([computations.length, worker.pool.begun]).toEqual([1, 1]);
  });

  test("a cancelled run stops, and can be computed again", async () => {
    const { page, run, worker } = await heldAt30();
    await button(page, "Cancelar la simulación").click();
    await expect(heading(page)).toHaveText("Simulación cancelada");
    await expect.poll(() => run.signal.aborted).toBe(true);
    await button(page, "Calcular de nuevo").click();
    await worker.finish(await worker.pool.nextRun());
    await resultShown(page);
  });
});

describe("when a simulation fails", () => {
  test("the screen of a failed run says why beside zeros, keeps the answers, and 'Reintentar' computes it again", async () => {
    const worker = await site.hold();
    const answers = newAnswers();
    const page = await site.visit();
    await answerUpTo(page, 6, answers);
    (await worker.pool.nextRun()).fail(new AppError("SOLVER_TIMEOUT"));
    await expect(page.getByRole("alert")).toContainText("El cálculo ha superado el tiempo máximo.");
    for (const label of ["Ahorro anual", "TIR", "VAN", "LCOE"])
      await expect(keyFigure(page, label).locator(".figure-value")).toHaveText(/^0\.00\s(€|%|€\/MWh)$/);

    await page.getByRole("link", { name: "Cambiar los datos" }).click();
    await expect(page.getByRole("radio", { name: /^Otra/ })).toBeChecked();
    await page.goBack();
    await button(page, "Reintentar").click();
    await worker.finish(await worker.pool.nextRun());
    await resultShown(page);
    expect((await site.stored(answers)).simulations).toHaveLength(1);
  });

  test.runIf(FULL)("a worker that dies is replaced by another, and the bar holds its place meanwhile", async () => {
    const dying = startChild("worker-child", { DATABASE_URL: site.app.env.DATABASE_URL });
    onTestFinished(() => {
      dying.kill("SIGKILL");
    });
    await once(dying, "message");
    const answers = newAnswers();
    const page = await site.visit();
    await answerUpTo(page, 6, answers);
    await expect(bar(page)).toHaveAttribute("aria-valuenow", "48");
    dying.kill("SIGKILL");

    const worker = await site.hold({ lockMs: 500, stalledCheckMs: 200 });
    const run = await worker.pool.nextRun();
    run.report({ stage: "series", fraction: 0 });
    await expect(page.getByRole("status")).toHaveText("Reintentando (2.º intento) · Preparando las series horarias");
    await expect(bar(page)).toHaveAttribute("aria-valuenow", "48");
    await worker.finish(run);
    await resultShown(page);
    const { simulations, computations } = await site.stored(answers);
    expect([simulations.length, computations.length]).toEqual([1, 1]);
  });

  test("a request the server refuses is said, and 'Reintentar' sends it again", async () => {
    const worker = await site.hold();
    const page = await site.visit();
    const error = "Hay muchas simulaciones en espera. Inténtelo de nuevo en unos minutos.";
    await page.route("**/api/simulations", (route) => route.fulfill({ status: 503, json: { success: false, error } }));
    await answerUpTo(page, 6, newAnswers());
    await expect(page.getByRole("alert")).toContainText(error);
    await page.unroute("**/api/simulations");
    await page.route("**/api/simulations", (route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }));
    await button(page, "Reintentar").click();
    await expect(page.getByRole("alert")).toContainText("Error en la API: 502");
    await page.unroute("**/api/simulations");
    await button(page, "Reintentar").click();
    await worker.finish(await worker.pool.nextRun());
    await resultShown(page);
  });
});

describe("a result", () => {
  // Energy so cheap that no battery pays.
  const answers = newAnswers({ monthly: "16000" });
  let visitor: Awaited<ReturnType<BrowserContext["storageState"]>>;
  let results: Results;

  beforeAll(async () => {
    await site.work({ studies: "all" });
    const page = await site.visit();
    await answerUpTo(page, 6, answers);
    await resultShown(page);
    visitor = await page.context().storageState();
    results = (await site.stored(answers)).computations[0]!.results;
  }, STUDY_LIMIT_MS);

  /** The visitor comes back later. */
  const open = async (): Promise<Page> => {
    const page = await site.visit(STEP_PATH(6), { storageState: visitor });
    await resultShown(page);
    return page;
  };

  test("a result shows the stored figures rounded and in English style, and no figure in another", async () => {
    const page = await open();
    const { savings, irr, npv, lcoe, battery_capacity_kwh, battery_power_kw } = results.summary;
    await expect(heading(page)).toHaveText(
      `Ahorro anual con ${english(battery_capacity_kwh, 0)} kWh / ${english(battery_power_kw, 0)} kW`,
    );
    await expect(page.locator(".headline-figure")).toHaveText(`${english(savings!, 0)} € al año`);
    for (const [label, value, decimals, unit] of [
      ["TIR", irr! * 100, 1, "%"],
      ["VAN", npv!, 0, "€"],
      ["LCOE", lcoe!, 2, "€/MWh"],
    ] as const)
      await expect(keyFigure(page, label).locator(".figure-value")).toHaveText(`${english(value, decimals)} ${unit}`);
    await expect(page.locator(".first-screen")).not.toHaveText(/\d,\d{1,2}(?!\d)|\d\.\d{3}[.,]\d/);
  });

  test("a result with a negative NPV says its verdict, and no label beside it", async () => {
    expect(results.summary.npv).toBeLessThan(0);
    const page = await open();
    await expect(page.getByText(/^(No compensa|Depende): /).first()).toBeVisible();
    await expect(page.getByText(/^Clasificación/)).toHaveCount(0);
  });

  test("a result says how sure the saving is, what other sizes are worth and what the NPV depends on", async () => {
    const page = await open();
    await expect(page.getByText("2,000 escenarios calculados").first()).toBeVisible();
    await expect(
      page.getByText(/^En 8 de cada 10 escenarios el ahorro queda entre [\d,]+\s€ y [\d,]+\s€/),
    ).toBeVisible();
    const tornado = "De qué depende el VAN";
    await openPart(page, "Riesgo");
    await expect(card(page, tornado).getByRole("img")).toBeVisible();
    await card(page, tornado).getByRole("button", { name: "Ver tabla" }).click();
    await expect(page.getByRole("region", { name: `Tabla: ${tornado}` })).toContainText(/−[\d,]{6,}/);
    await openPart(page, "Tamaño");
    const sizes = card(page, "VAN según el tamaño, en miles de €");
    await expect(sizes).toContainText(/^VAN según el tamaño.*Ninguno de los tamaños.*Precio.*Inversión.*Tamaño/s);
    await expect(sizes.getByRole("button", { pressed: true })).toHaveText(/^★ −[\d,.]+$/);
  });

  test("a variant of a result that a visitor saves is run in its place, and leads back to it", async () => {
    await site.work();
    const page = await open();
    await openPart(page, "Tamaño");
    const variant = page.getByRole("region", { name: "Resultado de la variante" });
    await expect(variant).toContainText("sin cambio");
    await page.getByRole("slider", { name: "Nivel de precio de la energía" }).press("ArrowRight");
    await expect(variant).toContainText(/\+[\d.,]+\s€/);
    await expect(page).toHaveURL(/nivel=1\.05/);
    const before = await page.locator(".headline-figure").textContent();
    const saving = await variant.locator(".figure-value").first().textContent();
    await button(page, "Guardar esta variante").click();
    await expect(button(page, "Volver a la simulación de partida")).toBeVisible();
    await expect(page.locator(".headline-figure")).toContainText(saving!.replace(/\s.*/, ""));
    await page.reload();
    await button(page, "Volver a la simulación de partida").click();
    await expect(page.locator(".headline-figure")).toHaveText(before!);
    await expect(button(page, "Volver a la simulación de partida")).toBeHidden();
  });

  test.each([
    ["a desktop", { width: 1280, height: 800 }, 2],
    ["a phone", { width: 390, height: 844 }, 4],
  ])("the answer is on the first screen of %s, and no part behind it is long", async (_, size, screens) => {
    const page = await open();
    await page.setViewportSize(size);
    await page.evaluate(() => window.scrollTo(0, 0));
    const curve = page.getByRole("img", { name: /^Flujo de caja acumulado/ });
    const sentence = page.getByText(/^(No compensa|Depende|Compensa): /).first();
    const first = [page.locator(".headline-figure"), sentence, page.locator(".band-ends"), curve];
    for (const shown of [...first, button(page, "Accede al informe completo")]) {
      const { y, height } = (await shown.boundingBox())!;
      expect(y + height, String(shown)).toBeLessThanOrEqual(size.height);
    }
    for (const name of RESULT_PARTS) {
      await openPart(page, name);
      const { height } = (await page.getByRole("tabpanel", { name }).boundingBox())!;
      expect(height, name).toBeLessThanOrEqual(screens * size.height);
    }
  });

  test("terms of payment change the ways at once, and are kept for the visitor", async () => {
    const page = await open();
    const loan = page.getByRole("row", { name: /^Préstamo/ });
    await expect(loan).toContainText(/\d\s%$/);
    await page.getByText("Condiciones, impuestos y ayudas").click();
    const kept = page.waitForResponse(
      (response) => response.url().endsWith("/finance") && response.request().method() === "PUT",
    );
    await page.getByLabel("Parte financiada").fill("100");
    await expect(loan).toContainText("sin inversión");
    expect((await kept).status()).toBe(200);
    await page.reload();
    await expect(loan).toContainText("sin inversión");
  });

  test("a part of the result has an address, and the arrows of the keyboard turn the parts", async () => {
    const page = await open();
    await page.goto(`${STEP_PATH(6)}?parte=energia`);
    await expect(page.getByRole("tab", { name: "Energía", selected: true })).toBeVisible();
    await page.getByRole("tab", { name: "Energía" }).press("ArrowRight");
    await expect(page.getByRole("tab", { name: "Tamaño", selected: true })).toBeFocused();
    await expect(page).toHaveURL(/parte=tamano/);
  });

  test("the reader's switch writes every figure in the other style, and is kept", async () => {
    const page = await open();
    const { savings } = results.summary;
    const spanish = savings!.toLocaleString("es-ES", { maximumFractionDigits: 0, useGrouping: true });
    await page.getByText("1.234,5", { exact: true }).click();
    await expect(page.locator(".headline-figure")).toHaveText(`${spanish.replace("-", "−")} € al año`);
    await page.reload();
    await expect(page.locator(".headline-figure")).toHaveText(`${spanish.replace("-", "−")} € al año`);
  });

  test("a result draws the Sankey 500 px high and the charts 400", async () => {
    const page = await open();
    await openPart(page, "Energía");
    const heights = await Promise.all(
      [/^Por dónde va su energía/, /^Operación en semanas típicas/, /^Quién cubre su consumo/].map(
        async (name) => (await page.getByRole("img", { name }).boundingBox())?.height,
      ),
    );
    expect(heights).toEqual([500, 400, 400]);
  });

  test("Sankey, balance, key figures and the parts of the saving agree to the last figure shown", async () => {
    const page = await open();
    const rowsOf = async (rows: Locator): Promise<[name: string, shown: string][]> =>
      Promise.all(
        (await rows.all()).map(async (row) => [
          (await row.getByRole("rowheader").textContent()) ?? "",
          (await row.getByRole("cell").textContent()) ?? "",
        ]),
      );
    const table = async (title: string) =>
      Object.fromEntries(await rowsOf(card(page, title).getByRole("table").first().getByRole("row")));
    const numberOf = (shown: string | null) => Number.parseFloat((shown ?? "").replaceAll(",", "").replace("−", "-"));

    await openPart(page, "Energía");
    await card(page, "Por dónde va su energía").getByRole("button", { name: "Ver tabla" }).click();
    const links = page.getByRole("region", { name: "Tabla: Por dónde va su energía" }).locator("tbody tr");
    await expect(links).not.toHaveCount(0);
    const flows = (await rowsOf(links)).map(([name, shown]) => {
      const [from, to] = name.split(" → ");
      return { from, to, mwh: numberOf(shown) };
    });
    const flow = (ends: { from?: string; to?: string }) =>
      flows
        .filter(({ from, to }) => (ends.from ?? from) === from && (ends.to ?? to) === to)
        .reduce((sum, { mwh }) => sum + mwh, 0);
    const selfConsumed =
      flow({ from: "Fotovoltaica", to: "Su consumo" }) + flow({ from: "Fotovoltaica", to: "Batería" });

    const balance = await table("Balance de energía con batería");
    expect(balance).toMatchObject({
      Consumo: `${english(flow({ to: "Su consumo" }), 0)}\u00a0MWh`,
      "Generación fotovoltaica": `${english(flow({ from: "Fotovoltaica" }), 0)}\u00a0MWh`,
      "Autoconsumo, batería incluida": `${english(selfConsumed, 0)}\u00a0MWh`,
      "Autoconsumo sobre generación": `${english((100 * selfConsumed) / flow({ from: "Fotovoltaica" }), 1)}\u00a0%`,
      "Compra a la red": `${english(flow({ from: "Red" }), 0)}\u00a0MWh`,
      Excedentes: `${english(flow({ to: "Excedentes" }), 0)}\u00a0MWh`,
    });
    expect(flow({ to: "Batería" })).toBeCloseTo(flow({ from: "Batería" }), 1);
    await expect(page.getByText(`Su consumo de ${balance.Consumo} se cubre con`)).toBeVisible();

    await openPart(page, "Dinero");
    const headline = numberOf(await page.locator(".headline-figure").textContent());
    await card(page, "De dónde sale el ahorro").getByRole("button", { name: "Ver tabla" }).click();
    const { "Ahorro del primer año": total, ...parts } = Object.fromEntries(
      await rowsOf(card(page, "De dónde sale el ahorro").locator("tbody tr")),
    );
    expect(total).toBe(english(headline, 0));
    const sum = Object.values(parts).reduce((all, part) => all + numberOf(part), 0);
    // Each part is rounded by itself.
    expect(Math.abs(sum - headline)).toBeLessThanOrEqual((Object.keys(parts).length + 1) / 2);
  });

  test("each chart has the table behind it and can be saved as a picture", async () => {
    const page = await open();
    await openPart(page, "Energía");
    const chart = card(page, "Quién cubre su consumo cada mes");
    const saved = page.waitForEvent("download");
    await chart.getByRole("button", { name: "Guardar PNG" }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe("quien-cubre-su-consumo-cada-mes.png");
    const picture = await readFile(await download.path());
    expect(picture.subarray(1, 4).toString()).toBe("PNG");

    await chart.getByRole("button", { name: "Ver tabla" }).click();
    await expect(chart.getByRole("row")).toHaveCount(13);
    await expect(chart.getByRole("img")).toHaveCount(0);
    await chart.getByRole("button", { name: "Ver gráfico" }).click();
    await expect(chart.getByRole("img")).toBeVisible();

    const operation = card(page, "Operación en semanas típicas");
    await expect(operation.getByRole("heading")).toContainText("Invierno");
    await operation.getByText("Verano", { exact: true }).click();
    await expect(operation.getByRole("heading")).toContainText("Verano");
  });

  test("the same answers by somebody else are read from the cache after a second", async () => {
    const before = (await site.stored(answers)).computations.length;
    const page = await site.visit();
    await page.clock.install({ time: "2024-06-01T10:00:00" });
    await page.clock.pauseAt("2024-06-01T11:00:00");
    const read: string[] = [];
    page.on("request", (request) => {
      if (/\/api\/simulations\/[\da-f]+-/.test(request.url())) read.push(request.url());
    });
    await answerUpTo(page, 6, answers);
    await expect(heading(page)).toHaveText("Cargando resultados desde caché...");
    await page.clock.runFor(999);
    await expect(heading(page)).toHaveText("Cargando resultados desde caché...");
    expect(read).toEqual([]);
    await page.clock.runFor(1);
    await resultShown(page);
    expect(read).toHaveLength(1);
    await expect(page.locator(".headline-figure")).toHaveText(`${english(results.summary.savings!, 0)} € al año`);
    const { simulations, computations } = await site.stored(answers);
    expect(simulations.length).toBeGreaterThan(1);
    expect(computations).toHaveLength(before);
  });

  test("'Accede al informe completo' keeps the simulation in this browser for 24 hours and leads to step 7", async () => {
    const page = await open();
    await page.clock.install();
    await page.reload();
    const pending = () => page.evaluate(() => JSON.parse(localStorage.getItem("ecotrim.pendingSimulation") ?? "null"));
    expect(await pending()).toBeNull();
    await button(page, "Accede al informe completo").click();
    await expect(heading(page)).toHaveText("Completa tu registro");
    await expect(page.getByText(/Paso \d de 6/)).toHaveCount(0);
    await expect(button(page, "Crear mi cuenta")).toBeVisible();
    const kept = await pending();
    expect(kept).toMatchObject({
      accessToken: expect.any(String),
      results: { summary: results.summary },
      inputParameters: { demand_value: Number(answers.average) },
      calculatorContext: {
        generation: 2000,
        demand: { value: Number(answers.average) },
        selectedBattery: { capacity_kwh: results.summary.battery_capacity_kwh },
        total_spendings: 192_000,
      },
      expiresAt: kept.timestamp + 24 * 60 * 60 * 1000,
    });
    expect((await site.stored(answers)).simulations.map(({ id }) => id)).toContain(kept.simulationId);

    await back(page).click();
    await expect(page).toHaveURL(STEP_PATH(6));
    await resultShown(page);
    await page.clock.fastForward("24:00:01");
    await page.reload();
    expect(await pending()).toBeNull();
  });

  test("'Nueva simulación' starts again at step 2", async () => {
    const page = await open();
    await page.getByRole("link", { name: "Nueva simulación" }).click();
    await expect(page).toHaveURL(STEP_PATH(2));
  });
});

describe("a site of extremes", () => {
  /** Opens every table, so that all there is to read is on the page. */
  async function openTables(page: Page) {
    const tables = button(page, "Ver tabla");
    while ((await tables.count()) > 0) await tables.first().click();
  }

  const EXTREMES: [string, Partial<Answers>][] = [
    ["nothing at all", { average: "0", generation: "0", monthly: "0" }],
    ["no photovoltaics", { generation: "0" }],
    ["no consumption", { average: "0", generation: "1500" }],
    ["a bill of 0", { monthly: "0" }],
    ["a tiny battery", { battery: { capacity_kwh: 1, power_kw: 0.25 } }],
  ];
  test.each(FULL ? EXTREMES : EXTREMES.slice(0, 1))(
    "a site with %s has figures or 'No aplicable' with a reason, and never a broken one",
    async (_, given) => {
      await site.work();
      const page = await site.visit();
      await answerUpTo(page, 6, newAnswers(given));
      await resultShown(page);
      for (const part of RESULT_PARTS) {
        await openPart(page, part);
        await openTables(page);
        await expect(page.locator("body"), part).not.toHaveText(/NaN|Infinity|∞|undefined|\bnull\b|\[object|-0\b/);
      }
      await expect(page.locator(".headline-figure")).toHaveText(/^(No aplicable|−?[\d,]+ € al año)$/);
      for (const figure of await page.locator(".figure").all()) {
        await expect(figure.locator(".figure-value")).toHaveText(/^(No aplicable|−?[\d,]+(\.\d{1,2})?\s\S+)$/);
        await expect(figure.locator(".figure-note")).toHaveText(/\S{2,}/);
      }
    },
  );

  test("a site with a flat price and no photovoltaics saves no energy, and the screen says why", async () => {
    const worker = await site.hold();
    const page = await site.visit();
    await answerUpTo(page, 6, newAnswers({ generation: "0" }));
    const run = await worker.pool.nextRun();
    await worker.finish(run, { buy_eur_mwh: Array(8784).fill(100) });
    await resultShown(page);
    await expect(page.getByText(/con un precio plano y sin excedentes solares/)).toBeVisible();
    const saving = card(page, "De dónde sale el ahorro");
    await expect(saving).toContainText("Posible extra, no calculado");
    await saving.getByRole("button", { name: "Ver tabla" }).click();
    for (const part of ["Solar guardada", "Compra a mejor hora"])
      await expect(saving.getByRole("row", { name: part }).getByRole("cell")).toHaveText(/^−?\d$/);
    await expect(card(page, "Según su contrato")).toContainText("No aplicable: los precios vienen dados.");
  });
});
