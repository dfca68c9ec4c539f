import { AppError } from "@ecotrim/contracts/errors";
import type { Locator, Page } from "playwright";
import { describe, test } from "vitest";
import { CACHED_RESULTS_DELAY_MS } from "../../web/src/lib/timings.ts";
import {
  accessibilityFaults,
  answerUpTo,
  button,
  chooseBattery,
  DESKTOP,
  expect,
  field,
  heading,
  newAnswers,
  openPart,
  PHONE,
  RESULT_PARTS,
  resultShown,
  STEP_PATH,
  sidewaysScroll,
  tabTo,
  testSite,
} from "../support/browser.ts";
import { FULL } from "../support/full.ts";

const site = testSite();

/** The narrowest phone, where most breaks; `npm run test:full` looks at every state on a desktop too. */
const SIZES = FULL ? [DESKTOP, PHONE] : [PHONE];

async function inspect(page: Page, state: string, viewports = SIZES) {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    await expect(page.getByRole("heading", { level: 1 }), state).toHaveCount(1);
    expect(await accessibilityFaults(page), `${state}, ${viewport.width} px wide`).toEqual([]);
  }
  expect(await sidewaysScroll(page), `${state} scrolls sideways`).toBe(0);
  // All fields are numbers except those of an account, which carry names for password managers.
  const fields = page.getByRole("textbox").and(page.locator(":not([inputmode=decimal], [name])"));
  await expect(fields, state).toHaveCount(0);
  await page.setViewportSize(DESKTOP);
}

/** Names of the tables that hide a part of themselves in a sideways scroll on a phone. */
async function cutTables(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE);
  const cut = await page
    .locator(".plot-table")
    .evaluateAll((tables) =>
      tables.filter((table) => table.scrollWidth > table.clientWidth + 1).map((table) => String(table.ariaLabel)),
    );
  await page.setViewportSize(DESKTOP);
  return cut;
}

/** Colours that the reader forces leave the band on its track, and one colour an entry of the legend. */
async function keepsBandAndLegend(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  const colours = (selector: string) =>
    page.locator(selector).evaluateAll((parts) => parts.map((part) => getComputedStyle(part).backgroundColor));
  const legend = await colours(".chart-legend span");
  expect(new Set(legend).size, String(legend)).toBe(legend.length);
  expect(new Set(await colours(".band-track, .band-fill")).size).toBe(2);
  await page.emulateMedia({ forcedColors: null });
}

/** Colours that the reader forces show which card is chosen. */
async function showsChoice(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  const colours = (radios: Locator) =>
    radios.evaluateAll((cards) =>
      cards.map((card) => getComputedStyle(card.querySelector(".mantine-RadioIndicator-indicator")!).backgroundColor),
    );
  const [chosen] = await colours(page.getByRole("radio", { checked: true }));
  expect(await colours(page.getByRole("radio", { checked: false }))).not.toContain(chosen);
  await page.emulateMedia({ forcedColors: null });
}

/** A printed result is without menus and buttons, and has every part, its charts drawn for the width of the paper. */
async function printsClean(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("button")).toHaveCount(0);
  for (const name of RESULT_PARTS) await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  const widthsAfter = (event: string) =>
    page.evaluate((name) => {
      window.dispatchEvent(new Event(name));
      return Array.from(document.querySelectorAll("canvas"), ({ clientWidth }) => clientWidth);
    }, event);
  // Charts are drawn one after another, when the browser has time.
  await expect.poll(() => page.locator("canvas").count()).toBeGreaterThan(7);
  const onPaper = await widthsAfter("beforeprint");
  // An A4 page is 794 px wide, margins included.
  expect(Math.max(...onPaper)).toBeLessThan(700);
  expect(Math.min(...onPaper)).toBeGreaterThan(600);
  await widthsAfter("afterprint");
  await page.emulateMedia({ media: null });
  await expect(page.getByRole("heading", { name: "Energía", exact: true })).toHaveCount(0);
}

describe("accessible on a desktop and at 320 px, without sideways scroll", () => {
  test("Home, the side menu, the intro and the questions are accessible", async () => {
    const answers = newAnswers();
    const page = await site.visit("/");
    await inspect(page, "Home");
    await page.goto("/calculadora");
    await page.setViewportSize(PHONE);
    await button(page, "Abrir el menú").click();
    await expect(page.getByRole("dialog", { name: "Menú" })).toBeVisible();
    expect(await accessibilityFaults(page), "side menu").toEqual([]);
    await button(page, "Cerrar el menú").last().click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await inspect(page, "intro");

    await page.goto("/nueva-simulacion");
    await field(page, 2).fill("mil");
    await field(page, 2).press("Enter");
    await expect(page.getByText("No se entiende «mil»")).toBeVisible();
    await inspect(page, "step 2 with an error");
    await answerUpTo(page, 3, answers);
    await inspect(page, "step 3");
    await answerUpTo(page, 4, answers);
    await field(page, 4).fill(answers.monthly);
    await expect(page.getByText(/^Equivale a/)).toBeVisible();
    await inspect(page, "step 4");
  });

  test("the batteries are accessible", async () => {
    const page = await site.visit();
    await answerUpTo(page, 5, newAnswers());
    await chooseBattery(page);
    await inspect(page, "step 5");
    await showsChoice(page);
    await page.route("**/battery_selection?*", (route) => route.fulfill({ status: 500, json: {} }));
    await answerUpTo(page, 5, newAnswers());
    await expect(page.getByText("Usando valores predeterminados.")).toBeVisible();
    await inspect(page, "step 5 with the default batteries");
    const other = await site.visit(STEP_PATH(3), { beside: page });
    await field(other, 3).fill("");
    await expect(heading(page)).toHaveText("Datos insuficientes");
    await inspect(page, "step 5 without data");
  });

  test("a run is accessible while under way, without network, failed and cancelled", async () => {
    const worker = await site.hold();
    const page = await site.visit();
    await answerUpTo(page, 6, newAnswers({ generation: "123456,7", average: "98765", monthly: "8333333" }));
    const run = await worker.pool.nextRun();
    run.report({ stage: "solving", fraction: 0.5, detail: { columns: 43_920, iterations: 12_345 } });
    await expect(page.getByText("12.345 iteraciones")).toBeVisible();
    await inspect(page, "run under way");
    await page.context().setOffline(true);
    run.fail(new AppError("SOLVER_TIMEOUT"));
    await expect(page.getByText("Sin conexión con el servidor.")).toBeVisible();
    await inspect(page, "run without network");
    await page.context().setOffline(false);
    await expect(page.getByRole("alert")).toBeVisible();
    await inspect(page, "failed run");
    await button(page, "Reintentar").click();
    await worker.pool.nextRun();
    await button(page, "Cancelar la simulación").click();
    await expect(heading(page)).toHaveText("Simulación cancelada");
    await inspect(page, "cancelled run");
  });

  test("a result with its charts and their tables, in forced colours, on paper and from the cache, and step 7 are accessible", async () => {
    await site.work();
    const answers = newAnswers({ battery: { capacity_kwh: 3000, power_kw: 3000 } });
    const page = await site.visit();
    await answerUpTo(page, 6, answers);
    await resultShown(page);
    await inspect(page, "result");
    await openPart(page, "Energía");
    await keepsBandAndLegend(page);
    await printsClean(page);
    await button(page, "Pedir oferta en firme").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await inspect(page, "request for an offer");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    for (const part of RESULT_PARTS) {
      await openPart(page, part);
      if (part === "Tamaño") {
        await tabTo(page.locator("summary", { hasText: "¿Cuánto aguantaría un corte?" }));
        await page.keyboard.press("Enter");
        await expect(page.getByText(/^Aguanta al menos/)).toBeVisible();
      }
      const tables = button(page, "Ver tabla");
      while ((await tables.count()) > 0) await tables.first().click();
      if (part === "Riesgo") await page.getByText(/^Qué varía en los escenarios/).click();
      await inspect(page, `${part} in tables`, [PHONE]);
      expect(await cutTables(page), `tables of ${part} that hide a part of themselves on a phone`).toEqual([]);
    }
    await button(page, "Accede al informe completo").click();
    await inspect(page, "step 7");
    await button(page, "Crear mi cuenta").click();
    await inspect(page, "step 7 with errors");
    await button(page, "Ya tengo cuenta").click();
    await inspect(page, "step 7 as a login");

    // axe needs the browser's timers, so only the cache's delay of one second is kept from ending.
    await page.addInitScript((delay) => {
      const wait = window.setTimeout;
      window.setTimeout = ((run: TimerHandler, ms?: number, ...rest: unknown[]) =>
        wait(run, ms === delay ? 3_600_000 : ms, ...rest)) as typeof setTimeout;
    }, CACHED_RESULTS_DELAY_MS);
    await answerUpTo(page, 6, answers);
    await expect(heading(page)).toHaveText("Cargando resultados desde caché...");
    await inspect(page, "result from the cache");
  });
});
