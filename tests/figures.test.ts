// @vitest-environment happy-dom

// First: components read what it writes as soon as they are imported.
import "./support/website-data.ts";
import { RESULTS_LOCALE } from "@ecotrim/contracts/locale";
import { formatNumber } from "@ecotrim/contracts/numbers";
import { caseOf, completeInput } from "@ecotrim/contracts/simulations/input";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { Indicator, Results } from "@ecotrim/contracts/simulations/result";
import { solveByValueFunction } from "@ecotrim/engine/dispatch/value-function-solver";
import type { Outcome } from "@ecotrim/engine/outcome";
import { runSimulation } from "@ecotrim/engine/simulate";
import {
  billSentences,
  conceptRows,
  excessRows,
  monthConcepts,
  monthExcess,
  monthTotals,
  powerRows,
} from "@ecotrim/present/bill/contract-bill";
import { BILLS, VALUE } from "@ecotrim/present/bill/contract-bill.fixture";
import { ECONOMICS_ROWS } from "@ecotrim/present/economics-rows";
import {
  ECONOMICS_KEYS,
  ENERGETICS_KEYS,
  type FigureKey,
  figuresOf,
  indicator,
  labelOf,
  type Place,
  type ResultKey,
  spell,
} from "@ecotrim/present/figures";
import { spell as written } from "@ecotrim/present/phrase";
import { simulationOutput } from "@ecotrim/present/results/results";
import { asStored } from "@ecotrim/present/results/stored.fixture";
import { MantineProvider } from "@mantine/core";
import { cleanup, render } from "@testing-library/react";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import * as compared from "../web/src/features/comparison/comparison.ts";
import type { CompletedRecord } from "../web/src/features/results/completed-record.ts";
import { KeyFigure } from "../web/src/features/results/key-figure.tsx";
import { MoneyFigures } from "../web/src/features/results/money-part.tsx";
import * as detail from "../web/src/features/simulation-detail/kpi-tab.tsx";
import { readResults } from "../web/src/features/simulation-detail/read-results.ts";
import { NumberStyleProvider, numberStyle } from "../web/src/lib/number-style.ts";
import { renderReport } from "../worker/src/pdf/report.ts";
import { INVESTMENT_FIGURES } from "../worker/src/pdf/sections/economics.ts";
import { BALANCE_FIGURES } from "../worker/src/pdf/sections/energy.ts";

const KEYS: ResultKey[] = [...ECONOMICS_KEYS, ...ENERGETICS_KEYS, "first_year_income_by_power"];
/** A step of the calculation, for tables to come: no screen shows it. */
const UNSHOWN: ResultKey[] = ["energy_saving_eur"];

const DETAIL_KEYS = [...detail.ENERGY_FIGURES, ...detail.ECONOMICS_FIGURES, ...detail.FURTHER_FIGURES].map(
  ([key]) => key,
);
const COMPARISON_KEYS = [...compared.ECONOMICS_FIGURES, ...compared.ENERGY_FIGURES];
const REPORT_KEYS: ResultKey[] = [...INVESTMENT_FIGURES, ...BALANCE_FIGURES, "first_year_income_by_power"];

const KPI_TABLE = [
  "savings",
  "irr",
  "npv",
  "payback_years",
  "simple_payback",
  "spending_to_savings",
  "capex_eur",
  "lcoe",
  "lcoe_without_battery",
  "lcos",
  "total_demand",
  "total_generation",
  "total_autoconsume",
  "self_consumption_fct",
  "total_import",
  "total_export",
  "cycles_per_year",
] as const satisfies (ResultKey | "simple_payback")[];
const KPI_DEMAND: FigureKey[] = [
  "total_demand",
  "demand_covered",
  "import_to_demand",
  "demand_covered_fct",
  "import_peak_without",
  "import_peak_with",
];
const KPI_BATTERY: FigureKey[] = [
  "total_discharge",
  "cycles_per_year",
  "price_spread",
  "total_charge",
  "charge_from_pv",
  "final_state_of_health",
];

/** Removes whitespace, which each kind of page breaks differently. */
const squeezed = (text: string): string => text.replace(/[\s\u00a0\u202f]/g, "");
const markup = (node: ReactNode): string =>
  renderToStaticMarkup(createElement(MantineProvider, { env: "test", children: node }));
const textOf = (html: string): string => squeezed(html.replace(/<[^>]*>/g, "").replaceAll("&nbsp;", ""));

let outcome: Outcome;
let results: Results;
let record: SimulationRecord;

beforeAll(async () => {
  const inputParameters = completeInput({
    demand_value: 500,
    total_spending: 400_000,
    battery_capacity: 2000,
    max_charge_power: 500,
    max_discharge_power: 500,
  });
  outcome = await runSimulation(
    { input: caseOf(inputParameters) },
    {
      solve: async (problems) =>
        problems.map((problem) => {
          const solved = solveByValueFunction(problem);
          if (!solved.ok) throw new Error(`not exact at step ${solved.step}`);
          return solved.solution;
        }),
    },
  );
  results = asStored(simulationOutput(outcome).results);
  record = {
    id: "0b6cc3d1-6a8f-4c6e-9d0f-0d2b6f1c7a55",
    version: "1",
    status: "completed",
    source: "platform",
    name: null,
    site: null,
    installationId: null,
    isOwn: true,
    createdAt: "2026-11-27T23:30:00.000Z",
    completedAt: "2026-11-27T23:31:00.000Z",
    inputParameters,
    calculatorContext: null,
    financeTerms: null,
    progress: null,
    stages: [],
    requestId: null,
    queuePosition: null,
    startsInS: null,
    executionTime: 3120,
    results,
    power: null,
    uncertainty: null,
    sensitivity: null,
    verdict: null,
    error: null,
  };
}, 300_000);

/** Label and value side by side, as a place shows them. */
const shown = (key: ResultKey, place: Place): string =>
  squeezed(labelOf(key, place) + spell(key, figuresOf(results)[key], place));

async function reportText(kind: "basic" | "premium" = "premium", shown = results): Promise<string> {
  const holder = { firstName: "Lucía", lastName: "Núñez", company: null };
  const file = await renderReport(kind, {
    simulation: { ...record, results: shown },
    holder,
    issuedAt: record.createdAt,
  });
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  let text = "";
  for (let page = 1; page <= pdf.numPages; page++) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    text += items.map((item) => ("str" in item ? item.str : "")).join("");
  }
  await pdf.destroy();
  return squeezed(text);
}

describe("the list of figures", () => {
  test("the list of figures gives the detail its labels, units and decimals", () => {
    const view = readResults(results, record.inputParameters);
    const text = textOf(markup(createElement(detail.KpiTab, { record, view })));
    for (const key of DETAIL_KEYS) expect(text).toContain(shown(key, "card"));
  });

  test("the list of figures gives step 6 the same labels, units and decimals in another locale", () => {
    for (const key of KEYS) {
      const value = figuresOf(results)[key];
      const figure = createElement(KeyFigure, { name: key, value, note: "" });
      const text = textOf(markup(createElement(NumberStyleProvider, { value: numberStyle(RESULTS_LOCALE) }, figure)));
      expect(text).toContain(squeezed(labelOf(key, "card") + spell(key, value, "card", RESULTS_LOCALE)));
    }
  });

  test("the list of figures gives the comparison its labels, units and decimals", () => {
    const rows = compared.comparison([record]).flatMap((group) => group.rows);
    const texts = rows.map(({ label, cells }) => squeezed(label + cells[0]?.text));
    for (const key of COMPARISON_KEYS) expect(texts).toContain(shown(key, "comparison"));
  });

  test("the list of figures gives the report its labels, units and decimals", async () => {
    const text = await reportText();
    for (const key of REPORT_KEYS) expect(text).toContain(shown(key, "report"));
  });

  test("the list of figures gives the indicator tables of the results their labels and units", () => {
    const figures = figuresOf(results);
    const { kpi_demand, kpi_battery } = results.operative_analysis!;
    const names = (rows: Indicator[]) => rows.map(({ indicator: name, units }) => [name, units]);
    expect(results.kpi_table).toEqual(
      KPI_TABLE.map((key) => indicator(key, key === "simple_payback" ? outcome.simplePaybackYears : figures[key])),
    );
    expect(names(kpi_demand)).toEqual(names(KPI_DEMAND.map((key) => indicator(key, 0))));
    expect(names(kpi_battery)).toEqual(names(KPI_BATTERY.map((key) => indicator(key, 0, "batteryIndicator"))));
  });

  test("the list of figures gives the table of costs the names of its rows", () => {
    const { otherTerms: _, ...rows } = ECONOMICS_ROWS;
    expect(results.project_economics_table?.map(({ var_name }) => var_name)).toEqual(Object.values(rows));
  });

  test("the list of figures holds no figure of the results that the report leaves out", () => {
    expect([...REPORT_KEYS, ...UNSHOWN].sort()).toEqual([...KEYS].sort());
  });
});

describe("the bill of a contract", () => {
  afterEach(cleanup);
  const rowsOf = (tables: { label: string; values: (number | null)[] }[][]) =>
    tables
      .flat()
      .map(({ label, values }) =>
        squeezed(label + values.map((value) => (value === null ? "–" : formatNumber(value, { decimals: 0 }))).join("")),
      );
  const YEAR = rowsOf([powerRows(BILLS), conceptRows(BILLS), excessRows(BILLS)]);
  const MONTHS_WITH_BATTERY = rowsOf([monthConcepts(BILLS.best_with).rows, monthExcess(BILLS.best_with).rows]);
  const billed = (): Results => ({ ...results, bill: BILLS, battery_value: VALUE });
  const sentences = () => billSentences(BILLS, billed()).map((sentence) => squeezed(written(sentence)));

  test("the bill of a contract has one figure for each concept, month and period on step 6 and detail", () => {
    const shownRecord = { ...record, results: billed() } as CompletedRecord;
    const screen = createElement(MoneyFigures, { record: shownRecord });
    const { container } = render(createElement(MantineProvider, { env: "test", children: screen }));
    const text = squeezed(container.textContent ?? "");
    for (const part of [...YEAR, ...MONTHS_WITH_BATTERY, ...sentences()]) expect(text).toContain(part);
    expect(text).not.toContain(squeezed("Factura de energía por mes"));
  });

  test.each([
    ["basic", rowsOf([monthTotals(BILLS).rows])],
    ["premium", [...rowsOf([monthTotals(BILLS).rows]), ...MONTHS_WITH_BATTERY]],
  ] as const)("the bill of a contract has the same figures in the %s report", async (kind, months) => {
    const text = await reportText(kind, billed());
    for (const part of [...YEAR, ...months, ...sentences()]) expect(text).toContain(part);
    expect(text).not.toContain(squeezed("Factura de energía por mes"));
  });

  test("the bill of a contract has the same figures in the comparison", () => {
    const rows = compared.comparison([{ ...record, results: billed() }]).flatMap((group) => group.rows);
    const cells = (label: string) => rows.filter((row) => row.label.startsWith(label)).map((row) => row.cells[0]?.text);
    const euros = (values: (number | null)[]) => values.map((value) => formatNumber(value, { decimals: 0, unit: "€" }));
    const [power, excess, , total] = conceptRows(BILLS).map(({ values }) => euros(values));
    expect(cells("Término de potencia")).toEqual(power);
    expect(cells("Excesos de potencia")).toEqual(excess);
    expect(cells("Factura sin IVA")).toEqual(total);
  });
});
