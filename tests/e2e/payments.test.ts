import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";
import { freePort } from "../../scripts/dev/free-port.ts";
import { type StripeLocal, startStripeLocal } from "../../scripts/dev/stripe-local/stripe-local.ts";
import { accessibilityFaults, button, expect, heading, logIn, STUDY_LIMIT_MS, testSite } from "../support/browser.ts";
import { png } from "../support/logos.ts";
import { TEST_SETTINGS } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";

let stripe: StripeLocal;
const settings: Record<string, string> = { GEOTRIM_URL: "http://127.0.0.1:9/geotrim" };
beforeAll(async () => {
  stripe = await startStripeLocal({
    webhookSecret: TEST_SETTINGS.STRIPE_WEBHOOK_SECRET,
    secretKey: TEST_SETTINGS.STRIPE_SECRET_KEY,
  });
  settings.STRIPE_API_BASE = stripe.url;
  // The provider redirects to the address of the settings.
  settings.PORT = String(await freePort());
});
const site = testSite(settings);
beforeAll(() => stripe.control.setWebhookUrl(`${site.url}/api/stripe/webhook`));
beforeEach(() => site.work({ studies: "none" }));
afterAll(() => stripe.close());

type Who = Awaited<ReturnType<typeof site.app.register>>;

/** One factory for all tests, so that it is computed once. */
const inputParameters = { ...newInput(), start_date: "2024-01-01", end_date: "2024-12-31" };

/** A user with a completed simulation, logged in on a page of their own. */
async function customer(path: string): Promise<{ page: Page; who: Who; id: string }> {
  const who = await site.app.register();
  const body = { inputParameters };
  const { id } = (await site.app.call("POST", "/api/simulations", { as: who, body })).json().data;
  await eventually(
    async () => (await site.app.call("GET", `/api/simulations/${id}`, { as: who })).json().data.status === "completed",
  );
  const page = await site.visit("/login");
  await logIn(page, who);
  await page.goto(path);
  return { page, who, id };
}

async function orderPremium(page: Page): Promise<void> {
  await button(page, /^Informes de/)
    .first()
    .click();
  await page.getByRole("menuitem", { name: /^Informe premium/ }).click();
  const dialog = page.getByRole("dialog", { name: "Informe premium" });
  await expect(dialog).toContainText("9,99");
  await expect(dialog).toContainText("IVA incluido");
  await expect(dialog).toContainText("Modo de pruebas: no se cobra nada");
  await expect(button(page, /^Pedir y pagar/)).toBeDisabled();
  await dialog.getByRole("checkbox").check();
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, /^Pedir y pagar/).click();
  await page.waitForURL(`${stripe.url}/**`);
  await expect(page.locator("body")).toContainText("Modo de pruebas");
}

describe("a premium report", () => {
  test("a premium report is bought, confirmed, listed with its invoice, saved as a PDF and shown in a tab", async () => {
    const { page, id } = await customer("/mi-area?seccion=informes");
    await orderPremium(page);
    await button(page, "Pagar").click();
    await page.waitForURL("**/payment/success?**");
    await expect(heading(page)).toHaveText("Pago confirmado");
    await expect(page.getByText("9,99 €, IVA incluido")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("link", { name: "Ir a Mi Área" }).click();
    const purchase = page.getByRole("listitem").filter({ hasText: "Informe premium" });
    await expect(purchase).toContainText("Pagado");
    await expect(purchase.getByRole("link", { name: "Ver la factura" })).toHaveAttribute("href", /^http/);
    const MADE = "SELECT 1 FROM reports WHERE simulation_id = $1 AND status = 'completed'";
    // The report waits for its studies.
    const made = async () => (await site.app.dataSource.query(MADE, [id])).length;
    await expect.poll(made, { timeout: STUDY_LIMIT_MS }).toBe(1);
    const saving = page.waitForEvent("download");
    await purchase.getByRole("button", { name: "Descargar" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^informe-${id}-\\d{4}-\\d{2}-\\d{2}\\.pdf$`));
    expect(readFileSync(await file.path(), "latin1")).toMatch(/^%PDF/);
    // The browser of the tests has no viewer of its own and saves what it would show.
    const showing = page
      .context()
      .waitForEvent("page")
      .then((tab) => tab.waitForEvent("download"));
    await purchase.getByRole("button", { name: "Ver Informe" }).click();
    expect((await showing).url()).toMatch(/^blob:/);
  });

  test("a declined card costs nothing, says so, and the premium report can be paid after all", async () => {
    const { page } = await customer("/mi-area?seccion=informes");
    await orderPremium(page);
    const checkout = page.url();
    await button(page, "Rechazar").click();
    await expect(page.getByRole("alert")).toContainText("Su tarjeta ha sido rechazada");
    await stripe.control.idle();
    await page.goto("/mi-area?seccion=compras");
    await expect(page.getByRole("listitem").filter({ hasText: "Informe premium" })).toContainText("Rechazado");
    await page.goto(checkout);
    await button(page, "Pagar").click();
    await expect(heading(page)).toHaveText("Pago confirmado");
  });

  test("a payment page without a session, or of another's, says so and asks for no second payment", async () => {
    const { page } = await customer("/payment/success");
    await expect(page.getByText("No se encontró información de la sesión de pago")).toBeVisible();
    await page.goto("/payment/success?session_id=cs_test_nothing");
    await expect(page.getByText("No se ha encontrado el pago.")).toBeVisible();
    await expect(page.getByText(/no pague otra vez/)).toBeVisible();
  });

  test("the basic report is saved at once", async () => {
    const { page } = await customer("/mi-area?seccion=informes");
    await button(page, /^Informes de/)
      .first()
      .click();
    const saving = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: /básico/ }).click();
    expect((await saving).suggestedFilename()).toMatch(/\.pdf$/);
  });
});

/** A subscriber keeps a brand with a logo, and saves a proposal to a client under it. */
async function proposeToClient(page: Page): Promise<void> {
  const brand = page.getByRole("article", { name: "Su marca" });
  await brand.getByLabel("Empresa").fill("Ingeniería Norte");
  const choosing = page.waitForEvent("filechooser");
  await brand.getByRole("button", { name: /logotipo/i }).click();
  await (await choosing).setFiles({ name: "logo.png", mimeType: "image/png", buffer: png() });
  await expect(brand.getByRole("img")).toBeVisible();
  await brand.getByRole("button", { name: "Guardar" }).click();
  await expect(brand.getByText("Su marca se ha guardado.")).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.goto("/mi-area?seccion=informes");
  await button(page, /^Informes de/)
    .first()
    .click();
  await page.getByRole("menuitem", { name: /^Propuesta/ }).click();
  const dialog = page.getByRole("dialog", { name: "Propuesta para su cliente" });
  await dialog.getByLabel("Cliente").fill("Cerámicas Levante");
  await dialog.getByLabel("Emplazamiento").fill("Nave de Onda");
  const saving = page.waitForEvent("download", { timeout: STUDY_LIMIT_MS });
  await dialog.getByRole("button", { name: "Descargar la propuesta" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^propuesta-.*\.pdf$/);
  expect(readFileSync(await file.path(), "latin1")).toMatch(/^%PDF/);
}

describe("a subscription", () => {
  test("a subscription is bought in two steps, opens its tool and proposals, and is cancelled to the period's end", async () => {
    const { page } = await customer("/mi-area");
    await page.getByRole("article").filter({ hasText: "GeoTrim" }).getByRole("button", { name: "Suscribirse" }).click();
    await button(page, "Ver el precio").click();
    await expect(page.getByText("29,00 € al mes, IVA incluido")).toBeFocused();
    let verifications = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/payments/subscriptions/verify")) verifications++;
    });
    await page.getByRole("checkbox").check();
    await button(page, "Suscribirme Ahora").click();
    await page.waitForURL(`${stripe.url}/**`);
    await button(page, "Pagar").click();
    await page.waitForURL("**/subscription/success?**");
    await expect(heading(page)).toHaveText("Ya tiene acceso a GeoTrim");
    // The page goes on to the tools by itself.
    await page.waitForURL("**/mi-area?seccion=herramientas");
    expect(verifications, "once confirmed it is not asked again").toBeLessThan(5);
    const card = page.getByRole("article").filter({ hasText: "GeoTrim" });
    await expect(card.getByText("Activo", { exact: true })).toBeVisible();
    const opening = page.context().waitForEvent("page");
    await card.getByRole("button", { name: "Acceder" }).click();
    await (await opening).close();
    await proposeToClient(page);
    await page.goto("/mi-area?seccion=herramientas");
    await card.getByRole("button", { name: "Cancelar" }).click();
    await button(page, "Cancelar la suscripción").click();
    await expect(card).toContainText("Cancelada: conserva el acceso hasta el");
  });

  test("a subscription that is returned to is read again and the address cleaned; the tool in development says so", async () => {
    const { page } = await customer("/mi-area?seccion=herramientas&payment_success=true&session_id=cs_x");
    await expect(page).toHaveURL("/mi-area?seccion=herramientas");
    await button(page, "Próximamente").dispatchEvent("click");
    await expect(page.getByText("EcoTrim estará disponible próximamente.")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
