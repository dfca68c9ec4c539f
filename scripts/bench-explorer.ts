import { inputFromContext } from "@ecotrim/contracts/simulations/context";
import { readCase, withRealisableShare } from "@ecotrim/contracts/simulations/input";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { solveFast } from "@ecotrim/engine/dispatch/near-convex";
import type { SolveDispatch } from "@ecotrim/engine/dispatch/problem";
import { runSimulation } from "@ecotrim/engine/simulate";
import { sweepSizes } from "@ecotrim/engine/studies/sizing";
import { baseRun, scenarioBase } from "@ecotrim/engine/studies/uncertainty/base";
import { solveScenarios } from "@ecotrim/engine/studies/uncertainty/scenarios";
import { SCENARIO_SEED, summarise } from "@ecotrim/engine/studies/uncertainty/summary";
import { simulationOutput } from "@ecotrim/present/results/results";
import { writtenSizing } from "@ecotrim/present/studies/sizing";
import { writtenUncertainty } from "@ecotrim/present/studies/uncertainty";
import type { Browser } from "playwright";

/** What a reader who moves a slider of the explorer waits, on a browser slowed down. */
export interface ExplorerSpeed {
  changes: number;
  /** From an input event to the painted figures: 95 of 100 changes take no longer. */
  p95Ms: number;
  medianMs: number;
  /** The longest task of the main thread while sliders move; 0 where none was above 50 ms. */
  longestTaskMs: number;
}

const LEVERS = ["Capacidad", "Potencia", "Precio pagado", "Nivel de precio de la energía", "Tasa de descuento"];
const CHANGES = 12;
const SCENARIOS = 300;

const CONTEXT = {
  generation: 2000,
  demand: { type: "constante" as const, weekend: true, average: 500 },
  total_spendings: 400_000,
  selectedBattery: { capacity_kwh: 2000, power_kw: 500 },
};
const ANSWERS = {
  ...{ generation: 2000, type: "constante", weekend: true, average: 500, total_spendings: 400_000 },
  ...{ selectedBattery: "own", ownBattery: { ...CONTEXT.selectedBattery, capex_eur: null }, step: 6, reached: 6 },
};

const solve: SolveDispatch = async (problems) => problems.map((problem) => solveFast(problem)!);

async function completedRecord(): Promise<SimulationRecord> {
  const inputParameters = inputFromContext(CONTEXT);
  const input = readCase(inputParameters);
  const { results } = simulationOutput(await runSimulation({ input }, { solve }));
  const base = scenarioBase(baseRun({ input: withRealisableShare(input, results.realisable.fct) }), SCENARIO_SEED);
  const result = writtenUncertainty(summarise(base, solveScenarios(base, 0, SCENARIOS)));
  const at = new Date(0).toISOString();
  return {
    ...{ id: "0b1f7c2e-3c1d-4f53-9a77-5a2a1c9c3f10", version: "1", status: "completed", source: "platform" },
    ...{
      name: null,
      site: null,
      installationId: null,
      isOwn: true,
      createdAt: at,
      completedAt: at,
      inputParameters,
      calculatorContext: CONTEXT,
      financeTerms: null,
    },
    ...{ progress: null, stages: [], queuePosition: null, startsInS: null, executionTime: 1, results },
    power: null,
    uncertainty: { status: "completed", scenarios: SCENARIOS, total: SCENARIOS, result },
    sensitivity: { status: "completed", tornado: null, sizing: writtenSizing(sweepSizes(input)) },
    ...{ verdict: null, requestId: null, error: null },
  };
}

/** Runs in the page: notes each input event, and when the figures after it were painted. */
function observe() {
  const noted = { askedAt: 0, took: [] as number[], longest: 0 };
  Object.assign(window, { noted });
  addEventListener(
    "input",
    ({ timeStamp }) => {
      noted.askedAt = timeStamp;
    },
    true,
  );
  new MutationObserver(() => {
    if (noted.askedAt === 0) return;
    const { askedAt } = noted;
    noted.askedAt = 0;
    requestAnimationFrame(() => {
      // The message comes after the frame is painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => noted.took.push(performance.now() - askedAt);
      port2.postMessage(null);
    });
  }).observe(document.querySelector(".variant-figures")!, { subtree: true, childList: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.longest = Math.max(noted.longest, duration);
  }).observe({ type: "longtask" });
}

interface Noted {
  took: number[];
  longest: number;
}

/** Moves the sliders of a result in step 6, whose record a stand-in of the API answers. */
export async function measureExplorer(browser: Browser, url: string, slowdown: number): Promise<ExplorerSpeed> {
  const record = await completedRecord();
  const context = await browser.newContext({ baseURL: url, locale: "es-ES", viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const { id, results } = record;
  await page.route("**/api/simulations/find-by-context", (route) =>
    route.fulfill({ json: { success: true, found: true, data: { id, accessToken: "t", results } } }),
  );
  await page.route(`**/api/simulations/${id}`, (route) => route.fulfill({ json: { success: true, data: record } }));
  await page.addInitScript((answers) => {
    for (const [part, value] of Object.entries(answers))
      localStorage.setItem(`ecotrim.calculator.${part}`, JSON.stringify(value));
  }, ANSWERS);
  await page.goto("/calculadora/paso/6?parte=tamano");
  await page.locator(".variant-figures").waitFor();
  await page.locator(".size-map table").waitFor();
  await page.locator(".variant-answer canvas").waitFor();
  const protocol = await context.newCDPSession(page);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.waitForTimeout(1000);
  await page.evaluate(observe);
  const noted = () => page.evaluate(() => (window as unknown as { noted: Noted }).noted);
  let changes = 0;
  for (const lever of LEVERS) {
    await page.getByLabel(lever, { exact: true }).focus();
    for (let change = 0; change < CHANGES; change++) {
      await page.keyboard.press(change < CHANGES / 2 ? "ArrowRight" : "ArrowLeft");
      changes++;
      await page.waitForFunction(
        (count) => (window as unknown as { noted: Noted }).noted.took.length >= count,
        changes,
        { polling: 100 },
      );
    }
  }
  const { took, longest } = await noted();
  await context.close();
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1]!);
  return { changes, p95Ms: at(0.95), medianMs: at(0.5), longestTaskMs: Math.round(longest) };
}
