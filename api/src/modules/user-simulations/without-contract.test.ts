import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { BILLS, VALUE } from "@ecotrim/present/bill/contract-bill.fixture";
import { expect, test } from "vitest";
import { withoutContract } from "./without-contract.ts";

const SECRET = 777;
const row = (indicator: string, value = SECRET) => ({ indicator, value, units: "" });
const KEPT = { savings: 11_621, npv: 100, irr: 0.1, payback_years: 7 };

/** Every figure that tells bill or powers is the secret. */
const RECORD = {
  source: "platform",
  financeTerms: { service: { fee_eur_month: SECRET } },
  inputParameters: { contract: { contracted_kw: [SECRET] } },
  calculatorContext: { contract: { contracted_kw: [SECRET] } },
  results: {
    ...{ bill: BILLS, battery_value: VALUE, peaks: [{ period: "P1", without_battery_kw: SECRET }] },
    economic_case: { cost_without_battery_eur: SECRET },
    summary: { ...KEPT, lcoe: SECRET },
    kpi_new_table: { economics: { ...KEPT, lcoe: SECRET, lcoe_without_battery: SECRET, lcos: 40 } },
    owner: { savings: 5000, lcoe: SECRET },
    kpi_table: [row("LCOE con batería"), row("LCOE sin batería"), row("LCOS", 40)],
    operative_analysis: { kpi_demand: [row("Punta de compra sin batería"), row("Punta de compra con batería")] },
    project_economics_table: [
      { var_name: "Potencia, excesos e impuesto eléctrico", "cost_eur-sb": SECRET },
      { var_name: "Coste total", "cost_eur-sb": SECRET },
    ],
    assumptions: [{ key: "contract", value: `${SECRET} kW` }],
    warnings: [
      { code: "estimated_peaks", message: `${SECRET} €` },
      { code: "spending_not_used", message: `${SECRET} €` },
    ],
    null_reasons: { lcos: "No descarga." },
  },
} as unknown as SimulationRecord;

test("a record without its contract tells neither bill, powers nor terms, and keeps saving, value, rate and payback", () => {
  expect(JSON.stringify(RECORD)).toContain(`${SECRET}`);
  const hidden = withoutContract(RECORD);
  expect(JSON.stringify(hidden)).not.toContain(`${SECRET}`);
  for (const key of ["bill", "battery_value", "economic_case", "peaks"]) expect(hidden.results).not.toHaveProperty(key);
  expect(hidden.results).toMatchObject({
    summary: { ...KEPT, lcoe: null },
    kpi_new_table: { economics: { ...KEPT, lcoe: null, lcoe_without_battery: null, lcos: 40 } },
    owner: { savings: 5000 },
    kpi_table: [row("LCOS", 40)],
    null_reasons: { lcos: "No descarga.", lcoe: expect.stringContaining("no muestra su contrato") },
  });
});

test("a record that has no contract is shown whole", () => {
  const { bill: _, battery_value: __, ...results } = RECORD.results!;
  const record = {
    ...RECORD,
    financeTerms: null,
    inputParameters: {},
    calculatorContext: null,
    results,
  } as SimulationRecord;
  expect(withoutContract(record)).toEqual(record);
});
