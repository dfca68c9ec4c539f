import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session } from "@ecotrim/contracts/auth/account";
import { AppError } from "@ecotrim/contracts/errors";
import { LEAST_SCENARIOS } from "@ecotrim/engine/studies/uncertainty/summary";
import type { SimulationOutput } from "@ecotrim/present/results/results";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright";
import { expect as browserExpect } from "playwright/test";
import { afterAll, afterEach, beforeAll } from "vitest";
import { CHROMIUM } from "../../scripts/dev/chromium.ts";
import { CALCULATOR_KEY } from "../../web/src/lib/storage.ts";
import { startWorker, type WorkerDeps } from "../../worker/src/app.ts";
import { createSimulationPool, type SimulationPool } from "../../worker/src/solver/pool.ts";
import { openApp, type TestApp } from "./app.ts";
import { FULL } from "./full.ts";
import { createGatedPool, type GatedPool, type GatedRun } from "./gated-pool.ts";
import { sampleStudies } from "./sample-tasks.ts";
import { testServices } from "./services.ts";
import { workerParts } from "./worker-deps.ts";

/** For what a page shows or lets be pressed; the limit is reached only when the test fails. */
const PATIENCE_MS = 60_000;
export const expect = browserExpect.configure({ timeout: PATIENCE_MS });

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 320, height: 640 };

/** A visitor's answers in steps 2 to 5. */
export interface Answers {
  generation: string;
  average: string;
  monthly: string;
  battery: { capacity_kwh: number; power_kw: number };
  type?: "24x7" | "2 Turnos / 5 días";
  weekend?: "Sí" | "No";
}

/** What of axe is used here; the rules with their impacts are not in its types. */
interface Axe {
  _audit: { rules: { id: string; impact: string }[] };
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** The result of held runs; files share it, since a solve takes seconds. */
let heldResult: Promise<SimulationOutput> | undefined;

const refuse = () => Promise.reject(new AppError("INFEASIBLE"));

let visitors = 0;

/** Answers that no other test gives, so that no computation is shared by chance. */
export const newAnswers = (given: Partial<Answers> = {}): Answers => ({
  generation: "2000",
  average: String(400 + visitors++),
  monthly: "25000",
  battery: { capacity_kwh: 2000, power_kw: 500 },
  ...given,
});

/** The server's rows for some answers. */
export interface Stored {
  simulations: { id: string; input: Record<string, unknown> }[];
  computations: { id: string; status: string; input: Record<string, unknown>; results: SimulationOutput["results"] }[];
}

/** A worker whose runs wait for the test and have no follow-ups. */
export interface HeldWorker {
  pool: GatedPool;
  /** Ends a held run with the result of the first one, which the real solver computed; with that of `series` if given. */
  finish(run: GatedRun, series?: GatedRun["request"]["series"]): Promise<void>;
}

interface VisitOptions extends BrowserContextOptions {
  beside?: Page;
}

export interface Site {
  url: string;
  app: TestApp;
  /** Opens a page in a browser profile of its own, or in that of another page. */
  visit(path?: string, options?: VisitOptions): Promise<Page>;
  /**
   * A worker with the real solver; it solves only as many scenarios as a band needs. `none` is for tests that read no
   * study, which are refused then except in `npm run test:full`.
   */
  work(options?: { studies?: "none" | "few" | "all" }): Promise<void>;
  hold(timing?: WorkerDeps["timing"]): Promise<HeldWorker>;
  stored(answers: Answers): Promise<Stored>;
}

/**
 * Gives the tests of a file a browser and the built web, served by the API on a database of its own. Workers run where a
 * test starts one. After each test its pages and workers are gone, and no page may have broken. What an earlier
 * `beforeAll` puts into `settings` counts.
 */
export function testSite(settings: Record<string, string> = {}, { locale = "es-ES" } = {}): Site {
  const services = testServices("postgres");
  const site = {} as Site;
  const contexts: BrowserContext[] = [];
  const workers: { close(): Promise<void> }[] = [];
  const faults: string[] = [];
  let browser: Browser;
  let webRoot: string;
  let solver: SimulationPool | undefined;

  const realSolver = () => {
    solver ??= createSimulationPool({ threads: 1, timeLimitSeconds: 60 });
    return solver;
  };

  const startWorkerOn = async (pool: WorkerDeps["pool"], timing: WorkerDeps["timing"] = {}) => {
    const worker = await startWorker({
      ...site.app,
      ...workerParts(site.app.env, site.app.outbox),
      settings: services,
      pool,
      concurrency: 4,
      timing,
    });
    workers.push(worker);
  };

  const watch = (page: Page) => {
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
      // Requests that a test breaks on purpose appear as failed resources.
      if (message.type() === "error" && !/Failed to load resource|ERR_INTERNET_DISCONNECTED/.test(message.text()))
        faults.push(message.text());
    });
  };

  beforeAll(async () => {
    // The tests serve a copy, since a build during the run would replace the files.
    webRoot = mkdtempSync(join(tmpdir(), "ecotrim-web-"));
    cpSync("web/dist", webRoot, { recursive: true });
    [site.app, browser] = await Promise.all([
      openApp(services, { webRoot, settings }),
      chromium.launch({
        executablePath: CHROMIUM,
        args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
      }),
    ]);
    site.url = await site.app.listen();
  });
  afterAll(async () => {
    await browser?.close();
    await solver?.close();
    await site.app?.close();
    rmSync(webRoot, { recursive: true, force: true });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    // A run left under way would occupy its worker, or be taken up by the next test's worker.
    await site.app.dataSource.query(
      "UPDATE computations SET status = 'failed' WHERE status IN ('pending', 'processing')",
    );
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
    expect(faults.splice(0), "errors on the pages").toEqual([]);
  });

  site.visit = async (path = BLANK, { beside, ...options } = {}) => {
    let context = beside?.context();
    if (!context) {
      context = await browser.newContext({
        baseURL: site.url,
        locale,
        viewport: DESKTOP,
        reducedMotion: "reduce",
        ...options,
      });
      context.setDefaultTimeout(PATIENCE_MS);
      contexts.push(context);
    }
    const page = await context.newPage();
    watch(page);
    await page.goto(path);
    return page;
  };
  site.work = async ({ studies: extent = "few" } = {}) => {
    const pool = realSolver();
    const limited: SimulationPool["studies"] = (signal) => {
      const studies = pool.studies(signal);
      if (extent === "none" && !FULL) return { ...studies, scenarioBase: refuse, sensitivity: refuse, sizing: refuse };
      return {
        ...studies,
        solveScenarios: async (base, from) => (from === 0 ? studies.solveScenarios(base, 0, LEAST_SCENARIOS) : []),
      };
    };
    await startWorkerOn(extent === "all" ? pool : { ...pool, studies: limited });
  };
  site.hold = async (timing) => {
    const pool = createGatedPool();
    await startWorkerOn(
      Object.assign(pool, { studies: () => ({ ...sampleStudies, scenarioBase: refuse, sensitivity: refuse }) }),
      timing,
    );
    return {
      pool,
      finish: async (run, series) => {
        if (!series) heldResult ??= realSolver().run(run.request);
        run.finish(await (series ? realSolver().run({ ...run.request, series }) : heldResult));
      },
    };
  };
  site.stored = async ({ average }) => {
    const ofAnswers = (column: string) => `${column} ->> 'demand_value' = '${Number(average)}'`;
    const [simulations, computations] = await Promise.all([
      site.app.dataSource.query(
        `SELECT id, input_parameters AS input FROM simulations WHERE ${ofAnswers("input_parameters")}`,
      ),
      site.app.dataSource.query(`SELECT id, status, input, results FROM computations WHERE ${ofAnswers("input")}`),
    ]);
    return { simulations, computations };
  };
  return site;
}

/** Logs a page's browser profile in, as an earlier visit would have; pages opened from now on are logged in. */
export async function logIn(page: Page, { token, user }: Session): Promise<void> {
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem("authToken", token as string);
      localStorage.setItem("user", user as string);
    },
    [token, JSON.stringify(user)],
  );
}

export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
export const back = (page: Page) => page.getByRole("link", { name: "Volver al paso anterior" });

const FIELDS = {
  2: "Potencia fotovoltaica instalada",
  3: "Consumo medio por hora en un día laborable",
  4: "Gasto mensual en energía",
};
/** The field of a step, by its label: the step before it may still be on the screen. */
export const field = (page: Page, step: keyof typeof FIELDS) => page.getByRole("textbox", { name: FIELDS[step] });

export const STEP_PATH = (step: number) => `/calculadora/paso/${step}`;

/** Goes on to a step, and says of answers that are doubted on the way that they are right. */
export async function goOn(page: Page, to: number, press = () => button(page, "Siguiente").click()): Promise<void> {
  const heldUp = page.getByText("Corrija o confirme lo señalado para seguir.");
  const there = page.waitForURL(`**${STEP_PATH(to)}`).then(() => true);
  await press();
  while (!(await Promise.race([there, heldUp.waitFor().then(() => false)]))) {
    await button(page, "Es correcto").first().click();
    if ((await heldUp.count()) === 0) await press();
  }
}

/** A page of the site without a program, where a visit begins that goes on elsewhere. */
const BLANK = "/robots.txt";

const numberOf = (typed: string): number => Number(typed.replace(",", "."));

/**
 * Stands at `step` as a visitor does who has answered those before it. The answers are laid into the browser's storage,
 * since typing them took most of the time; that they are read as typed is for the wizard's own tests.
 */
export async function answerUpTo(page: Page, step: 3 | 4 | 5 | 6, answers: Answers): Promise<void> {
  const parts = {
    generation: numberOf(answers.generation),
    ...(step > 3 && {
      average: numberOf(answers.average),
      type: answers.type === "2 Turnos / 5 días" ? "2turnos" : "constante",
      weekend: answers.weekend !== "No",
    }),
    ...(step > 4 && { total_spendings: 12 * numberOf(answers.monthly) }),
    ...(step > 5 && { selectedBattery: "own", ownBattery: { ...answers.battery, capex_eur: null } }),
    ...{ step, reached: step },
  };
  await page.evaluate(
    ([key, parts]) => {
      for (const stored of Object.keys(localStorage)) if (stored.startsWith(key)) localStorage.removeItem(stored);
      for (const [part, value] of Object.entries(parts)) localStorage.setItem(`${key}.${part}`, JSON.stringify(value));
    },
    [CALCULATOR_KEY, parts] as const,
  );
  await page.goto(STEP_PATH(step));
}

/** The card of step 5 that is recommended where nothing is known of the site. */
export const chooseBattery = (page: Page): Promise<void> => page.getByRole("radio", { name: /^Equilibrada/ }).click();

/** Presses Tab until an element has the focus. */
export async function tabTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await target.waitFor();
  const reached = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await reached()); presses++) {
    if (presses > 60) throw new Error(`the keyboard does not reach ${target}`);
    await target.page().keyboard.press(key);
  }
}

/** Time limit of studies, to which a busy machine leaves a tenth of a core. */
export const STUDY_LIMIT_MS = 180_000;

/** Waits for the screen of a finished simulation, with its charts drawn and its follow-ups done. */
export async function resultShown(page: Page): Promise<void> {
  await expect(button(page, "Accede al informe completo")).toBeVisible();
  const scenarios = page.getByText(/\d escenarios calculados|No se ha podido calcular cuánto/);
  await expect(scenarios.first()).toBeAttached({ timeout: STUDY_LIMIT_MS });
  await expect(page.getByRole("status", { name: /^(Se está calculando|Cargando el gráfico)/ })).toHaveCount(0);
}

/** The parts of a result, in the order of their tabs. */
export const RESULT_PARTS = ["Dinero", "Riesgo", "Energía", "Tamaño", "Supuestos"] as const;

/** Opens a part of the result, with all that it draws. */
export async function openPart(page: Page, name: (typeof RESULT_PARTS)[number]): Promise<void> {
  await page.getByRole("tab", { name }).click();
  await expect(page.getByRole("tabpanel", { name })).toBeVisible();
  await expect(page.getByRole("status", { name: /^(Se está calculando|Cargando el gráfico)/ })).toHaveCount(0);
}

const AXE = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Serious accessibility faults of a screen without frames; empty where there are none. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    // Rules for lesser faults, and all that is in order, took half of the time.
    const lesser = axe._audit.rules.filter(({ impact }) => impact === "minor" || impact === "moderate");
    const { violations } = await axe.run({
      resultTypes: ["violations"],
      preload: false,
      rules: Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }])),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
}

/** How many pixels a page is wider than its window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
