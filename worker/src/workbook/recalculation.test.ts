import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { StoredEconomicCase } from "@ecotrim/contracts/simulations/result";
import { economics } from "@ecotrim/engine/economics/economics";
import { readStoredCase } from "@ecotrim/engine/economics/own-capex";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FULL } from "../../../tests/support/full.ts";
import { named, type ReadWorkbook, readWorkbook, withoutValues } from "../../../tests/support/workbook.ts";
import type { ReportContent } from "../pdf/content.ts";
import { computedReport } from "../pdf/report.fixture.ts";
import { renderWorkbook } from "./workbook.ts";

/** LibreOffice calculates workbooks without any value: only `npm run test:full`, which installs it. */

const CENT = 0.005;

let folder: string;
let report: ReportContent;
beforeAll(async () => {
  if (!FULL) return;
  folder = mkdtempSync(join(tmpdir(), "ecotrim-workbook-"));
  report = await computedReport();
}, 300_000);
afterAll(() => FULL && rmSync(folder, { recursive: true, force: true }));

/** The workbook as LibreOffice calculates it, with other values in the cells of these names. */
function recalculated(file: Uint8Array, changes: Record<string, number> = {}): ReadWorkbook {
  writeFileSync(join(folder, "given.xlsx"), withoutValues(file, changes));
  const { status, stderr } = spawnSync("soffice", [
    `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`,
    ...["--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", join(folder, "out")],
    join(folder, "given.xlsx"),
  ]);
  expect(status, String(stderr)).toBe(0);
  return readWorkbook(readFileSync(join(folder, "out", "given.xlsx")));
}

/** What the engine makes of a result under other assumptions, its life as long as they say. */
function expected(given: StoredEconomicCase, changes: Partial<StoredEconomicCase["assumptions"]>) {
  const assumptions = { ...given.assumptions, ...changes };
  const later = given.later_energy_saving_eur!.map((energy_saving_eur) => ({
    ...{ energy_saving_eur, discharged_mwh: 0, charge_cost_eur: 0 },
  }));
  const operation = [...given.operation, ...later].slice(0, assumptions.life_years);
  return economics(readStoredCase({ ...given, assumptions, operation }));
}

test.runIf(FULL).each<[string, SimulationInput]>([
  ["of the site's own battery", {}],
  ["with a revenue share", { revenue_share_fct: 0.4 }],
])("a spreadsheet calculates every formula %s to the value that it carries", async (_, fields) => {
  const file = await renderWorkbook("revenue_share_fct" in fields ? await computedReport(fields) : report);
  const [written, calculated] = [readWorkbook(file), recalculated(file)];
  let formulas = 0;
  for (const [name, cells] of Object.entries(written.sheets))
    for (const [address, { formula, value }] of Object.entries(cells)) {
      if (!formula) continue;
      formulas++;
      const found = calculated.sheets[name]![address]!.value;
      if (typeof value === "string") expect(found, `${name} ${address}`).toBe(value);
      else expect(Math.abs((found as number) - value!), `${name} ${address}`).toBeLessThan(CENT);
    }
  expect(formulas).toBeGreaterThan(400);
});

test.runIf(FULL).each<[string, Record<string, number>, Partial<StoredEconomicCase["assumptions"]>]>([
  ["a smaller investment", { Inversión: 400_000 }, { capex_eur: 400_000 }],
  [
    "a longer life, other rates and other costs",
    {
      ...{ Vida_útil: 27, Crecimiento_energía: 0.035, Tasa_descuento: 0.05 },
      ...{ Mantenimiento: 0.02, Indexación_mantenimiento: 0.01, Sustitución: 0.2, Año_sustitución: 14 },
    },
    {
      ...{ life_years: 27, price_growth: 0.035, discount_rate: 0.05 },
      ...{ om_fct: 0.02, om_indexation: 0.01, replacement_fct: 0.2, replacement_year: 14 },
    },
  ],
  ["an investment that is not recovered", { Inversión: 900_000, Vida_útil: 8 }, { capex_eur: 900_000, life_years: 8 }],
])("under %s a spreadsheet finds value, rate of return and payback of the engine", async (_, cells, changes) => {
  const calculated = recalculated(await renderWorkbook(report), cells);
  const found = expected(report.simulation.results.economic_case!, changes);
  expect(Math.abs((named(calculated, "Valor_actual_neto").value as number) - found.npvEur)).toBeLessThan(CENT);
  expect(named(calculated, "Tasa_interna_retorno").value).toBeCloseTo(found.irr.irr!, 9);
  const payback = named(calculated, "Periodo_retorno").value;
  if (found.paybackYears === null) expect(payback).toBe("No se recupera");
  else expect(payback).toBeCloseTo(found.paybackYears, 9);
});
