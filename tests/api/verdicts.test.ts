import type { SimulationSummary } from "@ecotrim/contracts/simulations/association";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApp, type TestApp } from "../support/app.ts";
import { testServices } from "../support/services.ts";
import { newInput } from "../support/simulations.ts";

type Who = Awaited<ReturnType<TestApp["register"]>>;

const services = testServices("postgres");
let api: TestApp;
beforeAll(async () => {
  api = await openApp(services);
});
afterAll(() => api.close());

const SUMMARY = {
  ...{ savings: 81_234, irr: 0.11, npv: 119_432, lcoe: 40, capex_eur: 515_000 },
  payback_years: 6.71 as number | null,
};
const CUSTOMERS = { savings: 48_000, payback_years: null };

/** The part of results that verdicts and lists read. */
const resultsOf = (summary: Partial<typeof SUMMARY>, engine_version: string, others: object = {}) => {
  const figures = { ...SUMMARY, ...summary };
  return {
    summary: figures,
    kpi_new_table: { economics: figures },
    warnings: [],
    null_reasons: {},
    contract_range: [],
    economic_case: { assumptions: { discount_rate: 0.075, life_years: 15 } },
    engine_version,
    ...others,
  };
};

interface Given {
  kind?: string;
  summary?: Partial<typeof SUMMARY>;
  version?: string;
  others?: object;
}

/** A simulation of a user's, completed as a worker of that version would. */
async function completed(as: Who, given: Given = {}): Promise<string> {
  const { kind = "fixed", summary = {}, version = "2.0.0", others = {} } = given;
  const body = { inputParameters: { ...newInput(), contract_kind: kind } };
  const { id } = (await api.call("POST", "/api/simulations", { as, body })).json().data;
  await api.alterComputationOf(
    id,
    `status = 'completed', finished_at = now(), execution_time_ms = 100, engine_version = '${version}',
     results = '${JSON.stringify(resultsOf(summary, version, others))}'`,
  );
  return id;
}

async function study(id: string, kind: string, content: object, status = "completed"): Promise<void> {
  await api.dataSource.query(
    `INSERT INTO studies (computation_id, kind, status, done, total, content)
     SELECT computation_id, $2, $3, 2000, 2000, $4 FROM simulations WHERE id = $1`,
    [id, kind, status, content],
  );
}
const scenarios = (id: string, count: number, probability: number, status?: string) =>
  study(id, "uncertainty", { count, probability_npv_positive: { value: probability, standard_error: 0.01 } }, status);

const list = async (as: Who, query = ""): Promise<SimulationSummary[]> =>
  (await api.call("GET", `/api/user-simulations/user/simulations?${query}`, { as })).json().data;
const record = async (as: Who, id: string): Promise<SimulationRecord> =>
  (await api.call("GET", `/api/simulations/${id}`, { as })).json().data;

/** Records need whole results to be answered, so lists are asked alone where the results are a part. */
const verdictOf = async (as: Who, id: string) => (await list(as)).find((one) => one.id === id)?.verdict;

describe("the verdict of a list", () => {
  test("a list says the verdict of each completed simulation, from its scenarios", async () => {
    const ana = await api.register();
    const [pays, not, waiting] = [await completed(ana), await completed(ana), await completed(ana)];
    await scenarios(pays, 2000, 0.86);
    await scenarios(not, 2000, 0.1);
    await scenarios(waiting, 128, 0.9, "processing");
    expect(await verdictOf(ana, pays)).toMatchObject({
      code: "pays",
      word: "Compensa",
      sentence: expect.stringContaining("pierde dinero en 1 de cada 7 escenarios"),
    });
    expect(await verdictOf(ana, not)).toMatchObject({ code: "does_not_pay" });
    expect(await verdictOf(ana, waiting)).toMatchObject({ code: "pending", word: "VAN positivo" });
  });

  test("a list tells kinds of contract of one sign by their shares of the scenarios, where nobody knows the contract", async () => {
    const ana = await api.register();
    const contract_range = [
      { key: "fixed_margin", saving_eur: 81_234, npv_eur: 119_432 },
      { key: "fixed", saving_eur: 60_000, npv_eur: 13_414 },
    ];
    const saidWith = async (count: number, contract_probabilities?: object[]) => {
      const id = await completed(ana, { kind: "unknown", others: { contract_range } });
      const probability_npv_positive = { value: 0.987, standard_error: 0.01 };
      await study(id, "uncertainty", { count, probability_npv_positive, contract_probabilities });
      return (await verdictOf(ana, id))?.sentence;
    };
    const shares = (fixed: number) => [
      { key: "fixed_margin", value: 0.987 },
      { key: "fixed", value: fixed },
    ];
    expect(await saidWith(2000, shares(0.66))).toMatch(/^Depende: de su contrato; .* del 66\s% al 99\s%\.$/);
    expect(await saidWith(2000, shares(0.8))).toMatch(/^Compensa: /);
    expect(await saidWith(249, shares(0.66))).toMatch(/^VAN positivo/);
    expect(await saidWith(2000)).toMatch(/^Compensa: /);
  });

  test("a list says the verdict of a revenue share with the figures of who invests", async () => {
    const ana = await api.register();
    const owner = { share_fct: 0.6, savings: 72_000, payback_years: 6.7, lcoe: 40 };
    const late = { ...owner, payback_years: null };
    const pays = await completed(ana, { summary: CUSTOMERS, others: { owner } });
    const not = await completed(ana, { summary: CUSTOMERS, others: { owner: late } });
    await scenarios(pays, 2000, 0.86);
    await scenarios(not, 2000, 0.1);
    const [said, saidLate] = [await verdictOf(ana, pays), await verdictOf(ana, not)];
    expect(said?.sentence).toMatch(/^Compensa: quien invierte recupera 515.000\s€ en 6,7\saños/);
    expect(saidLate?.sentence).toMatch(/^No compensa: quien invierte no recupera 515.000\s€ en 15\saños/);
  });

  test("a list names what a verdict depends on as soon as tornado and sizes are both there", async () => {
    const ana = await api.register();
    const id = await completed(ana);
    await scenarios(id, 2000, 0.5);
    await study(id, "sensitivity", { drivers: [{ key: "capex" }, { key: "pv" }] });
    expect((await verdictOf(ana, id))?.sentence).not.toContain("de la inversión");
    await study(id, "sizing", {});
    expect((await verdictOf(ana, id))?.sentence).toMatch(/^Depende: de la inversión; /);
  });

  test("a list passes over the discount rate, which is a choice, for what a verdict depends on", async () => {
    const ana = await api.register();
    const dependingOn = async (...keys: string[]) => {
      const id = await completed(ana);
      await scenarios(id, 2000, 0.5);
      await study(id, "sensitivity", { drivers: keys.map((key) => ({ key })) });
      await study(id, "sizing", {});
      return (await verdictOf(ana, id))?.sentence;
    };
    expect(await dependingOn("discount_rate", "pv", "capex")).toMatch(/^Depende: de la producción fotovoltaica; /);
    expect(await dependingOn("discount_rate")).toMatch(/^Depende: de los precios/);
  });

  test("a simulation that is not completed has no verdict, in the list and in its record", async () => {
    const ana = await api.register();
    const body = { inputParameters: newInput() };
    const { id } = (await api.call("POST", "/api/simulations", { as: ana, body })).json().data;
    expect(await verdictOf(ana, id)).toBeNull();
    expect((await record(ana, id)).verdict).toBeNull();
  });

  test("results of another program have no verdict of ours, in the list and in their record", async () => {
    const ana = await api.register();
    const { id } = (
      await api.call("POST", "/api/simulations", { as: ana, body: { inputParameters: newInput() } })
    ).json().data;
    const body = { results: { kpi_new_table: { economics: { savings: 9 } } }, executionTime: 5 };
    await api.call("PUT", `/api/simulations/${id}/complete`, { as: ana, body });
    expect(await verdictOf(ana, id)).toMatchObject({ code: "none" });
    expect((await record(ana, id)).verdict).toEqual(await verdictOf(ana, id));
  });
});

describe("results that are not to be relied on", () => {
  test("a list shows no figure of a result whose spending was replaced, ranks it last, and it is no best saving", async () => {
    const ana = await api.register();
    const others = { warnings: [{ code: "spending_out_of_range", message: "" }] };
    const id = await completed(ana, { summary: { savings: 999_999 }, others });
    await completed(ana, { summary: { savings: 70 } });
    const row = (await list(ana, "sort=savings")).at(-1)!;
    expect(row).toMatchObject({ id, savings: null, irr: null, npv: null, lcoe: null, paybackYears: null });
    expect(row.verdict!.sentence).toBe("No podemos fiarnos de este resultado: revise su gasto.");
    const stats = (await api.call("GET", "/api/simulations/stats/overview", { as: ana })).json().data;
    expect(stats.bestSavings).toBe(70);
  });
});

describe("results without a rank", () => {
  test("results of an old model keep their figures, without a verdict, and come last by savings", async () => {
    const ana = await api.register();
    const old = await completed(ana, { summary: { savings: 999_999 }, version: "1.3.0+dbc262ec1141" });
    const small = await completed(ana, { summary: { savings: 10 } });
    const large = await completed(ana, { summary: { savings: 20 } });
    const bySavings = await list(ana, "sort=savings");
    expect(bySavings.map(({ id }) => id)).toEqual([large, small, old]);
    expect(bySavings[2]).toMatchObject({
      savings: 999_999,
      verdict: { code: "old", sentence: "Calculado con un modelo anterior." },
    });
  });

  test("the best saving is of the present model and of a battery whose NPV is positive", async () => {
    const ana = await api.register();
    const best = async () =>
      (await api.call("GET", "/api/simulations/stats/overview", { as: ana })).json().data.bestSavings;
    await completed(ana, { summary: { savings: 999_999 }, version: "1.3.0" });
    await completed(ana, { summary: { savings: 500, npv: -1 } });
    expect(await best()).toBeNull();
    await completed(ana, { summary: { savings: 40 } });
    await completed(ana, { summary: { savings: 70 } });
    expect(await best()).toBe(70);
  });

  test("results of another program come last by savings and are no best saving, however large", async () => {
    const ana = await api.register();
    const small = await completed(ana, { summary: { savings: 70 } });
    const larger = await completed(ana, { summary: { savings: 999_999 } });
    const body = { results: { kpi_new_table: { economics: { savings: 1e9, npv: 1e9 } } }, executionTime: 5 };
    const { id } = (
      await api.call("POST", "/api/simulations", { as: ana, body: { inputParameters: newInput() } })
    ).json().data;
    await api.call("PUT", `/api/simulations/${id}/complete`, { as: ana, body });
    expect((await list(ana, "sort=savings")).map((one) => one.id)).toEqual([larger, small, id]);
    const ranks = await api.dataSource.query(
      "SELECT savings, ranked_savings, ranked_npv FROM user_simulations WHERE simulation_id = $1",
      [id],
    );
    expect(ranks).toEqual([{ savings: 1e9, ranked_savings: null, ranked_npv: null }]);
    const stats = (await api.call("GET", "/api/simulations/stats/overview", { as: ana })).json().data;
    expect(stats.bestSavings).toBe(999_999);
  });

  test("a row that was completed before lists kept what a verdict is about is of an old model", async () => {
    const ana = await api.register();
    const id = await completed(ana, { version: "1.3.0" });
    await api.alterComputationOf(id, "verdict_basis = NULL");
    expect(await verdictOf(ana, id)).toMatchObject({ code: "old" });
  });
});
