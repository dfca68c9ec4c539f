import { readdirSync } from "node:fs";
import { documentTitle, PAGES, type PageInfo, pageAt } from "@ecotrim/contracts/website/pages";
import type { Page } from "playwright";
import { describe, test } from "vitest";
import {
  accessibilityFaults,
  DESKTOP,
  expect,
  heading,
  logIn,
  PHONE,
  sidewaysScroll,
  testSite,
} from "../support/browser.ts";
import { FULL } from "../support/full.ts";
import { watchScripts } from "../support/page-weight.ts";
import { newInput } from "../support/simulations.ts";

const site = testSite();
/** `npm run test:full` checks every page on a modern phone too. */
const SIZES = FULL ? [DESKTOP, { width: 390, height: 844 }] : [DESKTOP];

/** Time limit for two axe checks of every page on a busy machine. */
const PATIENCE_MS = 400_000;

/** Pages whose title depends on their state. */
const OF_MANY_STATES = /^\/(calculadora\/paso|mi-area|simulacion|payment|subscription|confirmar-correo)/;

/** A user with a simulation that others may see by its link. */
async function newUser() {
  const who = await site.app.register();
  const body = { inputParameters: newInput() };
  const { id } = (await site.app.call("POST", "/api/simulations", { as: who, body })).json().data;
  const { url } = (await site.app.call("POST", `/api/simulations/${id}/share-link`, { as: who })).json().data;
  const shared: string = new URL(url).pathname;
  return {
    who,
    addressOf: ({ path }: PageInfo) =>
      path.replace(":step", "2").replace("/compartido/:token", shared).replace(":id", id),
  };
}

/** Pages that another suite gives to axe, or another address here shows alike; `npm run test:full` gives them again. */
const CHECKED_ELSEWHERE = [
  ...["/legal", "/condiciones", "/contacto", "/register"],
  ...["/calculadora", "/calculadora/paso/2", "/mi-area"],
];
const isChecked = (address: string): boolean => FULL || !CHECKED_ELSEWHERE.includes(address);

/** Public pages are checked as a visitor; `npm run test:full` checks them logged in too. */
const isLookedAt = ({ personal, path }: PageInfo): boolean => FULL || personal === true || path === "/";

/** Notes a page's failed requests, its requests to other origins, and its console errors. */
function watchFaults(page: Page): () => string[] {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== site.url)
      faults.push(`asks another origin: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} of ${response.url()}`);
  });
  // Requests aborted by the next navigation are not faults.
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== "net::ERR_ABORTED") faults.push(`${reason} of ${request.url()}`);
  });
  return () => faults.splice(0);
}

async function look(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "networkidle" });
  await expect(page.locator("main h1"), address).toHaveCount(1);
  const { pathname } = new URL(page.url());
  const title = OF_MANY_STATES.test(pathname) ? /^\S.* · EcoTrim$/ : documentTitle(pageAt(pathname));
  await expect(page, address).toHaveTitle(title);
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await expect(heading(page), address).toHaveCount(1);
    if (isChecked(address))
      expect(await accessibilityFaults(page), `${address}, ${viewport.width} px wide`).toEqual([]);
  }
  await page.setViewportSize(PHONE);
  expect(await sidewaysScroll(page), `${address} scrolls sideways`).toBe(0);
  await page.setViewportSize(DESKTOP);
}

describe("every address, on a desktop and on a phone, is whole, accessible and asks nobody else", () => {
  test(
    "every address is whole and accessible for a visitor and asks no other origin; personal pages ask to log in",
    async () => {
      const { addressOf } = await newUser();
      const page = await site.visit();
      const faults = watchFaults(page);
      for (const info of PAGES) {
        const address = addressOf(info);
        if (info.personal) {
          await page.goto(address);
          await expect(page, address).toHaveURL(/\/login$/);
        } else await look(page, address);
        expect(faults(), address).toEqual([]);
      }
      await look(page, "/no-existe");
      expect(faults()).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    "every address is whole and accessible for a logged-in user and asks no other origin",
    async () => {
      const { who, addressOf } = await newUser();
      const page = await site.visit("/");
      await logIn(page, who);
      const faults = watchFaults(page);
      for (const info of PAGES.filter(({ path }) => path !== "/login" && path !== "/register").filter(isLookedAt)) {
        const address = addressOf(info);
        await look(page, address);
        expect(new URL(page.url()).pathname, address).not.toBe("/login");
        expect(faults(), address).toEqual([]);
      }
    },
    PATIENCE_MS,
  );
});

describe("weight", () => {
  const LANDING_BYTES = 200_000;
  /** Code of charts, sockets, the personal area and the reader of curves, by the names of its files. */
  const LATER = ["drawing", "socket-link", "own-simulations", "curve-part"];

  test("Home's scripts are below 200 kB over the wire", async () => {
    const page = await site.visit("about:blank");
    const scripts = watchScripts(page);
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(heading(page)).toBeVisible();
    const fetched = await scripts();
    const bytes = fetched.reduce((sum, script) => sum + script.bytes, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes, fetched.map(({ url, bytes }) => `${bytes} ${url}`).join("\n")).toBeLessThan(LANDING_BYTES);
  });

  test("the first question asks for no code of charts, sockets, the personal area or curves", async () => {
    const built = readdirSync("web/dist/assets").filter((name) => name.endsWith(".js"));
    const named = (urls: string[]) =>
      LATER.filter((name) => urls.some((url) => url.split("/").pop()?.startsWith(name)));
    expect(named(built)).toEqual(LATER);
    const page = await site.visit("about:blank");
    const scripts = watchScripts(page);
    await page.goto("/nueva-simulacion", { waitUntil: "networkidle" });
    await expect(page.getByRole("textbox")).toBeVisible();
    const urls = (await scripts()).map(({ url }) => url);
    expect(urls.length).toBeGreaterThan(3);
    expect(named(urls)).toEqual([]);
  });
});
