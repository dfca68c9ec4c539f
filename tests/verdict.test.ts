// @vitest-environment happy-dom

// First: components read what it writes as soon as they are imported.
import "./support/website-data.ts";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { RESULTS_LOCALE } from "@ecotrim/contracts/locale";
import { BATTERY_KEYS, type BatteryConfigurations } from "@ecotrim/contracts/simulations/battery-options";
import { inputFromContext } from "@ecotrim/contracts/simulations/context";
import { caseOf, completeInput } from "@ecotrim/contracts/simulations/input";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { storedSeries } from "@ecotrim/curves/stored-series";
import { spell as spellFigure } from "@ecotrim/present/figures";
import { notificationText } from "@ecotrim/present/notifications";
import { roundEuros, spell } from "@ecotrim/present/phrase";
import { contractRows } from "@ecotrim/present/results/contract-rows";
import { trustLine } from "@ecotrim/present/results/curve-words";
import { npvSign, VERDICT_TONES } from "@ecotrim/present/results/verdict-words";
import { exploredCase } from "@ecotrim/present/studies/explored-case";
import { openExplorer } from "@ecotrim/present/studies/explorer";
import { batteryCards } from "@ecotrim/present/studies/sizing";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { createElement, type ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { recordOf, type SimulationRow } from "../api/src/modules/simulations/record.ts";
import { SimulationCard } from "../web/src/features/area/simulations/simulation-card.tsx";
import { ResultScreen } from "../web/src/features/calculator/results/result-screen.tsx";
import {
  BATTERY_STEP,
  batteryQuery,
  calculatorContext,
  INITIAL_STATE,
  OWN_BATTERY,
} from "../web/src/features/calculator/state.ts";
import { BatteryStep } from "../web/src/features/calculator/steps/battery-step.tsx";
import { updateCalculator } from "../web/src/features/calculator/store.ts";
import { comparison } from "../web/src/features/comparison/comparison.ts";
import { quickEstimate } from "../web/src/features/home/taste/quick-estimate.ts";
import { Taste } from "../web/src/features/home/taste/taste.tsx";
import { SharedPage } from "../web/src/features/shared-view/shared-page.tsx";
import { SimulationDetail } from "../web/src/features/simulation-detail/simulation-detail.tsx";
import { summary } from "../web/src/features/simulations/summary.fixture.ts";
import { NumberStyleProvider, numberStyle } from "../web/src/lib/number-style.ts";
import { readCurves } from "../worker/src/cli/curve-files.ts";
import type { ReportContent } from "../worker/src/pdf/content.ts";
import { computedReport } from "../worker/src/pdf/report.fixture.ts";
import { renderReport } from "../worker/src/pdf/report.ts";
import { commandArgs } from "./support/commands.ts";
import { FULL } from "./support/full.ts";
import { FINAL_STUDIES } from "./support/studies.ts";
import { logOutputOf } from "./support/test-log.ts";

/** The answers of a visitor before step 5. */
const ANSWERS = { generation: 2000, average: 500, total_spendings: 400_000 };
const { generation, average, total_spendings } = ANSWERS;
const BEFORE_STEP_5 = {
  ...{ ...INITIAL_STATE, generation, total_spendings, contract_kind: "fixed_margin" as const },
  ...{ demand: { ...INITIAL_STATE.demand, average }, step: BATTERY_STEP, reached: BATTERY_STEP },
};

const KINDS = ["basic", "premium"] as const;

/** The recommended card of step 5, run and studied by the engine: every place says the same of it. */
let configurations: BatteryConfigurations;
let input: ReturnType<typeof inputFromContext>;
let report: ReportContent;
let record: SimulationRecord;

beforeAll(async () => {
  configurations = batteryCards(batteryQuery(BEFORE_STEP_5)!);
  const { capacity_kwh, power_kw } = configurations[BATTERY_KEYS.find((key) => configurations[key].is_recommended)!];
  const ownBattery = { capacity_kwh, power_kw, capex_eur: null };
  input = inputFromContext(calculatorContext({ ...BEFORE_STEP_5, selectedBattery: OWN_BATTERY, ownBattery })!);
  report = await computedReport(input);
  record = recordOfReport(report);
}, 300_000);

function recordOfReport(report: ReportContent): SimulationRecord {
  const { results, uncertainty, sensitivity, inputParameters } = report.simulation;
  const contents = [uncertainty?.result, sensitivity?.tornado, sensitivity?.sizing];
  const studies = FINAL_STUDIES.map((kind, index) => ({
    kind,
    status: "completed",
    done: 256,
    total: 256,
    content: contents[index] ?? null,
  }));
  const row = {
    ...{ id: report.simulation.id, version: "1", source: "platform", ownStatus: null, held: null, requestId: null },
    ...{ createdAt: new Date(), inputParameters, calculatorContext: null, studies },
    computation: { input: inputParameters, status: "completed", results, finishedAt: new Date(), stages: [] },
  };
  return recordOf(row as unknown as SimulationRow);
}

const squeezed = (text: string): string => text.replace(/[\s\u00a0\u202f]/g, "");
function show(node: ReactNode): () => string {
  const inRouter = createElement(MemoryRouter, null, node);
  const inClient = createElement(QueryClientProvider, { client: new QueryClient() }, inRouter);
  const { container } = render(createElement(MantineProvider, { env: "test", children: inClient }));
  return () => squeezed(container.textContent ?? "");
}
const textOf = (node: ReactNode): string => show(node)();
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const answerOf = (body: object) => vi.stubGlobal("fetch", async () => Response.json({ success: true, ...body }));

/** Saving and NPV of the result, as every place writes them. */
function figures() {
  const { savings, npv } = record.results!.summary;
  return { saving: squeezed(spellFigure("savings", savings)), npv: squeezed(spellFigure("npv", npv)) };
}
/** The NPV as sentences write it, to three figures. */
const worth = () => squeezed(spell(["vale ", roundEuros(record.results!.summary.npv)]));

async function textOfReport(report: ReportContent, kind: "basic" | "premium"): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(await renderReport(kind, report)), verbosity: 0 }).promise;
  let text = "";
  for (let page = 1; page <= pdf.numPages; page++) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    text += items.map((item) => ("str" in item ? item.str : "")).join("");
  }
  await pdf.destroy();
  return squeezed(text);
}

test("the API answers a verdict of the battery with the figures of its results", () => {
  const { code, sentence, word } = record.verdict!;
  expect(["pays", "depends", "does_not_pay"]).toContain(code);
  expect(sentence.startsWith(word)).toBe(true);
  expect(sentence).toMatch(/escenarios\.$/);
});

test("step 6 says the verdict of the API in its own number style, before the label, with saving and NPV", () => {
  const { results } = record;
  const result = createElement(ResultScreen, { record: { ...record, results: results! }, band: null });
  const text = textOf(createElement(NumberStyleProvider, { value: numberStyle(RESULTS_LOCALE) }, result));
  const sentence = squeezed(spell(record.verdict!.sentence_parts!, RESULTS_LOCALE));
  expect(text).toContain(sentence);
  expect(text.indexOf(sentence)).toBeLessThan(text.indexOf("Clasificación"));
  const { savings, npv } = results!.summary;
  const { spell: inItsStyle } = numberStyle(RESULTS_LOCALE);
  expect(text).toContain(squeezed(inItsStyle("savings", savings)));
  expect(text).toContain(squeezed(inItsStyle("npv", npv)));
});

test("detail, shared page, list and comparison say the verdict of the API with the saving and NPV of step 6", async () => {
  const sentence = squeezed(record.verdict!.sentence);
  const { saving, npv } = figures();
  const texts = [textOf(createElement(SimulationDetail, { record }))];
  answerOf({ data: record });
  const shared = show(createElement(SharedPage));
  await screen.findByText(/solo lectura ·/);
  texts.push(shared());
  const listed = summary(record.id, { ...record.results!.summary, verdict: record.verdict });
  const ofCard = { simulation: listed, onDelete: () => {}, onShare: () => {}, choice: null };
  texts.push(textOf(createElement(SimulationCard, ofCard)));
  const rows = comparison([record]).flatMap((group) => group.rows);
  texts.push(squeezed(rows.flatMap(({ cells }) => cells.map(({ text }) => text)).join(" ")));
  for (const text of texts) {
    expect(text).toContain(sentence);
    expect(text).toContain(saving);
    expect(text).toContain(npv);
  }
});

test.each(KINDS)("the %s report says the verdict of the API with the saving and NPV of step 6", async (kind) => {
  const text = await textOfReport(report, kind);
  const { saving, npv } = figures();
  expect(text).toContain(squeezed(record.verdict!.sentence));
  expect(text).toContain(saving);
  expect(text).toContain(npv);
});

/** What the command line prints of a case. */
async function printedCase(content: object, ...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "verdict-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "case.json");
  writeFileSync(file, JSON.stringify({ ...content, solver: "fast" }));
  const child = spawn(process.execPath, commandArgs("simulate", file, ...options), {
    env: { PATH: process.env.PATH ?? "" },
  });
  logOutputOf({ stdout: null, stderr: child.stderr });
  return (await json(child.stdout)) as { verdict: unknown; summary: object; curve?: object };
}

test("the command line says the verdict, saving and NPV of the API", async () => {
  const printed = await printedCase({ inputParameters: input }, "--scenarios", String(record.uncertainty!.total));
  expect(printed.verdict).toEqual(record.verdict);
  expect(printed.summary).toEqual(record.results!.summary);
});

test("step 5 says the saving of step 6, and the NPV that its verdict says", async () => {
  updateCalculator(() => BEFORE_STEP_5);
  answerOf({ configurations });
  const text = show(createElement(BatteryStep));
  await waitFor(() => expect(text()).toContain(figures().saving));
  expect(text()).toContain(squeezed(`${npvSign(record.results!.summary.npv!)}:`) + worth());
  expect(squeezed(record.verdict!.sentence)).toContain(worth());
});

test("the landing page says the saving of step 6 in round figures, and the NPV that its verdict says", () => {
  const { savings, npv } = record.results!.summary;
  const text = textOf(
    createElement(Taste, { state: { estimate: quickEstimate(ANSWERS), pending: false }, onChange: () => {} }),
  );
  expect(text).toContain(squeezed(`${spell([roundEuros(savings)])} al año`));
  expect(text).toContain(squeezed(`${npvSign(npv!)}:`) + worth());
});

test("cards and bell, which come before the scenarios, say the sign of the NPV alike", () => {
  const { savings, npv } = record.results!.summary;
  for (const card of Object.values(record.sensitivity!.sizing!.cards))
    expect(card.verdict).toMatch(new RegExp(`^${npvSign(card.npv_eur!)}: vale `));
  const told = notificationText({
    kind: "simulation.completed",
    subjectId: record.id,
    data: { name: "A", savings, npv },
  });
  expect(told.body).toContain(npvSign(npv!));
});

test("a notification never tells a customer's saving beside the value of who invests", () => {
  const told = (data: object) =>
    notificationText({ kind: "simulation.completed", subjectId: record.id, data: { name: "A", ...data } }).body;
  expect(told({ savings: null, npv: 5000 })).toBe("A: VAN positivo; ya puede ver los resultados.");
  expect(told({})).toBe("A: ya puede ver los resultados.");
});

test("the row of the case's own contract has the word, the value and the probability of the verdict", () => {
  const { results, uncertainty, verdict } = record;
  const own = contractRows(results!, uncertainty!.result).find((row) => row.own)!;
  expect(own.verdict).toEqual({ word: verdict!.word, tone: VERDICT_TONES[verdict!.code] });
  expect(own.npv).toBe(results!.summary.npv);
  expect(own.saving).toBe(results!.summary.savings);
  expect(own.probability).toBe(uncertainty!.result!.probability_npv_positive!.value);
});

test("the explorer says the verdict of the API for the battery as it is", () => {
  expect(explored(record)).toBe(reasonOf(record));
});

const reasonOf = ({ verdict }: Pick<SimulationRecord, "verdict">): string => verdict!.sentence.split(";")[0]!;
/** What the explorer says of a result, without its odds, which are of fewer scenarios. */
function explored({ results, inputParameters, ...studies }: SimulationRecord): string {
  return reasonOf(openExplorer(exploredCase(results!, inputParameters, studies)!)(inputParameters));
}

test("a measured curve gives API, reports, command line and explorer the same figures, and stands beside them", async () => {
  const load = "shared/curves/fixtures/doce-meses.zip";
  const { curves, contents } = await readCurves(load, undefined);
  const battery = { battery_capacity: 500, max_charge_power: 250, max_discharge_power: 250, capex_eur: 60_000 };
  const asked = { ...battery, pv_value: 500, total_spending: 100_000 };
  const curve_id = "5b0f6f0a-2f4e-4a53-9b53-6f8f3f1d2c11";
  const input = caseOf(completeInput({ ...asked, curve_id }, curves));
  const series = storedSeries(input, contents);
  const report = await computedReport({ ...asked, curve_id }, { curves, series });
  const record = recordOfReport(report);
  const { summary, curve } = record.results!;
  const inputs = { ...record.inputParameters, curve_id };

  const printed = await printedCase({ inputParameters: asked }, "--load", load);
  expect(printed).toMatchObject({ summary, curve });
  const opened = exploredCase(record.results!, inputs, record)!;
  const explored = openExplorer(opened, series)(inputs);
  expect([explored.savings, explored.npv]).toEqual(
    [summary.savings, summary.npv].map((value) => expect.closeTo(value!, 2)),
  );
  expect(explored.verdict.code).toBe(record.verdict!.code);
  for (const kind of FULL ? KINDS : (["premium"] as const)) {
    const text = await textOfReport(report, kind);
    const said = [spellFigure("savings", summary.savings), spell(trustLine(curve!)), "Su curva mes a mes"];
    for (const words of said) expect(text).toContain(squeezed(words));
    expect(text).not.toMatch(/CUPS|ES\d{16}/);
  }
}, 300_000);

test("where all kinds of an unknown contract gain, but not as surely, every place says that it depends on it", async () => {
  const report = await computedReport({
    ...{ demand_value: 250, pv_value: 2000, total_spending: 180_000, capex_eur: 195_000 },
    ...{ battery_capacity: 1000, max_charge_power: 250, max_discharge_power: 250 },
    ...{ ahorro_termino_potencia: 0, garantia_suministro: 0 },
  });
  const record = recordOfReport(report);
  const rows = contractRows(record.results!, record.uncertainty!.result);
  expect(rows.every(({ npv }) => npv! > 0)).toBe(true);
  expect(new Set(rows.map((row) => row.verdict!.word))).toEqual(new Set(["Compensa", "Depende"]));
  expect(record.verdict!.sentence).toMatch(/^Depende: de su contrato; /);
  expect(explored(record)).toBe("Depende: de su contrato");

  const sentence = squeezed(record.verdict!.sentence);
  expect(textOf(createElement(SimulationDetail, { record }))).toContain(sentence);
  for (const kind of FULL ? KINDS : (["basic"] as const)) expect(await textOfReport(report, kind)).toContain(sentence);
}, 300_000);
