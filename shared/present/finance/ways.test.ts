import { completeTerms, type FinanceTermsInput } from "@ecotrim/contracts/simulations/finance-terms";
import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { fastSolve } from "@ecotrim/engine/dispatch/fast-solve.fixture";
import { financingWays } from "@ecotrim/engine/economics/ways";
import { runSimulation } from "@ecotrim/engine/simulate";
import { ANCHOR_SITES } from "@ecotrim/engine/studies/uncertainty/centre";
import { expect, test } from "vitest";
import { numberWriter } from "../number-writer.ts";
import { simulationOutput } from "../results/results.ts";
import { bearerTable, wayTable } from "./ways.ts";

const resultsOf = async (input: SimulationInput) =>
  simulationOutput(await runSimulation({ input: readCase(input) }, { solve: fastSolve })).results;

const rowSum = (rows: Partial<Record<string, readonly number[]>>, year: number, lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + (rows[line]?.[year] ?? 0), 0);

const SAVING = ["energy", "power", "excess", "reactive", "electricity_tax", "operation", "auxiliaries", "extra_power"];

test.each(ANCHOR_SITES.slice(0, 3))(
  "a purchase before tax is the cash flow, the value and the rate of the result: %o",
  async (site) => {
    const results = await resultsOf(site);
    const { customer } = financingWays(results, completeTerms())![0]!;
    for (const { year, ...row } of results.economic_model!.cashflow_df) {
      expect(customer.net[year]).toBeCloseTo(row.net_eur, 6);
      expect(rowSum(customer.rows, year, SAVING)).toBeCloseTo(row.saving_eur, 6);
      expect(rowSum(customer.rows, year, ["om"])).toBeCloseTo(-row.om_eur, 6);
      expect(rowSum(customer.rows, year, ["replacement"])).toBeCloseTo(-row.replacement_eur, 6);
    }
    expect(customer.npvEur).toBeCloseTo(results.summary.npv!, 4);
    expect(customer.irr).toBeCloseTo(results.summary.irr!, 9);
  },
);

test("an investor with a revenue share has the owner's cash flow of the result, and the customer the rest", async () => {
  const results = await resultsOf({ ...ANCHOR_SITES[0]!, revenue_share_fct: 0.6 });
  const sharing = financingWays(results, completeTerms({}, 0.6))!.at(-1)!;
  for (const { year, net_eur, customer_saving_eur } of results.economic_model!.cashflow_df) {
    expect(sharing.owner!.net[year]).toBeCloseTo(net_eur, 6);
    expect(sharing.customer.net[year]).toBeCloseTo(customer_saving_eur!, 6);
  }
  expect(sharing.customer.firstYearEur).toBeCloseTo(results.summary.savings!, 6);
  expect(sharing.owner!.npvEur).toBeCloseTo(results.summary.npv!, 4);
});

test("the table says which way needs no investment, and names the view of the tax", async () => {
  const results = await resultsOf(ANCHOR_SITES[0]!);
  const written = (given: FinanceTermsInput) => {
    const terms = completeTerms(given);
    const ways = financingWays(results, terms)!;
    const writer = numberWriter("es");
    return { ways: wayTable(ways, terms, writer), bearers: bearerTable(ways, terms, writer) };
  };
  const before = written({ sharing: { saving_fct: 0.3 } });
  expect(before.ways.head.at(-2)).toBe("VAN antes de impuestos");
  const rates = Object.fromEntries(before.ways.rows.map(({ key, cells }) => [key, cells.at(-1)]));
  expect([rates.lease, rates.service]).toEqual(["sin inversión", "sin inversión"]);
  expect(before.bearers.rows.at(-1)!.cells[2]).toBe("Usted 70\u00a0%, inversor 30\u00a0%");
  expect(written({ tax: { applies: true } }).ways.head.at(-2)).toBe("VAN después de impuestos");
});
