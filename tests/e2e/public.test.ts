import { PRIVACY_VERSION } from "@ecotrim/contracts/auth/account";
import { withdrawalReference } from "@ecotrim/contracts/withdrawal/declaration";
import type { Page } from "playwright";
import { describe, test } from "vitest";
import { CONTACT_SUCCESS_MS } from "../../web/src/lib/timings.ts";
import {
  accessibilityFaults,
  answerUpTo,
  button,
  expect,
  heading,
  logIn,
  newAnswers,
  PHONE,
  sidewaysScroll,
  testSite,
} from "../support/browser.ts";
import { eventually } from "../support/simulations.ts";

const COMPANY = {
  COMPANY_NAME: "Baterías del Henares, S.L.",
  COMPANY_TAX_ID: "B12345674",
  COMPANY_STREET: "Calle de la Prueba, 7",
  COMPANY_POSTAL_CODE: "28100",
  COMPANY_REGISTRY: "Registro Mercantil de Madrid, tomo 7, folio 7, hoja M-7777",
  COMPANY_PHONE: "+34 910 000 007",
  CONTACT_EMAIL: "hola@henares.example",
  PRIVACY_EMAIL: "datos@henares.example",
  GEOTRIM_URL: "https://mapas.henares.example/app",
};
const site = testSite(COMPANY);

type Who = Awaited<ReturnType<typeof site.app.register>>;

/** Opens a page with a user's session. */
async function visitAs(who: Who, path: string): Promise<Page> {
  const page = await site.visit("/login");
  await logIn(page, who);
  await page.goto(path);
  return page;
}

const box = (page: Page, name: string | RegExp) => page.getByRole("textbox", { name });
const messagesBy = (email: string): Promise<Record<string, unknown>[]> =>
  site.app.dataSource.query("SELECT * FROM contact_messages WHERE email = $1", [email]);

// `routes` looks at these pages too, but without the company's data.
test.each(["/contacto", "/legal"])(
  "%s with the company's data is accessible and does not scroll the narrowest phone sideways",
  async (path) => {
    const page = await site.visit(path, { viewport: PHONE });
    await expect(heading(page)).toHaveCount(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
  },
);

describe("the product hub", () => {
  test("the product hub leads to the calculator, to GeoTrim in a tab of its own, and to two letters begun", async () => {
    const page = await site.visit("/productos");
    const geotrim = page.getByRole("link", { name: /^Abrir GeoTrim/ });
    await expect(geotrim).toHaveAttribute("href", COMPANY.GEOTRIM_URL);
    await expect(geotrim).toHaveAttribute("target", "_blank");
    await expect(geotrim).toHaveAttribute("rel", /noopener/);
    await expect(geotrim).toHaveAccessibleName(/se abre en otra pestaña/);
    for (const [name, subject] of [
      ["Solicitar una simulación", "Solicitud de simulación profesional EcoTrim"],
      ["Hablar de mi proyecto", "Desarrollo de baterías independientes"],
    ] as const) {
      const url = new URL((await page.getByRole("link", { name }).getAttribute("href")) ?? "");
      expect([url.protocol, url.pathname]).toEqual(["mailto:", COMPANY.CONTACT_EMAIL]);
      expect(url.search).toContain(`subject=${encodeURIComponent(subject)}&body=Buenos%20d%C3%ADas%3A%0D%0A`);
    }
    await page.getByRole("link", { name: "Empezar la simulación" }).click();
    await expect(heading(page)).toHaveText("Calculadora hibridación Industrial");
  });

  test("the product hub makes the claims of the specification and says what each product costs", async () => {
    const page = await site.visit("/productos");
    const ecotrim = page.getByRole("article", { name: "Simulación profesional EcoTrim" });
    await expect(ecotrim).toContainText(
      "más de 100 variables configurables y más de 50.000 iteraciones por simulación",
    );
    await expect(page.getByRole("region", { name: /^Qué hay dentro/ })).toContainText("50 variables");
    await expect(page.getByRole("article", { name: "GeoTrim" })).toContainText("29,00 € al mes, IVA incluido");
    await expect(page.getByRole("article", { name: "Calculadora de ahorro" })).toContainText("Gratis");
  });
});

describe("the contact page", () => {
  const fill = async (page: Page, email: string) => {
    await box(page, "Nombre").fill("Núria Pons");
    await box(page, "Correo electrónico").fill(email);
    await box(page, "Empresa").fill("Cerámicas del Turia");
    await box(page, "Mensaje").fill("¿Cuánto tarda una instalación?");
    await page.getByRole("checkbox").check();
  };
  const SENT = "Tu mensaje ha sido enviado correctamente. Nos pondremos en contacto con usted muy pronto.";

  test("the contact page takes a visitor's message and says so for eight seconds", async () => {
    const page = await site.visit("/contacto");
    await expect(box(page, "Correo electrónico")).toHaveAttribute("type", "email");
    await page.clock.install();
    await fill(page, "visitante@example.org");
    await button(page, "Enviar el mensaje").click();
    const banner = page.getByText(SENT);
    await expect(banner).toBeVisible();
    expect(await messagesBy("visitante@example.org")).toMatchObject([
      { message: "¿Cuánto tarda una instalación?", phone: null, user_id: null, privacy_version: PRIVACY_VERSION },
    ]);
    await page.clock.runFor(CONTACT_SUCCESS_MS - 2000);
    await expect(banner).toBeVisible();
    await page.clock.runFor(2000);
    await expect(banner).toHaveCount(0);
    await expect(box(page, "Mensaje")).toHaveValue("");
  });

  test("the contact page knows its logged-in user and says that the message is with their account", async () => {
    const who = await site.app.register({ phone: "600 111 222" });
    const page = await visitAs(who, "/contacto");
    await expect(box(page, "Nombre")).toHaveValue("Núria Pons");
    await expect(box(page, "Correo electrónico")).toHaveValue(who.user.email);
    await expect(box(page, "Empresa")).toHaveValue("Cerámicas del Turia, S.L.");
    await box(page, "Mensaje").fill("Hola");
    await page.getByRole("checkbox").check();
    await button(page, "Enviar el mensaje").click();
    await expect(
      page.getByText("Tu mensaje ha sido enviado correctamente. Queda asociado a su cuenta (Núria Pons)."),
    ).toBeVisible();
    expect(await messagesBy(who.user.email)).toMatchObject([{ user_id: who.user.id }]);
  });

  test("the contact page says what is missing, and goes to the first such field", async () => {
    const page = await site.visit("/contacto");
    await box(page, "Nombre").fill("Núria");
    await button(page, "Enviar el mensaje").click();
    await expect(page.getByRole("alert")).toHaveText("Por favor completa todos los campos obligatorios.");
    await expect(box(page, "Correo electrónico")).toBeFocused();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("the contact page keeps what was typed when the message does not arrive, and sends it afterwards", async () => {
    const page = await site.visit("/contacto");
    await fill(page, "paciente@example.org");
    await page.route("**/api/auth/message", (route) => route.abort());
    await button(page, "Enviar el mensaje").click();
    await expect(page.getByText("Error de conexión. Por favor intenta de nuevo más tarde.")).toBeVisible();
    await page.unroute("**/api/auth/message");
    await expect(box(page, "Mensaje")).toHaveValue("¿Cuánto tarda una instalación?");
    await button(page, "Enviar el mensaje").click();
    await expect(page.getByText(SENT)).toBeVisible();
    expect(await messagesBy("paciente@example.org")).toHaveLength(1);
  });

  test("the contact page begins the message as the button that led there asks, and ignores unknown topics", async () => {
    const page = await site.visit("/contacto?asunto=standalone");
    await expect(box(page, "Mensaje")).toHaveValue(/proyecto de baterías independientes/);
    await page.goto("/contacto?asunto=consulta");
    await expect(box(page, "Mensaje")).toHaveValue(/consulta personalizada/);
    await page.goto("/contacto?asunto=otro");
    await expect(box(page, "Mensaje")).toHaveValue("");
  });

  test("the contact page has a field that programs fill in, and neither eye nor keyboard nor screen reader finds", async () => {
    const page = await site.visit("/contacto");
    const trap = page.locator("input[name=website]");
    await expect(trap).toHaveCount(1);
    await expect(trap).not.toBeInViewport();
    await expect(trap).toHaveAttribute("tabindex", "-1");
    await expect(page.getByRole("textbox", { name: /No rellene/ })).toHaveCount(0);
    await fill(page, "programa@example.org");
    await trap.evaluate((input: HTMLInputElement) => {
      input.value = "https://spam.example";
    });
    await button(page, "Enviar el mensaje").click();
    await expect(page.getByText(SENT)).toBeVisible();
    expect(await messagesBy("programa@example.org")).toEqual([]);
  });

  test("the contact page says in Spanish that the server failed, and leaves focus and text where they were", async () => {
    const page = await site.visit("/contacto");
    await fill(page, "paciente@example.org");
    await page.route("**/api/auth/message", (route) =>
      route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
    );
    await button(page, "Enviar el mensaje").press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Error al enviar el mensaje.");
    await expect(button(page, "Enviar el mensaje")).toBeFocused();
    await expect(box(page, "Mensaje")).toHaveValue("¿Cuánto tarda una instalación?");
  });

  test("the contact page shows the company's address, mail and telephone", async () => {
    const page = await site.visit("/contacto");
    const card = page.getByRole("complementary", { name: "EcoTrim" });
    await expect(card).toContainText("Calle de la Prueba, 7, 28100 Alcobendas (Madrid)");
    await expect(card.getByRole("link", { name: COMPANY.CONTACT_EMAIL })).toHaveAttribute(
      "href",
      `mailto:${COMPANY.CONTACT_EMAIL}`,
    );
    await expect(card.getByRole("link", { name: COMPANY.COMPANY_PHONE })).toHaveAttribute("href", "tel:+34910000007");
  });
});

describe("the legal pages", () => {
  test.each(["/legal", "/privacidad", "/condiciones"])("%s names the company as it is configured", async (path) => {
    const page = await site.visit(path);
    const text = page.getByRole("main");
    for (const fact of [
      COMPANY.COMPANY_NAME,
      COMPANY.COMPANY_TAX_ID,
      COMPANY.COMPANY_STREET,
      COMPANY.COMPANY_REGISTRY,
      COMPANY.CONTACT_EMAIL,
      COMPANY.COMPANY_PHONE,
    ])
      await expect(text).toContainText(fact);
  });

  test("the privacy policy is of the version a registration accepts, and says periods, rights and age", async () => {
    const page = await site.visit("/privacidad");
    const text = page.getByRole("main");
    await expect(text).toContainText(`Versión ${PRIVACY_VERSION}, en vigor desde noviembre de 2026`);
    for (const fact of ["24 meses", "30 días antes", "14 años", "Agencia Española de Protección de Datos", "Stripe"])
      await expect(text).toContainText(fact);
    await expect(text).toContainText(COMPANY.PRIVACY_EMAIL);
  });

  test("the conditions say prices, withdrawal and its exception, and send nobody to the closed EU platform", async () => {
    const page = await site.visit("/condiciones");
    const text = page.getByRole("main");
    for (const fact of ["9,99 €", "29,00 € al mes", "14 días naturales", "art. 103.m", "conserva el acceso 7 días"])
      await expect(text).toContainText(fact);
    expect(await page.content()).not.toMatch(/ec\.europa\.eu/);
    await text.getByRole("link", { name: "Desistir del contrato aquí" }).click();
    await expect(heading(page)).toHaveText("Desistir del contrato");
  });

  test("a part of a legal page has an address, which the index leads to", async () => {
    const page = await site.visit("/privacidad");
    await page.getByRole("navigation", { name: "En esta página" }).getByRole("link", { name: "Edad mínima" }).click();
    await expect(page).toHaveURL(/#menores$/);
    await expect(page.getByRole("heading", { name: /Edad mínima/ })).toBeInViewport();
    const straight = await site.visit("/condiciones#desistimiento");
    await expect(straight.getByRole("heading", { name: /Derecho de desistimiento/ })).toBeInViewport();
  });

  test("legal pages begin at their top, wherever the page opened before them was left", async () => {
    const page = await site.visit("/condiciones");
    await page.getByRole("heading", { name: "Garantía legal de conformidad" }).scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
    await page.goto("/privacidad");
    await expect(heading(page)).toBeInViewport();
    await page.goto("/condiciones");
    await expect(heading(page), "and where it was left where it is opened again").not.toBeInViewport();
  });

  test("the cookies page names all that the site keeps in a browser, which sets no cookie", async () => {
    const who = await site.app.register();
    const page = await visitAs(who, "/cookies");
    await answerUpTo(page, 6, newAnswers());
    await page.goto("/mi-area?seccion=compras");
    await expect(heading(page)).toBeVisible();
    await page.goto("/cookies");
    await expect(heading(page)).toBeVisible();
    const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(kept).toEqual(expect.arrayContaining(["authToken", "ecotrim.calculator.average"]));
    const named = await page.getByRole("rowheader").allTextContents();
    const isNamed = (key: string) => named.some((name) => new RegExp(`^${name.replace("*", ".+")}$`).test(key));
    expect(kept.filter((key) => !isNamed(key))).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  });

  test("legal pages are opened beside a form, which loses nothing", async () => {
    const page = await site.visit("/register");
    await box(page, /^Nombre/).fill("Núria");
    const opening = page.context().waitForEvent("page");
    const link = page.getByRole("link", { name: /política de privacidad/ }).first();
    await expect(link).toHaveAccessibleName(/se abre en otra pestaña/);
    await link.click();
    const policy = await opening;
    await expect(heading(policy)).toHaveText("Política de privacidad");
    await expect(box(page, /^Nombre/)).toHaveValue("Núria");
  });
});

describe("a withdrawal", () => {
  const rowsBy = (email: string): Promise<{ id: string }[]> =>
    site.app.dataSource.query("SELECT * FROM withdrawals WHERE email = $1", [email]);

  test("a withdrawal is declared, confirmed in a second step, and acknowledged on the page and in two mails", async () => {
    await site.work();
    const email = "compradora@example.org";
    const page = await site.visit("/desistimiento");
    await button(page, "Continuar").click();
    await expect(page.getByRole("alert")).toHaveText("Por favor completa todos los campos obligatorios.");
    await box(page, /^Nombre/).fill("Núria Pons");
    await box(page, /^Correo/).fill(email);
    await page
      .getByRole("combobox", { name: "Contrato o pedido del que desiste" })
      .fill("Suscripción a GeoTrim del 20 de noviembre");
    await button(page, "Continuar").click();
    await expect(page.getByRole("heading", { name: "Revise y confirme" })).toBeFocused();
    expect(await rowsBy(email)).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await button(page, "Corregir").click();
    await box(page, /^Mensaje/).fill("Ya no la necesito.");
    await button(page, "Continuar").click();
    await button(page, "Confirmar el desistimiento").click();
    await expect(page.getByRole("heading", { name: "Hemos recibido su desistimiento" })).toBeVisible();
    const [row] = await rowsBy(email);
    const reference = withdrawalReference(row?.id ?? "");
    await expect(page.getByText(reference)).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    const mails = () => site.app.outbox.filter(({ subject }) => subject.includes(reference));
    await eventually(() => mails().length === 2);
    expect(
      mails()
        .map(({ to }) => to)
        .sort(),
    ).toEqual([email, COMPANY.CONTACT_EMAIL].sort());
    for (const { text } of mails()) expect(text).toContain("Ya no la necesito.");
  });

  test("the page of withdrawals offers logged-in users their purchases", async () => {
    const who = await site.app.register();
    await site.app.dataSource.query(
      `INSERT INTO payments (id, user_id, kind, title, amount, currency, status, paid_at)
       VALUES (gen_random_uuid(), $1, 'premium-report', 'Informe premium · Nave 3', 999, 'eur', 'paid', now())`,
      [who.user.id],
    );
    const page = await visitAs(who, "/mi-area?seccion=compras");
    await page
      .getByRole("region", { name: "Mis Compras" })
      .getByRole("link", { name: "Desistir del contrato aquí" })
      .click();
    await expect(box(page, /^Correo/)).toHaveValue(who.user.email);
    const contract = page.getByRole("combobox", { name: "Contrato o pedido del que desiste" });
    await contract.click();
    await page.getByRole("option", { name: /Informe premium · Nave 3, 9,99 €/ }).click();
    await button(page, "Continuar").click();
    await button(page, "Confirmar el desistimiento").click();
    await expect(page.getByRole("heading", { name: "Hemos recibido su desistimiento" })).toBeVisible();
    expect(await rowsBy(who.user.email)).toMatchObject([
      { user_id: who.user.id, contract: expect.stringContaining("Nave 3") },
    ]);
  });

  test("a withdrawal that does not arrive keeps what was typed and is sent once, however often it is tried", async () => {
    const email = "insistente@example.org";
    const page = await site.visit("/desistimiento");
    await box(page, /^Nombre/).fill("Núria Pons");
    await box(page, /^Correo/).fill(email);
    await page.getByRole("combobox", { name: "Contrato o pedido del que desiste" }).fill("Informe premium");
    await button(page, "Continuar").click();
    // The declaration arrives, but its answer is lost.
    await page.route("**/api/withdrawals", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button(page, "Confirmar el desistimiento").click();
    await expect(page.getByRole("alert")).toContainText("Sus datos siguen aquí.");
    await page.unroute("**/api/withdrawals");
    await button(page, "Confirmar el desistimiento").click();
    await expect(page.getByRole("heading", { name: "Hemos recibido su desistimiento" })).toBeVisible();
    expect(await rowsBy(email)).toHaveLength(1);
  });
});
