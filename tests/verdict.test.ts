// @vitest-environment happy-dom

// First: components read what it writes as soon as they are imported.
import "./support/website-data.ts";
import { RESULTS_LOCALE } from "@ecotrim/contracts/locale";
import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { notificationText } from "@ecotrim/present/notifications";
import { spell } from "@ecotrim/present/phrase";
import { contractRows } from "@ecotrim/present/results/contract-rows";
import { npvSign, VERDICT_TONES } from "@ecotrim/present/results/verdict-words";
import { exploredCase } from "@ecotrim/present/studies/explored-case";
import { openExplorer } from "@ecotrim/present/studies/explorer";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { createElement, type ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { recordOf, type SimulationRow } from "../api/src/modules/simulations/record.ts";
import { ResultScreen } from "../web/src/features/calculator/results/result-screen.tsx";
import { comparison } from "../web/src/features/comparison/comparison.ts";
import { SimulationDetail } from "../web/src/features/simulation-detail/simulation-detail.tsx";
import { SummaryVerdict } from "../web/src/features/simulations/summary-verdict.tsx";
import { NumberStyleProvider, numberStyle } from "../web/src/lib/number-style.ts";
import type { ReportContent } from "../worker/src/pdf/content.ts";
import { computedReport } from "../worker/src/pdf/report.fixture.ts";
import { renderReport } from "../worker/src/pdf/report.ts";
import { FINAL_STUDIES } from "./support/studies.ts";

/** Batteries, run and studied by the engine: every place says the same of each. */
const CASES: { title: string; fields: SimulationInput }[] = [
  { title: "of a known contract", fields: { contract_kind: "fixed_margin" } },
  {
    title: "that gains under every kind of contract, but not as surely",
    fields: {
      ...{ demand_value: 250, pv_value: 2000, total_spending: 180_000, capex_eur: 195_000 },
      ...{ battery_capacity: 1000, max_charge_power: 250, max_discharge_power: 250 },
    },
  },
];
const [KNOWN, UNKNOWN] = [0, 1] as const;
let cases: { report: ReportContent; record: SimulationRecord }[];

beforeAll(async () => {
  cases = [];
  for (const { fields } of CASES) {
    const report = await computedReport({ ...fields, ahorro_termino_potencia: 0, garantia_suministro: 0 });
    cases.push({ report, record: recordOfReport(report) });
  }
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
function textOf(node: ReactNode): string {
  const inRouter = createElement(MemoryRouter, null, node);
  const inClient = createElement(QueryClientProvider, { client: new QueryClient() }, inRouter);
  const { container } = render(createElement(MantineProvider, { env: "test", children: inClient }));
  return squeezed(container.textContent ?? "");
}
afterEach(cleanup);

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

describe.each([...CASES.entries()].map(([index, { title }]) => ({ index, title })))("a battery $title", ({ index }) => {
  test("the API answers a verdict of the battery, with its reason", () => {
    const { code, sentence, word } = cases[index]!.record.verdict!;
    expect(["pays", "depends", "does_not_pay"]).toContain(code);
    expect(sentence.startsWith(`${word}: `)).toBe(true);
    expect(sentence).toContain("escenarios");
  });

  test("step 6 says the verdict of the API in its own number style, before the label", () => {
    const { record } = cases[index]!;
    const { results } = record;
    const result = createElement(ResultScreen, { record: { ...record, results: results! }, band: null });
    const text = textOf(createElement(NumberStyleProvider, { value: numberStyle(RESULTS_LOCALE) }, result));
    const sentence = squeezed(spell(record.verdict!.sentence_parts!, RESULTS_LOCALE));
    expect(text).toContain(sentence);
    expect(text.indexOf(sentence)).toBeLessThan(text.indexOf("Clasificación"));
  });

  test("detail, shared page, list and comparison say the verdict of the API", () => {
    const { record } = cases[index]!;
    const sentence = squeezed(record.verdict!.sentence);
    const { savings, irr, npv } = record.results!.summary;
    expect(textOf(createElement(SimulationDetail, { record }))).toContain(sentence);
    const simulation = { provisional: false, verdict: record.verdict, savings, irr, npv };
    expect(textOf(createElement(SummaryVerdict, { simulation }))).toContain(sentence);
    const rows = comparison([record]).flatMap((group) => group.rows);
    expect(rows[0]).toMatchObject({ label: "Veredicto", cells: [{ text: record.verdict!.sentence }] });
  });

  test.each(["basic", "premium"] as const)(
    "the %s report says the verdict of the API",
    async (kind) => {
      const { report, record } = cases[index]!;
      expect(await textOfReport(report, kind)).toContain(squeezed(record.verdict!.sentence));
    },
    60_000,
  );

  test("the explorer says the verdict of the API for the battery as it is", () => {
    const { results, inputParameters, verdict, ...studies } = cases[index]!.record;
    const variant = openExplorer(exploredCase(results!, inputParameters, studies)!)(inputParameters);
    // Its odds are of fewer scenarios.
    expect(variant.verdict.sentence.split(";")[0]).toBe(verdict!.sentence.split(";")[0]);
  });

  test("step 5, landing page and bell, which come before the scenarios, say the sign of the NPV alike", () => {
    const { id, results, sensitivity } = cases[index]!.record;
    const { savings, npv } = results!.summary;
    for (const card of Object.values(sensitivity!.sizing!.cards))
      expect(card.verdict).toMatch(new RegExp(`^${npvSign(card.npv_eur!)}: vale `));
    const told = notificationText({
      kind: "simulation.completed",
      subjectId: id,
      data: { name: "A", savings, npv },
    });
    expect(told.body).toContain(npvSign(npv!));
  });
});

test("a notification never tells a customer's saving beside the value of who invests", () => {
  const told = (data: object) =>
    notificationText({ kind: "simulation.completed", subjectId: "1", data: { name: "A", ...data } }).body;
  expect(told({ savings: null, npv: 5000 })).toBe("A: VAN positivo; ya puede ver los resultados.");
  expect(told({})).toBe("A: ya puede ver los resultados.");
});

test("the row of a known contract has the word, the value and the probability of the verdict", () => {
  const { results, uncertainty, verdict } = cases[KNOWN]!.record;
  const own = contractRows(results!, uncertainty!.result).find((row) => row.own)!;
  expect(own.verdict).toEqual({ word: verdict!.word, tone: VERDICT_TONES[verdict!.code] });
  expect(own.npv).toBe(results!.summary.npv);
  expect(own.saving).toBe(results!.summary.savings);
  expect(own.probability).toBe(uncertainty!.result!.probability_npv_positive!.value);
});

test("the verdict depends on an unknown contract where the words of its rows differ, though all have a positive NPV", () => {
  const { results, uncertainty, verdict } = cases[UNKNOWN]!.record;
  const rows = contractRows(results!, uncertainty!.result);
  expect(rows.every(({ npv }) => npv! > 0)).toBe(true);
  expect(new Set(rows.map((row) => row.verdict!.word))).toEqual(new Set(["Compensa", "Depende"]));
  expect(verdict!.sentence).toMatch(/^Depende: de su contrato; /);
});
