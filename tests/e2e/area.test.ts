import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Page } from "playwright";
import { describe, test } from "vitest";
import {
  accessibilityFaults,
  button,
  DESKTOP,
  expect,
  heading,
  logIn,
  PHONE,
  sidewaysScroll,
  testSite,
} from "../support/browser.ts";
import { FULL } from "../support/full.ts";
import { eventually, newInput } from "../support/simulations.ts";
import { ANSWERS } from "../support/sites.ts";

const site = testSite();
type Who = Awaited<ReturnType<typeof site.app.register>>;

/** A page on which a user is logged in already. */
async function openAs(who: Who, path: string, options: Parameters<typeof site.visit>[1] = {}): Promise<Page> {
  const page = await site.visit("/privacidad", options);
  await logIn(page, who);
  await page.goto(path);
  return page;
}

/** One factory for all tests, so that each battery of it is computed once. */
const { demand_value } = newInput();

/** Simulations of these batteries, kWh, computed by the real solver. */
async function simulate(who: Who, ...sizes: number[]): Promise<string[]> {
  await site.work({ studies: "none" });
  const ids: string[] = [];
  for (const battery_capacity of sizes) {
    const inputParameters = { demand_value, battery_capacity, max_charge_power: battery_capacity / 4 };
    ids.push((await site.app.call("POST", "/api/simulations", { as: who, body: { inputParameters } })).json().data.id);
  }
  const statuses = () =>
    site.app.dataSource.query("SELECT 1 FROM user_simulations WHERE user_id = $1 AND status = 'completed'", [
      who.user.id,
    ]);
  await eventually(async () => (await statuses()).length === sizes.length);
  return ids;
}

/** Buttons of the open tab that the tabs cover while the keyboard goes back to them from the end of the window. */
async function hiddenUnderTabs(page: Page): Promise<string[]> {
  await dialog(page).getByRole("button", { name: "Cerrar", exact: true }).focus();
  const hidden: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Shift+Tab");
    const { name, role, isCovered } = await page.evaluate(() => {
      const active = document.activeElement!;
      const tabs = document.querySelector("[role=tablist]")!.getBoundingClientRect();
      const isButton = active.matches("[role=tabpanel] button");
      const isCovered = isButton && active.getBoundingClientRect().top < tabs.bottom;
      return { name: active.textContent, role: active.getAttribute("role"), isCovered };
    });
    if (isCovered) hidden.push(name);
    if (role === "tab") return hidden;
  }
  throw new Error("the keyboard does not reach the tabs");
}

const card = (page: Page, name: RegExp) => page.getByRole("article", { name });
const dialog = (page: Page) => page.getByRole("dialog");

/** Figures of a comparison that break over two lines on a phone beside a long name. */
async function brokenFigures(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE);
  const broken = await page.locator(".phone-cards td[data-label]").evaluateAll((cells) =>
    cells.flatMap((cell) => {
      (cell as HTMLElement).dataset.label = "Nave norte con batería de proveedor";
      const range = document.createRange();
      range.selectNodeContents(document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode() ?? cell);
      const text = range.toString();
      // Several words may break between them, and so may a range of two figures.
      const isFigure = /^[−+]?[\d.,]+\s\S+$/.test(text);
      return isFigure && range.getClientRects().length > 1 ? text : [];
    }),
  );
  await page.setViewportSize(DESKTOP);
  return broken;
}

describe("a returning user", () => {
  test("a returning user filters, sorts, marks, compares, shares and deletes simulations", async () => {
    const [ana, ben] = [await site.app.register(), await site.app.register()];
    await simulate(ana, 1000, 2000);
    const page = await openAs(ana, "/mi-area?seccion=informes");
    await expect(page.getByText("Mostrando 2 de 2 simulaciones")).toBeVisible();
    await expect(card(page, /1.MWh/).getByText("€").first()).toBeVisible();

    await card(page, /2.MWh/).getByRole("button", { name: "Añadir a favoritas" }).click();
    await expect(page.getByText("Estado de favorito actualizado")).toBeVisible();
    await page.getByRole("radiogroup").getByText("Favoritas").click();
    await expect(page.getByText("Mostrando 1 de 1 simulaciones")).toBeVisible();
    await expect(card(page, /1.MWh/)).toHaveCount(0);
    await page.reload();
    await expect(page.getByText("Mostrando 1 de 1 simulaciones")).toBeVisible();
    await page.getByRole("radiogroup").getByText("Todas").click();
    // The cards follow an answer of the server; those shown before it would be marked without it.
    await expect(page.getByText("Mostrando 2 de 2 simulaciones")).toBeVisible();

    await button(page, "Comparar").click();
    for (const checkbox of await page.getByRole("checkbox", { name: "Comparar" }).all()) await checkbox.check();
    await button(page, "Ver la comparación").click();
    await expect(page).toHaveURL(/\/comparar\?ids=/);
    await expect(page.getByRole("columnheader", { name: /2.MWh/ })).toBeVisible();
    await expect(page.getByText("mejor").first()).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(".comparison-conclusion")).not.toHaveCSS("color", "rgb(255, 255, 255)");
    await page.emulateMedia({ media: null });
    expect(await brokenFigures(page), "figures apart from their units").toEqual([]);
    await page.getByRole("link", { name: "Volver a Mis Informes" }).click();

    await card(page, /1.MWh/).getByRole("button", { name: "Compartir" }).click();
    await dialog(page).getByRole("button", { name: "Compartir", exact: true }).click();
    await expect(page.getByRole("textbox", { name: "Correo electrónico" })).toBeFocused();
    await expect(dialog(page).getByRole("alert")).toBeVisible();
    await button(page, "Crear un enlace").click();
    await expect(page.getByRole("textbox", { name: "Enlace" })).toBeFocused();
    const link = await page.getByRole("textbox", { name: "Enlace" }).inputValue();
    await page.getByRole("textbox", { name: "Correo electrónico" }).fill(ben.user.email);
    await dialog(page).getByRole("button", { name: "Compartir", exact: true }).click();
    await expect(dialog(page).getByText("Tiene acceso")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    const path = new URL(link).pathname;
    const visitor = await site.visit(path);
    await expect(heading(visitor)).toHaveText(/1.MWh/);
    await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    expect(await accessibilityFaults(visitor)).toEqual([]);
    const reader = await openAs(ben, "/mi-area?seccion=informes");
    await expect(reader.getByText("Compartida con usted")).toBeVisible();
    await expect(reader.getByRole("button", { name: "Compartir" })).toHaveCount(0);

    await button(page, "Anular el enlace").click();
    await expect(button(page, "Crear un enlace")).toBeFocused();
    await visitor.reload();
    await expect(visitor.getByText("Este enlace ya no está disponible.")).toBeVisible();

    await page.keyboard.press("Escape");
    await card(page, /1.MWh/).getByRole("button", { name: "Eliminar" }).click();
    await dialog(page).getByRole("button", { name: "Eliminar" }).click();
    await expect(page.getByText("Simulación eliminada de tu cuenta exitosamente")).toBeVisible();
    await expect(page.getByText("Mostrando 1 de 1 simulaciones")).toBeVisible();
  });

  test("a simulation that could not be deleted comes back, and its user sees why", async () => {
    const ana = await site.app.register();
    await simulate(ana, 1000);
    const page = await openAs(ana, "/mi-area?seccion=informes");
    await page.route("**/api/user-simulations/simulation/**", (route) =>
      route.fulfill({ status: 500, json: { success: false, error: "Algo ha fallado.", code: "INTERNAL" } }),
    );
    await card(page, /1.MWh/).getByRole("button", { name: "Eliminar" }).click();
    await dialog(page).getByRole("button", { name: "Eliminar" }).click();
    await expect(page.getByText("Error al eliminar la simulación: Algo ha fallado.")).toBeVisible();
    await expect(card(page, /1.MWh/)).toBeVisible();
  });

  test("a returning user reads every tab of the detail, in the height of the screen, and back closes it", async () => {
    const ana = await site.app.register();
    const [id] = await simulate(ana, 1000);
    const page = await openAs(ana, "/mi-area?seccion=informes");
    await page.getByRole("link", { name: "Ver detalles" }).click();
    await expect(page).toHaveURL(`/simulacion/${id}`);
    const height = await page
      .getByRole("tabpanel")
      .locator("xpath=ancestor::*[contains(@class, 'body')][1]")
      .boundingBox();
    expect(height?.height, "height to read in").toBeGreaterThan(0.8 * DESKTOP.height);
    await expect(page.getByRole("tab", { name: "Resumen" })).toHaveAttribute("aria-selected", "true");
    await page.getByRole("tab", { name: "Resumen" }).focus();
    for (const name of ["KPIs", "Análisis Operativo", "Análisis Económico"]) {
      await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("tab", { name })).toHaveAttribute("aria-selected", "true");
      await expect(page.getByRole("status", { name: /^Cargando el gráfico/ })).toHaveCount(0);
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    expect(await hiddenUnderTabs(page)).toEqual([]);
    // At 400 % zoom the content must not be squeezed between the title and the buttons.
    await page.setViewportSize({ width: 320, height: 256 });
    const row = page.getByRole("rowheader", { name: "Compra a la red" }).first();
    // The tables are set anew for the width, so the row may be replaced while it is scrolled to.
    await expect(async () => row.scrollIntoViewIfNeeded({ timeout: 5_000 })).toPass();
    await expect(row).toBeInViewport({ ratio: 0.9 });
    expect(await sidewaysScroll(page)).toBe(0);
    await page.setViewportSize(DESKTOP);
    const saving = page.waitForEvent("download");
    await button(page, "Descargar datos horarios (CSV)").click();
    expect((await saving).suggestedFilename()).toBe(`simulacion-${id}-horaria.csv`);
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(/seccion=informes/);
  });

  test("a returning user reads what is there of a simulation completed elsewhere, in whatever shape", async () => {
    const ana = await site.app.register();
    const { id } = (
      await site.app.call("POST", "/api/simulations", { as: ana, body: { inputParameters: newInput() } })
    ).json().data;
    const results = {
      kpi_new_table: { economics: { savings: [1234.5], irr: "high" }, energetics: null },
      operative_analysis: {
        energy_plot: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        sankey_plot: "not a plot",
        stackbar_plot: [{ type: "bar", x: ["a"], y: [1] }],
      },
      project_economics_table: "odd",
      economic_model: 7,
    };
    await site.app.call("PUT", `/api/simulations/${id}/complete`, { as: ana, body: { results, executionTime: 5 } });
    const page = await openAs(ana, `/simulacion/${id}`);
    await page.getByRole("tab", { name: "Análisis Operativo" }).click();
    await expect(page.getByText("Gráfico no disponible")).toBeVisible();
    await expect(page.locator("img.chart-image")).toBeVisible();
    await page.getByRole("tab", { name: "Análisis Económico" }).click();
    await expect(page.getByText(/Formato de datos no compatible|Datos no procesables/).first()).toBeVisible();
  });
});

/** The words on each page of a page's print. */
async function printed(page: Page): Promise<string[]> {
  const pdf = await getDocument({ data: new Uint8Array(await page.pdf({ format: "A4" })), verbosity: 0 }).promise;
  const pages = Array.from({ length: pdf.numPages }, async (_, index) => {
    const { items } = await (await pdf.getPage(index + 1)).getTextContent();
    return items.map((item) => ("str" in item ? item.str : "")).join(" ");
  });
  return Promise.all(pages);
}

test("a comparison is left by back to the simulations chosen for it, and its table breaks on paper below its head", async () => {
  const ana = await site.app.register();
  await simulate(ana, 1000, 2000, 3000);
  const page = await openAs(ana, "/mi-area?seccion=informes");
  const boxes = page.getByRole("checkbox", { name: "Comparar" });
  await button(page, "Comparar").click();
  await boxes.nth(0).check();
  await boxes.nth(2).check();
  await button(page, "Ver la comparación").click();
  await button(page, /^Iguales en todas/).click();
  const pages = await printed(page);
  expect(pages.length).toBeGreaterThan(1);
  for (const text of pages) expect(text).toContain("Concepto");

  const chosen = async () => {
    await expect(boxes).toHaveCount(3);
    return boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked));
  };
  await page.goBack();
  expect(await chosen()).toEqual([true, false, true]);
  await page.reload();
  expect(await chosen()).toEqual([true, false, true]);
});

test("a detail on a phone sets each fact of its title on a line, and heads the cards of years as such", async () => {
  const ana = await site.app.register();
  const [id] = await simulate(ana, 1000);
  const page = await openAs(ana, `/simulacion/${id}?parte=economico`, { viewport: { width: 390, height: 844 } });
  await expect(heading(page)).toHaveText(/^Batería de 1.MWh\s+\S.* de 20\d\d$/, { useInnerText: true });
  const year = page.getByRole("region", { name: "Tabla: flujo de caja" }).getByRole("rowheader").first();
  const lead = await year.evaluate((cell) => getComputedStyle(cell, "::before").content);
  expect(lead).toMatch(/^"Año ?"/);
});

test("a detail asked for without a connection says so, and comes once there is one", async () => {
  const ana = await site.app.register();
  await simulate(ana, 1000);
  const page = await openAs(ana, "/mi-area?seccion=informes");
  await expect(card(page, /1.MWh/)).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Ver detalles" }).click();
  await expect(dialog(page).getByText("Sin conexión")).toBeVisible();
  await expect(dialog(page).getByText(/^No se ha podido/)).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole("tab", { name: "Resumen" })).toBeVisible();
  await expect(page.getByRole("tablist")).toHaveCSS("position", "sticky");
});

/** Buttons and fields of the open dialog under whose middle something else lies. */
const covered = (page: Page) =>
  dialog(page).evaluate((window) =>
    [...window.querySelectorAll("button, input, textarea")].flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit && !window.contains(hit) ? [control.textContent || control.getAttribute("aria-label")] : [];
    }),
  );

test.each([{ width: 390, height: 844 }, ...(FULL ? [DESKTOP] : [])])(
  "a toast at %o lies over no control of a dialog",
  async (viewport) => {
    const ana = await site.app.register();
    await simulate(ana, 1000);
    const page = await openAs(ana, "/mi-area?seccion=informes", { viewport });
    const toast = page.locator(".mantine-Notification-root");
    const shown = () =>
      toast.first().evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    await button(page, "Compartir").click();
    await button(page, "Crear un enlace").click();
    await expect(toast).toBeVisible();
    expect(await covered(page)).toEqual([]);
    expect(await shown(), "the toast is in sight").toBe(true);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await button(page, /a favoritas$/).click();
    await expect(page.getByText("Estado de favorito actualizado")).toBeVisible();
    await button(page, "Eliminar").click();
    await expect(dialog(page)).toBeVisible();
    expect(await covered(page)).toEqual([]);
    await button(page, "Cancelar").click();
  },
);

test("the history keeps its filters in the address and shows Madrid's dates anywhere", async () => {
  const ana = await site.app.register();
  const [id] = await simulate(ana, 1000);
  await site.app.dataSource.query("UPDATE simulations SET created_at = '2026-06-30T22:30:00Z' WHERE id = $1", [id]);
  await site.app.dataSource.query(
    "UPDATE user_simulations SET simulation_created_at = '2026-06-30T22:30:00Z' WHERE simulation_id = $1",
    [id],
  );
  const page = await openAs(ana, "/historial-simulaciones", { timezoneId: "America/New_York" });
  await expect(page.getByText("01/07/2026, 0:30").or(page.getByText("1/7/2026, 0:30"))).toBeVisible();
  await page.getByLabel("Desde").fill("2026-07-01");
  await page.getByLabel("Hasta").fill("2026-07-01");
  await expect(page).toHaveURL(/desde=2026-07-01&hasta=2026-07-01/);
  await expect(page.getByText("1 simulación · página 1 de 1")).toBeVisible();
  await page.getByLabel("Desde").fill("2026-07-02");
  await page.getByLabel("Hasta").fill("2026-07-02");
  await page.reload();
  await expect(page.getByText("Ninguna simulación cumple estos filtros.")).toBeVisible();
  await button(page, "Quitar los filtros").click();
  await expect(page).toHaveURL("/historial-simulaciones");
});

test("the profile is edited; a password that is not typed twice alike is refused, and another tab is a fresh form", async () => {
  const ana = await site.app.register({ company: undefined as never });
  const page = await openAs(ana, "/mi-area?seccion=perfil");
  await expect(page.getByText("No especificada")).toBeVisible();
  await expect(page.getByText("No especificado", { exact: true })).toBeVisible();
  await page.getByLabel("Nombre", { exact: true }).fill("Ana");
  await button(page, "Guardar").click();
  await expect(heading(page)).toHaveText("Hola, Ana");
  const passwords = page.getByRole("tab", { name: "Cambiar Contraseña" });
  await passwords.click();
  await page.getByLabel("Contraseña actual").fill("una clave larga");
  await page.getByLabel("Nueva contraseña", { exact: true }).fill("la nueva clave");
  await page.getByLabel("Repita la nueva contraseña").fill("otra clave");
  await button(page, "Cambiar contraseña").click();
  await expect(page.getByText("Las nuevas contraseñas no coinciden").first()).toBeVisible();
  await page.getByRole("tab", { name: "Editar Perfil" }).click();
  await passwords.click();
  await expect(page.getByLabel("Contraseña actual")).toHaveValue("");
  await expect(page.getByText("Las nuevas contraseñas no coinciden")).toHaveCount(0);
});

test("every section of one's own area is accessible and scrolls in one direction only, and a site leads to its battery", async () => {
  const ana = await site.app.register();
  await simulate(ana, 1000);
  await site.app.call("POST", "/api/installations", { as: ana, body: { name: "Nave", answers: ANSWERS } });
  const page = await openAs(ana, "/mi-area");
  const paths = ["informes", "instalaciones", "herramientas", "compras", "perfil"].map(
    (section) => `/mi-area?seccion=${section}`,
  );
  for (const path of paths) {
    await page.goto(path);
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      await expect(heading(page)).toBeVisible();
      await expect(page.getByRole("status", { name: /^Cargando/ })).toHaveCount(0);
      if (FULL || viewport === PHONE) expect(await accessibilityFaults(page), path).toEqual([]);
      expect(await sidewaysScroll(page), path).toBe(0);
    }
  }

  await page.goto("/mi-area?seccion=instalaciones");
  await page.getByRole("link", { name: "Nueva simulación con Nave" }).click();
  await expect(page.getByText("De su instalación «Nave»")).toBeVisible();
  await page.getByRole("radio").first().check();
  expect(await sidewaysScroll(page)).toBe(0);
  await button(page, "Continuar").click();
  await expect(page.getByText(/^Guardada en su cuenta como .* · Nave$/)).toBeVisible();
});
