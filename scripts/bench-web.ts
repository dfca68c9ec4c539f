import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { buildApp } from "../api/src/app.ts";
import { createStripe } from "../shared/server/billing/stripe.ts";
import { createDataSource } from "../shared/server/db/data-source.ts";
import { migrate } from "../shared/server/db/migrate.ts";
import { readEnv } from "../shared/server/env/env.ts";
import { createLogger } from "../shared/server/observability/logger.ts";
import { createQueue } from "../shared/server/queue/queue.ts";
import { watchScripts } from "../tests/support/page-weight.ts";
import { type CurveSpeed, measureCurve } from "./bench-curve.ts";
import { type ExplorerSpeed, measureExplorer } from "./bench-explorer.ts";
import { benchSettings } from "./bench-settings.ts";
import { buildWhenStale } from "./build.ts";
import { CHROMIUM } from "./dev/chromium.ts";
import { startEmbeddedPostgres } from "./dev/embedded-postgres.ts";

/**
 * `npm run -s bench:web`: the experience of a visitor with a slow phone. Headless Chromium loads the built web from the
 * API, its processor slowed four times and its cache empty. Measures Core Web Vitals, script bytes and requests of each
 * page, and the latency of the explorer and of reading a curve. Each figure of a page is the median of some visits, for
 * shifts and interactions the worst. Prints tables, then one line of JSON; exit 1 when a budget is missed, which counts
 * on a quiet machine only.
 */
const SLOWDOWN = 4;
const VISITS = 3;
const PHONE = { width: 390, height: 844 };
/** Idle time after which all requests, paints and observer entries have come. */
const QUIET_MS = 1000;

const BUDGETS = { lcpMs: 1600, cls: 0.05, interactionMs: 200 };
const LANDING_SCRIPT_BYTES = 200_000;
/** A change of the explorer, and a task of the main thread while its sliders move. */
const EXPLORER_BUDGETS = { p95Ms: 100, longestTaskMs: 50 };

/** A year of quarter-hours, from the choice of its file to its pictures. */
const CURVE_BUDGETS = { csvMs: 1000, xlsxMs: 3000, longestTaskMs: 200 };

interface Vitals {
  lcpMs: number;
  cls: number;
  interactionMs: number;
}
interface Measured extends Vitals {
  path: string;
  scriptBytes: number;
  requests: Record<string, number>;
}

const openMenu = async (page: Page) => {
  await page.getByRole("button", { name: "Abrir el menú" }).click();
  await page.getByRole("dialog", { name: "Menú" }).waitFor();
  await page.keyboard.press("Escape");
};
const type = async (page: Page) => {
  const field = page.locator("main").getByRole("textbox").first();
  await field.click();
  await field.pressSequentially("1234");
};

/** The interaction of a visitor on each page. */
const PAGES: Record<string, (page: Page) => Promise<void>> = {
  "/": async (page) => {
    await openMenu(page);
    await type(page);
  },
  "/calculadora": async (page) => {
    await openMenu(page);
    await page.getByRole("button", { name: "Comenzar Simulación" }).click();
    await page.getByRole("textbox").waitFor();
  },
  "/calculadora/paso/2": async (page) => {
    await type(page);
    await page.getByRole("button", { name: "Siguiente" }).click();
    await page.getByRole("radio").first().waitFor();
  },
  "/contacto": async (page) => {
    await type(page);
    await openMenu(page);
  },
};

/** Observer entries that TypeScript's library does not declare. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/**
 * Runs in the page before its own scripts and notes the vitals where `readVitals` finds them. It has no named
 * functions, for which tsx would insert a helper that the page lacks.
 */
function observe() {
  const vitals = { lcpMs: 0, cls: 0, interactionMs: 0 };
  Object.assign(window, { vitals });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) vitals.lcpMs = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  // Shifts count in windows: the next shift within 1 s of the last, 5 s at most in all.
  let [sum, from, last] = [0, 0, Number.NEGATIVE_INFINITY];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue;
      if (startTime - last > 1000 || startTime - from > 5000) [sum, from] = [0, startTime];
      sum += value;
      last = startTime;
      vitals.cls = Math.max(vitals.cls, sum);
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId > 0) vitals.interactionMs = Math.max(vitals.interactionMs, duration);
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

const readVitals = (page: Page): Promise<Vitals> =>
  page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);

async function visit(browser: Browser, url: string, path: string): Promise<Measured> {
  const context = await browser.newContext({ baseURL: url, locale: "es-ES", viewport: PHONE });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await page.addInitScript(observe);
  const scripts = watchScripts(page);
  const requests: Record<string, number> = {};
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http")) requests[origin] = (requests[origin] ?? 0) + 1;
  });
  await page.goto(path, { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForTimeout(QUIET_MS);
  const scriptBytes = (await scripts()).reduce((sum, { bytes }) => sum + bytes, 0);
  const own = { ...requests };
  await PAGES[path]?.(page);
  await page.waitForTimeout(QUIET_MS);
  const vitals = await readVitals(page);
  await context.close();
  return { path, ...vitals, scriptBytes, requests: own };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

async function measure(browser: Browser, url: string, path: string): Promise<Measured> {
  const visits: Measured[] = [];
  for (let turn = 0; turn < VISITS; turn++) visits.push(await visit(browser, url, path));
  return {
    ...(visits[0] as Measured),
    lcpMs: Math.round(median(visits.map(({ lcpMs }) => lcpMs))),
    cls: Number(Math.max(...visits.map(({ cls }) => cls)).toFixed(4)),
    interactionMs: Math.max(...visits.map(({ interactionMs }) => interactionMs)),
  };
}

/** The budgets that are exceeded, in words. */
function missed({ path, scriptBytes, requests, ...vitals }: Measured, origin: string): string[] {
  const faults = Object.entries(BUDGETS)
    .filter(([name, budget]) => vitals[name as keyof Vitals] >= budget)
    .map(([name, budget]) => `${path}: ${name} is ${vitals[name as keyof Vitals]}, not below ${budget}`);
  if (path === "/" && scriptBytes >= LANDING_SCRIPT_BYTES)
    faults.push(`/: ${scriptBytes} bytes of scripts, not below ${LANDING_SCRIPT_BYTES}`);
  for (const other of Object.keys(requests).filter((name) => name !== origin))
    faults.push(`${path}: asks ${other} for something`);
  return faults;
}

function missedBy<Name extends string>(
  part: string,
  budgets: Record<Name, number>,
  speed: Record<NoInfer<Name>, number>,
): string[] {
  return (Object.keys(budgets) as Name[])
    .filter((name) => speed[name] > budgets[name])
    .map((name) => `${part}: ${name} is ${speed[name]}, above ${budgets[name]}`);
}

await buildWhenStale();

const dir = mkdtempSync(join(tmpdir(), "ecotrim-bench-web-"));
chmodSync(dir, 0o755);
const webRoot = join(dir, "web");
cpSync("web/dist", webRoot, { recursive: true });
const postgres = await startEmbeddedPostgres({ dataDir: join(dir, "data") });
try {
  await migrate(postgres.url);
  const env = readEnv(benchSettings(postgres.url));
  const logger = createLogger(env, "api");
  const dataSource = await createDataSource(env.DATABASE_URL).initialize();
  const queue = createQueue(env, logger);
  const app = await buildApp({ env, logger, dataSource, queue, stripe: createStripe(env), webRoot });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });

  const measured: Measured[] = [];
  for (const path of Object.keys(PAGES)) {
    console.error(`Measuring ${path} ...`);
    measured.push(await measure(browser, url, path));
  }
  console.error("Measuring the explorer ...");
  const explorer: ExplorerSpeed = await measureExplorer(browser, url, SLOWDOWN);
  console.error("Measuring a dropped file ...");
  const curve: CurveSpeed = await measureCurve(browser, url);
  await browser.close();
  await app.close();
  await queue.close();
  await dataSource.destroy();

  console.table(
    Object.fromEntries(
      measured.map(({ path, lcpMs, cls, interactionMs, scriptBytes, requests }) => [
        path,
        {
          "LCP ms": lcpMs,
          CLS: cls,
          "interaction ms": interactionMs,
          "scripts kB": Number((scriptBytes / 1000).toFixed(1)),
          requests: Object.values(requests).reduce((sum, count) => sum + count, 0),
        },
      ]),
    ),
  );
  console.table({ explorer });
  console.table({ curve });
  const faults = [
    ...measured.flatMap((page) => missed(page, url)),
    ...missedBy("explorer", EXPLORER_BUDGETS, { ...explorer }),
    ...missedBy("curve", CURVE_BUDGETS, { ...curve }),
  ];
  for (const fault of faults) console.log(`Over budget: ${fault}`);
  console.log(
    JSON.stringify({
      slowdown: SLOWDOWN,
      budgets: { ...BUDGETS, LANDING_SCRIPT_BYTES, explorer: EXPLORER_BUDGETS, curve: CURVE_BUDGETS },
      pages: measured,
      explorer,
      curve,
      faults,
    }),
  );
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
}
