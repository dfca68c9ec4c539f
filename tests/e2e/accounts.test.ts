import { createLinkToken } from "@ecotrim/server/mail/link-tokens";
import type { Page } from "playwright";
import { describe, test } from "vitest";
import { newPerson } from "../support/app.ts";
import {
  accessibilityFaults,
  answerUpTo,
  button,
  DESKTOP,
  expect,
  heading,
  newAnswers,
  PHONE,
  resultShown,
  STEP_PATH,
  sidewaysScroll,
  testSite,
} from "../support/browser.ts";
import { FULL } from "../support/full.ts";

const site = testSite();

const PASSWORD = "una clave larga";

const email = (page: Page) => page.getByLabel("Correo electrónico");
const password = (page: Page) => page.getByLabel(/^Contraseña/);

async function logIn(page: Page, { email: address }: { email: string }) {
  await email(page).fill(address);
  await password(page).fill(PASSWORD);
  await button(page, "Iniciar sesión").click();
}

const bell = (page: Page) => button(page, /^Notificaciones/);

const ownedBy = async (userId: string): Promise<string[]> =>
  (
    await site.app.dataSource.query("SELECT simulation_id AS id FROM user_simulations WHERE user_id = $1", [userId])
  ).map(({ id }: { id: string }) => id);

/** Ends every session of a person, as time would. */
const expire = (userId: string) =>
  site.app.dataSource.query("UPDATE sessions SET expires_at = now() - interval '1 day' WHERE user_id = $1", [userId]);

describe("a protected page", () => {
  test("a protected page asks a visitor to log in and is there afterwards", async () => {
    const person = (await site.app.register({ password: PASSWORD })).user;
    const page = await site.visit("/historial-simulaciones?status=completed");
    await expect(page).toHaveURL("/login");
    await logIn(page, person);
    await expect(page.getByText("¡Login exitoso! Redirigiendo...")).toBeVisible();
    await expect(page).toHaveURL("/historial-simulaciones?status=completed");
  });

  test("the back button leaves a protected page for the home page, also after a reload and a change of its query", async () => {
    const person = (await site.app.register({ password: PASSWORD })).user;
    const page = await site.visit("/login");
    await logIn(page, person);
    await page.waitForURL("**/mi-area");
    await page.goto("/calculadora");
    await page.goto("/mi-area");
    await button(page, "Mis Compras").click();
    await expect(page).toHaveURL(/seccion=compras/);
    await page.reload();
    await expect(bell(page)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/");
    await expect(heading(page)).toHaveCount(1);
  });

  test("a protected page stays where it is when the session ends, with a way to the login and back", async () => {
    const person = (await site.app.register({ password: PASSWORD })).user;
    const page = await site.visit("/login");
    await logIn(page, person);
    await page.waitForURL("**/mi-area");
    await expect(bell(page)).toBeVisible();
    // The session must end with the click's own request, since an earlier request would remove the button.
    await page.route("**/api/user-simulations/**", async (route) => {
      await expire(person.id);
      await route.continue();
    });
    await button(page, "Mis Informes").click();
    await expect(heading(page)).toHaveText("Inicie sesión para continuar");
    await page.unroute("**/api/user-simulations/**");
    await page.getByRole("main").getByRole("link", { name: "Iniciar sesión" }).click();
    await logIn(page, person);
    await expect(page).toHaveURL(/\/mi-area\?seccion=informes/);
  });
});

describe("the visitor's simulation", () => {
  test("the visitor's simulation goes to the account that is opened in step 7", async () => {
    const worker = await site.hold();
    const page = await site.visit();
    await answerUpTo(page, 6, newAnswers());
    await worker.finish(await worker.pool.nextRun());
    await resultShown(page);
    await button(page, "Accede al informe completo").click();
    const { email: address } = newPerson();
    await page.getByLabel("Nombre").fill("Luis");
    await page.getByLabel("Apellidos").fill("Gil");
    await email(page).fill(address);
    await password(page).fill(PASSWORD);
    await page.getByLabel("Repita la contraseña").fill(PASSWORD);
    await page.getByLabel(/^He leído y acepto/).check();
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("ecotrim.pendingSimulation") ?? ""));
    await button(page, "Crear mi cuenta").click();
    await expect(page.getByText("¡Registro exitoso! Redirigiendo a tu área...")).toBeVisible();
    await expect(page).toHaveURL(`/simulacion/${kept.simulationId}`);
    await expect(button(page, /^Descargar Informe/)).toBeVisible();
    const [user] = await site.app.dataSource.query("SELECT id FROM users WHERE email = $1", [address]);
    await expect.poll(() => ownedBy(user.id)).toEqual([kept.simulationId]);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("ecotrim.pendingSimulation"))).toBeNull();
  });

  test("the visitor's simulation that still runs goes to the account logged in to in another tab", async () => {
    const person = (await site.app.register({ password: PASSWORD })).user;
    const worker = await site.hold();
    const answers = newAnswers();
    const page = await site.visit();
    await answerUpTo(page, 6, answers);
    const run = await worker.pool.nextRun();
    const tab = await site.visit("/login", { beside: page });
    await logIn(tab, person);
    const [simulation] = (await site.stored(answers)).simulations;
    await expect.poll(() => ownedBy(person.id)).toEqual([simulation?.id]);
    await worker.finish(run);
    await expect(button(page, "Ver mis informes")).toBeVisible();
  });

  test("the simulation is where it was for a user whose session ended meanwhile", async () => {
    const worker = await site.hold();
    const person = (await site.app.register({ password: PASSWORD })).user;
    const page = await site.visit("/login");
    await logIn(page, person);
    await page.waitForURL("**/mi-area");
    await answerUpTo(page, 6, newAnswers());
    await worker.finish(await worker.pool.nextRun());
    await expect(button(page, "Ver mis informes")).toBeVisible();
    const found = await heading(page).textContent();
    await expire(person.id);
    await page.reload();
    await resultShown(page);
    await page.getByRole("banner").getByRole("link", { name: "Inicia sesión" }).click();
    await logIn(page, person);
    await expect(page).toHaveURL(STEP_PATH(6));
    await expect(button(page, "Ver mis informes")).toBeVisible();
    await expect(heading(page)).toHaveText(found ?? "");
  });
});

test("a logout leaves nothing behind, in no tab", async () => {
  const person = (await site.app.register({ password: PASSWORD })).user;
  const page = await site.visit("/login");
  await logIn(page, person);
  await page.waitForURL("**/mi-area");
  await answerUpTo(page, 4, newAnswers());
  const tab = await site.visit("/mi-area", { beside: page });
  await expect(bell(tab)).toBeVisible();
  await button(page, "Abrir el menú").click();
  await button(page, "Cerrar sesión").click();
  await expect(page).toHaveURL("/login");
  await expect(heading(tab)).toHaveText("Inicie sesión para continuar");
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  const [{ count }] = await site.app.dataSource.query("SELECT count(*)::int FROM sessions WHERE user_id = $1", [
    person.id,
  ]);
  // Only the session with which the account was opened is left.
  expect(count).toBe(1);
});

test("a simulation that ends while its owner is elsewhere is told at once and counted by the bell", async () => {
  const person = (await site.app.register({ password: PASSWORD })).user;
  const worker = await site.hold();
  const page = await site.visit("/login");
  await logIn(page, person);
  await page.waitForURL("**/mi-area");
  await answerUpTo(page, 6, newAnswers());
  const run = await worker.pool.nextRun();
  await page.getByRole("link", { name: "Inicio" }).click();
  await expect(page).toHaveURL("/#inicio");
  await worker.finish(run);
  await expect(page.getByRole("alert")).toContainText("Su simulación está lista");
  await button(page, "Notificaciones, 1 sin leer").click();
  const notice = page.getByRole("link", { name: /^Su simulación está lista/ });
  const covered = (link: Element) => {
    const { x, y, width, height } = link.getBoundingClientRect();
    return !link.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  expect(await notice.evaluate(covered), "the toast covers the list").toBe(false);
  expect(await accessibilityFaults(page), "notices").toEqual([]);
  await notice.click();
  await expect(page).toHaveURL(/\/simulacion\//);
  await expect(button(page, "Notificaciones")).toBeVisible();
});

describe("a mailed link that a scanner has opened three times", () => {
  const openAsScanner = async (path: string) => {
    for (let times = 0; times < 3; times++) {
      const scanner = await site.visit(path);
      await expect(heading(scanner)).toHaveCount(1);
    }
  };

  test("a link a scanner has opened three times still lets a password be chosen, with accents and emoji, that logs in", async () => {
    const { user } = await site.app.register();
    const token = await createLinkToken(site.app.dataSource.manager, { userId: user.id, purpose: "reset-password" });
    const path = `/restablecer?token=${token}`;
    await openAsScanner(path);
    const page = await site.visit(path);
    const chosen = "contraseña ñandú 🔋";
    await page.getByLabel(/^Nueva contraseña/).fill(chosen);
    await page.getByLabel("Repita la contraseña").fill(chosen);
    await button(page, "Cambiar la contraseña").click();
    await expect(heading(page)).toHaveText("Contraseña cambiada");
    await page.getByRole("main").getByRole("link", { name: "Iniciar sesión" }).click();
    await email(page).fill(user.email);
    await password(page).fill(chosen);
    await button(page, "Iniciar sesión").click();
    await expect(page).toHaveURL("/mi-area");

    const again = await site.visit(path);
    await again.getByLabel(/^Nueva contraseña/).fill(chosen);
    await again.getByLabel("Repita la contraseña").fill(chosen);
    await button(again, "Cambiar la contraseña").click();
    await expect(heading(again)).toHaveText("Este enlace ya no sirve");
  });

  test("a link a scanner has opened three times still confirms the address", async () => {
    const { user } = await site.app.register({ confirmed: false });
    const token = await createLinkToken(site.app.dataSource.manager, { userId: user.id, purpose: "confirm-email" });
    const path = `/confirmar-correo?token=${token}`;
    await openAsScanner(path);
    const confirmed = async () =>
      (await site.app.dataSource.query("SELECT email_confirmed_at AS at FROM users WHERE id = $1", [user.id]))[0].at;
    expect(await confirmed()).toBeNull();
    const page = await site.visit(path);
    await button(page, "Confirmar mi correo").click();
    await expect(heading(page)).toHaveText("Su correo está confirmado");
    expect(await confirmed()).not.toBeNull();
  });
});

const FORMS = ["/register", "/login", "/restablecer", "/restablecer?token=x", "/confirmar-correo?token=x"];
test.each(FULL ? FORMS : FORMS.slice(0, 1))(
  "%s is accessible on a desktop and at 320 px, without sideways scroll",
  async (path) => {
    const page = await site.visit(path);
    for (const viewport of FULL ? [DESKTOP, PHONE] : [PHONE]) {
      await page.setViewportSize(viewport);
      await expect(heading(page)).toHaveCount(1);
      await expect(page.getByRole("main").getByRole("button").last()).toBeVisible();
      expect(await accessibilityFaults(page), `${viewport.width} px wide`).toEqual([]);
    }
    expect(await sidewaysScroll(page)).toBe(0);
  },
);
