import type { Page, Request } from "playwright";
import { describe, test } from "vitest";
import {
  accessibilityFaults,
  button,
  DESKTOP,
  expect,
  field,
  heading,
  PHONE,
  STEP_PATH,
  sidewaysScroll,
  tabTo,
  testSite,
} from "../support/browser.ts";
import { FULL } from "../support/full.ts";

const site = testSite();

const SERVICES = ["Calculadora de Ahorro", "Ecotrim Platform", "Asesoría Standalone", "Consulta Personalizada"];
const main = (page: Page) => page.getByRole("navigation", { name: "Principal" });
const drawer = (page: Page) => page.getByRole("dialog", { name: "Menú" });
const fieldOf = (page: Page, name: string) => page.getByRole("textbox", { name });

/** Logs in as a new user; the page is then in Mi Área. */
async function logInAsSomebody(page: Page) {
  const password = "una clave larga";
  const { user } = await site.app.register({ password });
  await page.goto("/login");
  await page.getByLabel("Correo electrónico").fill(user.email);
  await page.getByLabel(/^Contraseña/).fill(password);
  await button(page, "Iniciar sesión").click();
  await page.waitForURL("**/mi-area");
}

describe("the landing page", () => {
  test("the landing page has the sections of the menu and four cards, each leading where it says", async () => {
    const page = await site.visit("/");
    for (const id of ["inicio", "servicios", "baterias", "contacto-page"])
      await expect(page.locator(`section#${id}`)).toBeVisible();
    for (const name of SERVICES) await expect(page.getByRole("article", { name })).toBeVisible();
    const action = (card: string, name: string) =>
      page.getByRole("article", { name: card }).getByRole("link", { name });
    await expect(action("Calculadora de Ahorro", "Acceder Gratis")).toHaveAttribute("href", "/calculadora");
    await expect(action("Ecotrim Platform", "Regístrate")).toHaveAttribute("href", "/productos");
    await expect(action("Asesoría Standalone", "Solicitar Análisis")).toHaveAttribute("href", /^\/contacto\b/);
    await expect(action("Consulta Personalizada", "Contactar")).toHaveAttribute("href", /^\/contacto\b/);
    for (const claim of [
      "Más de 100 variables configurables",
      "Más de 50.000 iteraciones por simulación",
      /50 variables/,
      "9.000 MW",
      "−50 %",
      "< 45 €/MWh",
      "Energía como servicio",
      "Coinversión",
      "Llave en mano",
    ])
      await expect(page.getByText(claim).first()).toBeVisible();
  });

  test("the landing page is shown at unknown addresses, and says so until the notice is closed", async () => {
    const page = await site.visit("/no-existe/de-verdad");
    await expect(heading(page)).toHaveText("¿Cuánto ahorraría su fábrica con una batería?");
    const notice = page.getByRole("status").filter({ hasText: "no existe; le hemos traído al inicio" });
    await expect(notice).toBeVisible();
    await notice.getByRole("button", { name: "Cerrar el aviso" }).click();
    await expect(notice).toHaveCount(0);
    await expect(heading(page)).toBeFocused();
    await page.goto("/");
    await expect(heading(page)).toBeVisible();
    await expect(notice).toHaveCount(0);
  });

  test("the landing page takes a visitor who chooses a service on another page to its card", async () => {
    const page = await site.visit("/calculadora");
    for (const name of SERVICES) {
      await button(page, "Servicios").click();
      await main(page).getByRole("link", { name }).click();
      await expect(page.getByRole("article", { name }).getByRole("heading")).toBeFocused();
      await expect(page.getByRole("article", { name })).toBeInViewport();
      await expect(main(page).getByRole("link", { name })).toBeHidden();
    }
    await main(page).getByRole("link", { name: "Baterías" }).click();
    await expect(page.getByRole("heading", { name: "Baterías", exact: true })).toBeFocused();
    await main(page).getByRole("link", { name: "Inicio" }).click();
    await expect(heading(page)).toBeFocused();
    await expect(heading(page)).toBeInViewport();
    await main(page).getByRole("link", { name: "Contacto" }).click();
    await expect(page).toHaveURL("/contacto");
  });

  test("the landing page has a menu of services that the keyboard opens, walks and closes", async () => {
    const page = await site.visit("/");
    const services = button(page, "Servicios");
    const first = main(page).getByRole("link", { name: SERVICES[0] as string });
    await tabTo(services);
    await page.keyboard.press("Enter");
    await expect(services).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("Tab");
    await expect(first).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(first).toBeHidden();
    await expect(services).toBeFocused();
    await page.keyboard.press("Enter");
    for (let presses = 0; presses <= SERVICES.length; presses++) await page.keyboard.press("Tab");
    await expect(first, "left by Tab").toBeHidden();
    await services.click();
    await page.getByText("Un año de su fábrica").click();
    await expect(first, "left by a click elsewhere").toBeHidden();
  });

  test("the landing page says in the top bar who is logged in, and in the side menu how to come and go", async () => {
    const page = await site.visit("/");
    await expect(page.getByRole("link", { name: "Inicia sesión" })).toHaveAttribute("href", "/login");
    await expect(page.getByRole("link", { name: "Abre una cuenta" })).toHaveAttribute("href", "/register");
    await button(page, "Abrir el menú").click();
    const side = drawer(page).getByRole("navigation", { name: "Menú lateral" });
    await expect(side.getByRole("link")).toHaveText(["Iniciar sesión", "Registrarse", "Contacto"]);

    await logInAsSomebody(page);
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Mi Área" })).toHaveAttribute("href", "/mi-area");
    await expect(page.getByRole("link", { name: "Historial" })).toHaveAttribute("href", "/historial-simulaciones");
    await button(page, "Abrir el menú").click();
    await expect(side.getByRole("link")).toHaveText(["Mis instalaciones"]);
    await side.getByRole("button", { name: "Cerrar sesión" }).click();
    await expect(page).toHaveURL("/login");
  });

  test("the landing page has on a phone the same entries in its menu, the services folded in", async () => {
    const page = await site.visit("/", { viewport: PHONE });
    await expect(main(page)).toBeHidden();
    await button(page, "Abrir el menú").click();
    const menu = drawer(page).getByRole("navigation", { name: "Menú principal" });
    await expect(menu.getByRole("link")).toHaveText(["Inicio", "Calculadora", "Productos", "Baterías"]);
    // Each entry once in the whole menu.
    await expect(drawer(page).getByRole("link")).toHaveText([
      ...["Inicio", "Calculadora", "Productos", "Baterías"],
      ...["Iniciar sesión", "Registrarse", "Contacto"],
    ]);
    await menu.getByRole("button", { name: "Servicios" }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await menu.getByRole("link", { name: "Asesoría Standalone" }).click();
    await expect(drawer(page)).toBeHidden();
    await expect(page.getByRole("article", { name: "Asesoría Standalone" })).toBeInViewport();
  });

  test("the landing page ends, as every page, with the legal links and the withdrawal function", async () => {
    const page = await site.visit("/calculadora");
    const footer = page.getByRole("contentinfo");
    for (const [name, path] of [
      ["Aviso Legal", "/legal"],
      ["Cookies", "/cookies"],
      ["Política de Privacidad", "/privacidad"],
      ["Condiciones de contratación", "/condiciones"],
      ["Accesibilidad", "/accesibilidad"],
      ["Desistir del contrato aquí", "/desistimiento"],
    ] as const)
      await expect(footer.getByRole("link", { name, exact: true })).toHaveAttribute("href", path);
  });

  test.runIf(FULL).each([
    ["a screen", DESKTOP],
    ["a phone", PHONE],
  ])("the landing page is accessible on %s", async (_, viewport) => {
    const page = await site.visit("/", { viewport });
    await expect(page.locator("summary")).not.toHaveCount(0);
    for (const question of await page.locator("summary").all()) await question.click();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
  });
});

describe("the taste of the calculator", () => {
  test("the taste of the calculator estimates answers in the browser and takes them to the wizard", async () => {
    const page = await site.visit("/");
    const saving = page.getByText(/€ al año$/);
    await expect(saving).toHaveText("34.300 € al año");
    await expect(fieldOf(page, "Gasto mensual")).toHaveValue("22.000");
    const asked: string[] = [];
    page.on("request", (request: Request) => asked.push(new URL(request.url()).pathname));

    await fieldOf(page, "Su fotovoltaica").fill("3.000");
    await fieldOf(page, "Consumo medio").fill("1.000,5");
    await fieldOf(page, "Gasto mensual").fill("70.000");
    await expect(saving).not.toHaveText("34.300 € al año");
    await expect(page.getByText(/^Estimación con una batería de/)).toBeVisible();
    await expect(page.getByRole("img", { name: /la fotovoltaica da 4\.861 MWh/ })).toBeVisible();
    expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);

    await page.getByRole("link", { name: "Simular mi caso" }).click();
    await expect(page).toHaveURL(STEP_PATH(2));
    await expect(field(page, 2)).toHaveValue("3.000");
    await button(page, "Siguiente").click();
    await expect(field(page, 3)).toHaveValue("1.000,5");
    await button(page, "Siguiente").click();
    await expect(field(page, 4)).toHaveValue("70.000");
  });

  test("the taste of the calculator says so where a battery does not pay", async () => {
    const page = await site.visit("/");
    await fieldOf(page, "Gasto mensual").fill("20.000");
    await expect(page.getByText(/^VAN negativo: vale −/)).toBeVisible();
  });

  test("the taste of the calculator reads units, and doubts a year's spending instead of claiming a saving", async () => {
    const page = await site.visit("/");
    await fieldOf(page, "Su fotovoltaica").fill("2 MWp");
    await expect(page.getByText("2 MWp = 2.000 kWp")).toBeVisible();
    await fieldOf(page, "Gasto mensual").fill("264.000");
    await expect(page.getByText(/^¿Es su gasto anual\?/)).toBeVisible();
    await expect(page.getByText(/^VAN /)).toHaveCount(0);
  });

  test("the taste of the calculator asks for what is missing, and leads to an empty wizard then", async () => {
    const page = await site.visit("/");
    await fieldOf(page, "Consumo medio").fill("");
    await expect(page.getByText("Rellene los tres datos")).toBeVisible();
    await page.getByRole("link", { name: "Simular mi caso" }).click();
    await expect(page).toHaveURL(STEP_PATH(2));
  });
});

test("a visit is asked nothing about cookies, keeps nothing, and sends no measurement and no request elsewhere", async () => {
  const page = await site.visit("/privacidad");
  // What a visit to an earlier version left.
  await page.evaluate(() => localStorage.setItem("ecotrim.consent", "{}"));
  const asked: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== site.url || pathname.startsWith("/api/")) asked.push(request.url());
  });
  await page.goto("/");
  await expect(page.getByText(/€ al año$/)).toBeVisible();
  await expect(button(page, /^(Aceptar|Rechazar)/)).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.getByRole("link", { name: "Configurar cookies" }).click();
  await expect(page.getByRole("region", { name: /Ajustes/ })).toBeInViewport();
  await expect(page.getByText("no usa nada opcional")).toBeVisible();
  await page.goto("/calculadora");
  expect(asked).toEqual([]);
});

test.each([
  ["a phone", PHONE],
  ["a screen zoomed to 400 %", { width: 320, height: 200 }],
])("nothing covers what keyboard users reach on %s", async (_, viewport) => {
  const page = await site.visit("/register", { viewport });
  await expect(heading(page)).toBeVisible();
  /** The focused element, with the point where it is covered; null past the end of the page. */
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      if (element === document.body) return null;
      const { left, top, width, height } = element.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      const seen = above !== null && (element.contains(above) || above.contains(element));
      return { what: element.outerHTML.slice(0, 80), hiddenAt: seen ? null : Math.round(top) };
    });
  const stops = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const stop = await focused();
    if (!stop) break;
    stops.push(stop);
  }
  expect(stops.length).toBeGreaterThan(15);
  expect(stops.filter(({ hiddenAt }) => hiddenAt !== null)).toEqual([]);
});
