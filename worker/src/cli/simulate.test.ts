import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { commandArgs } from "../../../tests/support/commands.ts";
import { FULL } from "../../../tests/support/full.ts";
import { logOutputOf } from "../../../tests/support/test-log.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "simulate-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command in a separate process, whose environment holds only the PATH. */
async function simulate(content: unknown, ...options: string[]) {
  const file = join(folder, "case.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  const child = spawn(process.execPath, commandArgs("simulate", file, ...options), {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? "" },
  });
  logOutputOf(child);
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, output, errors, answer: JSON.parse(output) };
}

const day = (value: number) => new Array(24).fill(value);
const six = (value: number) => new Array(6).fill(value);

describe("npm run simulate", () => {
  test("npm run simulate prints the results of a case and writes its hours as a Spanish spreadsheet", async () => {
    const csv = join(folder, "hours.csv");
    const inputParameters = {
      demand_value: "500",
      pv_value: "1.250,5",
      end_date: "2024-01-07",
      battery_capacity: 2000,
    };
    const { code, answer } = await simulate({ inputParameters }, "--hourly", csv);
    expect(code).toBe(0);
    expect(answer.solver.name).toBe("highs");
    expect(answer.period).toMatchObject({ steps: 168, start: "2024-01-01", end: "2024-01-07" });
    const lines = readFileSync(csv, "utf8").trimEnd().split("\r\n");
    expect(lines).toHaveLength(169);
    expect(lines[0]).toMatch(/^\uFEFFHora local;Hora UTC;Fotovoltaica \(kWh\);/);
    expect(lines[13]).toMatch(/^2024-01-01 12:00;2024-01-01 11:00;\d+,\d+;500,0000;/);
  });

  test("npm run simulate prints the bill of a contract by month, which adds up to the year", async () => {
    const { code, answer } = await simulate({
      inputParameters: { demand_value: 60, pv_value: 0, battery_capacity: 0 },
      contract: {
        tariff: "6.1TD",
        contracted_kw: six(120),
        maximeters: new Array(12).fill(six(140)),
        pricing: { kind: "fixed", price_eur_kwh: 0.12 },
      },
    });
    expect(code).toBe(0);
    const { months, total_eur, days_with_excess } = answer.bill.as_is;
    expect(months).toHaveLength(12);
    expect(months.reduce((sum: number, month: { total_eur: number }) => sum + month.total_eur, 0)).toBeCloseTo(
      total_eur,
      6,
    );
    expect(days_with_excess).toBeGreaterThan(0);
    expect(answer).not.toHaveProperty("bill_by_month");
  });

  test("npm run simulate takes the year of a measured curve, and refuses one of less", async () => {
    const inputParameters = { pv_value: 500, battery_capacity: 500, end_date: "2024-01-07" };
    const curves = "shared/curves/fixtures";
    const whole = await simulate({ inputParameters, solver: "fast" }, "--load", `${curves}/doce-meses.zip`);
    expect(whole.code).toBe(0);
    expect(whole.answer.period).toMatchObject({ steps: 8760, start: "2025-01-01", end: "2025-12-31" });
    const { trust, trust_reasons, read, modelled_import_kwh } = whole.answer.curve;
    expect({ trust, trust_reasons, case: read.report.net_case }).toEqual({
      trust: "B",
      trust_reasons: ["hourly"],
      case: "E",
    });
    // The plant is one to come, so that the model has no meter to reproduce.
    expect(modelled_import_kwh).toBeNull();
    const short = await simulate({ inputParameters }, "--load", `${curves}/bisiesto.csv`);
    expect(short.code).toBe(2);
    expect(short.answer.error).toMatchObject({ field: "load", message: expect.stringMatching(/menos de 28 días/) });
  });

  test("npm run simulate takes place, contract, tariff and conversion, and the fast solver when asked", async () => {
    const given = { demand_value: 500, total_spending: 400_000, end_date: "2024-01-07" };
    const chosen = { province: "valencia", contract_kind: "fixed_by_period", tariff: "3.0TD", tariff_year: 2025 };
    const { code, answer } = await simulate({
      inputParameters: { ...given, ...chosen, shifts: 1, conversion_efficiency: 0.95 },
      solver: "fast",
    });
    expect([code, answer.solver.name]).toEqual([0, "fast"]);
    expect(answer.tariff_version).toBe("3.0TD-2025");
    const rows: [string, string][] = answer.assumptions.map(({ key, value }: Record<string, string>) => [key, value]);
    const shown = new Map(rows);
    expect(shown.get("pv_profile")).toMatch(/^Valencia\/València/);
    expect(shown.get("contract_kind")).toBe("precio fijo por periodos");
    expect(shown.get("conversion_efficiency")).toMatch(/^95/);
    const own = answer.contract_range.filter((row: { own: boolean }) => row.own);
    expect(own.map(({ key }: { key: string }) => key)).toEqual(["fixed_by_period"]);
  });

  test.runIf(FULL)("npm run simulate refuses a province that there is none of", async () => {
    const { code, answer } = await simulate({ inputParameters: { demand_value: 500, province: "Atlantis" } });
    expect(code).toBe(2);
    expect(answer.error).toMatchObject({ code: "INVALID_INPUT" });
    expect(answer.error.field).toContain("province");
  });

  test("npm run simulate solves scenarios on all cores when asked, with the progress apart", async () => {
    const inputParameters = { demand_value: 500, end_date: "2024-01-31" };
    const { code, answer, errors } = await simulate({ inputParameters }, "--scenarios", "70");
    expect([code, answer.period.steps]).toEqual([0, 744]);
    const { p10, p50, p90 } = answer.scenarios;
    expect([p10, p50, p90]).toEqual([p10, p50, p90].toSorted((a, b) => a - b));
    expect(answer.scenarios).toMatchObject({ count: 70, npv: { p10: null, p50: null, p90: null } });
    expect(errors).toContain("70 de 70 escenarios");
  });

  test("npm run simulate prices the ways to pay on the terms of a file, and refuses others", async () => {
    const inputParameters = { demand_value: 500, pv_value: 2000, battery_capacity: 1000 };
    const terms = join(folder, "terms.json");
    writeFileSync(terms, JSON.stringify({ loan: { share_fct: 1 } }));
    const { code, answer } = await simulate({ inputParameters, solver: "fast" }, "--finance", terms);
    expect([code, answer.financing.ways.length, answer.financing.terms.loan.share_fct]).toEqual([0, 5, 1]);
    expect(answer.financing.ways[0].customer.npvEur).toBeCloseTo(answer.summary.npv, 4);
    writeFileSync(terms, JSON.stringify({ loan: { rate: 2 } }));
    const refused = await simulate({ inputParameters }, "--finance", terms);
    expect([refused.code, refused.answer.error.field]).toEqual([2, "loan.rate"]);
  });

  test.each(FULL ? ["20", "1.5", "mil", "1000001"] : ["20", "1.5"])(
    "npm run simulate refuses %s scenarios",
    async (count) => {
      const { code, answer } = await simulate({ inputParameters: { demand_value: 500 } }, "--scenarios", count);
      expect([code, answer.error.field]).toEqual([2, "scenarios"]);
    },
  );

  test("a flat price without PV saves no energy cost and says why", async () => {
    const series = { pv_kwh: day(0), demand_kwh: day(500), buy_eur_mwh: day(120), sell_eur_mwh: day(0) };
    const { code, answer } = await simulate({ series });
    expect(code).toBe(0);
    expect(answer.kpi_new_table.economics.energy_saving_eur).toBeLessThanOrEqual(0);
    expect(answer.warnings.map(({ message }: { message: string }) => message).join()).toContain("precio plano");
  });

  const EXTREMES: [string, object][] = [
    ["nothing at all", { demand_value: 0, pv_value: 0, battery_capacity: 0, total_spending: 0 }],
    ["zero PV", { demand_value: 500, pv_value: 0, end_date: "2024-01-31" }],
    ["zero consumption", { demand_value: 0, end_date: "2024-01-31" }],
    ["a tiny battery", { demand_value: 500, battery_capacity: 1, max_charge_power: 1, max_discharge_power: 1 }],
    ["a bill of 0", { demand_value: 500, total_spending: 0, end_date: "2024-01-31" }],
  ];
  test.each(FULL ? EXTREMES : EXTREMES.slice(0, 2))(
    "a case of %s gives numbers or null with a reason",
    async (_, inputParameters) => {
      const { code, output, answer } = await simulate({ inputParameters });
      expect(code).toBe(0);
      expect(output).not.toMatch(/NaN|Infinity|undefined/);
      for (const [key, value] of Object.entries(answer.summary)) {
        if (value === null) expect(answer.null_reasons[key]).toMatch(/\.$/);
      }
    },
  );

  test.each([
    ["text that is not JSON", "{", "INVALID_JSON", undefined],
    [
      "a number beyond its limits",
      { inputParameters: { demand_value: 500, pv_value: -1 } },
      "INVALID_INPUT",
      "pv_value",
    ],
  ])("a case of %s is refused with exit 2, code, sentence and field", async (_, content, errorCode, field) => {
    const { code, answer } = await simulate(content);
    expect(code).toBe(2);
    expect(answer.error).toEqual({
      code: errorCode,
      message: expect.stringMatching(/\.$/),
      ...(field ? { field } : {}),
    });
  });

  test("a case without solution ends with exit 1", async () => {
    const inputParameters = { demand_value: 500, battery_capacity: 1, limit: 20, end_date: "2024-01-01" };
    const { code, answer } = await simulate({ inputParameters });
    expect([code, answer.error.code, answer.error.field]).toEqual([1, "INFEASIBLE", "limit"]);
  });
});
