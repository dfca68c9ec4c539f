import { gunzipSync } from "node:zlib";
import type { Page } from "playwright";
import { beforeAll, test } from "vitest";
import {
  accessibilityFaults,
  button,
  chooseBattery,
  expect,
  field,
  goOn,
  openPart,
  resultShown,
  STEP_PATH,
  sidewaysScroll,
  tabTo,
  testSite,
} from "../support/browser.ts";

const site = testSite();

const CUPS = "ES0021000000000001AB";

/** A year of a supply in the distributors' notation: two shifts, hours 1 to 24, and three days missing in March. */
function distributorFile(): string {
  const lines = ["CUPS;Fecha;Hora;AE_kWh;AS_KWh;AE_AUTOCONS_kWh;REAL/ESTIMADO"];
  for (let day = 0; day < 365; day++) {
    const date = new Date(Date.UTC(2025, 0, 1 + day));
    const [year, month, ofMonth] = date.toISOString().slice(0, 10).split("-");
    if (month === "03" && ["11", "12", "13"].includes(ofMonth!)) continue;
    const isOpen = date.getUTCDay() % 6 !== 0;
    const hours = `${month}-${ofMonth}` === "03-30" ? 23 : `${month}-${ofMonth}` === "10-26" ? 25 : 24;
    for (let hour = 1; hour <= hours; hour++) {
      const kwh = isOpen && hour > 6 && hour <= 22 ? 500 + (day % 7) : 120 + (hour % 3);
      lines.push(`${CUPS};${ofMonth}/${month}/${year};${hour};${kwh},000;0,000;;R`);
    }
  }
  return lines.join("\n");
}

let file: { name: string; mimeType: string; buffer: Buffer };
beforeAll(() => {
  file = { name: `${CUPS}.csv`, mimeType: "text/csv", buffer: Buffer.from(distributorFile()) };
});

const cursor = (page: Page) => page.getByRole("slider", { name: /hora del mapa$/ });
const readAs = (page: Page) => page.getByText(/^Leído como:/);

async function openStep3(page: Page): Promise<void> {
  await page.goto("/nueva-simulacion");
  await field(page, 2).fill("800");
  await goOn(page, 3);
  await page.getByRole("radio", { name: "Tengo la curva de consumo" }).click();
}

test("a visitor's file becomes pictures, is read in another way by one click, simulated without its supply and explored", async () => {
  await site.work();
  const page = await site.visit("/");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await openStep3(page);
  await page.getByLabel("Archivos de la curva").setInputFiles(file);
  await expect(page.getByRole("heading", { name: "¿Es esto su fábrica?" })).toBeFocused();
  await expect(readAs(page)).toHaveText(/e-distribución, horas, kWh, .*hora peninsular\.$/);
  await expect(page.getByText(/Faltaban 72 intervalos/)).toBeVisible();
  for (const name of ["Meses", "Semana habitual", "Curva de duración", "Máximo de cada periodo"])
    await expect(page.getByRole("img", { name: new RegExp(`^${name}\\.`) })).toBeVisible();

  await tabTo(page.getByRole("button", { name: "Ver la reparación 1 en el mapa" }));
  await page.keyboard.press("Enter");
  await expect(cursor(page)).toBeFocused();
  await expect(cursor(page)).toHaveAttribute("aria-valuetext", /^Martes 11 mar, 0–1 h: 12\d\skWh \(no medido\)$/);
  await page.keyboard.press("ArrowLeft");
  await expect(cursor(page)).toHaveAttribute("aria-valuetext", /^Lunes 10 mar, 0–1 h: 12\d\skWh$/);
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole("button", { name: "Cambiar", exact: true }).click();
  await page.getByLabel("Las cifras están en").selectOption("Wh");
  await expect(readAs(page)).toHaveText(/, Wh, /);
  await page.getByLabel("Las cifras están en").selectOption("kWh");
  await expect(readAs(page)).toHaveText(/, kWh, /);

  await page.setViewportSize({ width: 320, height: 640 });
  // Charts take their new width once they are told of it.
  await expect.poll(() => sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await expect(readAs(page)).toBeVisible();

  await goOn(page, 4);
  await field(page, 4).fill("30000");
  await goOn(page, 5);
  await chooseBattery(page);
  await button(page, "Continuar").click();
  await page.waitForURL(`**${STEP_PATH(6)}`);
  await resultShown(page);
  await openPart(page, "Tamaño");
  await expect(page.getByRole("region", { name: "Resultado de la variante" })).toContainText("sin cambio");

  const [curve, ...others] = sent.filter((request) => /\/api\/curves /.test(request));
  expect(others).toEqual([]);
  const { series, step_minutes } = JSON.parse(curve!.slice(curve!.indexOf("{")));
  expect(step_minutes).toBe(60);
  expect(gunzipSync(Buffer.from(series.import, "base64"))).toHaveLength(4 * 8760);
  expect(sent.filter((request) => /ES\d{4}|\.csv/.test(request))).toEqual([]);
  const [simulation] = await site.app.dataSource.query("SELECT input_parameters AS input FROM simulations");
  expect(simulation.input.curve_id).toMatch(/^[0-9a-f-]{36}$/);

  await page.goto("/nueva-simulacion");
  await openStep3(page);
  await expect(button(page, "Elegir archivos")).toBeVisible();
});
