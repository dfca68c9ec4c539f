import { readCase } from "@ecotrim/contracts/simulations/input";
import { ANCHOR_INPUTS } from "@ecotrim/engine/anchor-inputs.fixture";
import { ownerFlows } from "@ecotrim/engine/economics/cash-flow";
import { irr, npv } from "@ecotrim/engine/economics/finance";
import { fullDataAtHand, fullSeries, NOT_AT_HAND } from "@ecotrim/engine/full-2024.fixture";
import { runSimulation } from "@ecotrim/engine/simulate";
import { afterAll, describe, expect, test } from "vitest";
import { createHighsSolver } from "../solver/highs-solver.ts";

/**
 * Figures of an independent implementation on the full hourly series of 2024. Saving, rate and value count in the fixed
 * items of the specification, which the product leaves out: the tests add them.
 */
const SITES = [
  {
    site: { pv_value: 2000, demand_value: 500 },
    lcoeWithout: 56.97,
    batteries: [
      { kwh: 1000, kw: 250, energy: 31238, saving: 30459, irr: 4.6, npv: -43303, lcoe: 58.55 },
      { kwh: 2000, kw: 1000, energy: 61770, saving: 57749, irr: 2.1, npv: -169166, lcoe: 61.79 },
      { kwh: 3000, kw: 3000, energy: 81781, saving: 73848, irr: -3.8, npv: -565488, lcoe: 72.01 },
    ],
  },
  {
    site: { pv_value: 2000, demand_value: 500, total_spending: 400_000 },
    lcoeWithout: 89.51,
    batteries: [
      { kwh: 1000, kw: 250, energy: 48278, saving: 46207, irr: 13.1, npv: 95003, lcoe: 87.52 },
      { kwh: 2000, kw: 1000, energy: 95176, saving: 88593, irr: 10.4, npv: 102407, lcoe: 87.33 },
      { kwh: 3000, kw: 3000, energy: 129067, saving: 117375, irr: 4.4, npv: -180778, lcoe: 94.63 },
    ],
  },
  {
    site: { pv_value: 2000, demand_value: 250, total_spending: 180_000 },
    lcoeWithout: 51.44,
    batteries: [
      { kwh: 1000, kw: 250, energy: 46864, saving: 44927, irr: 12.4, npv: 83391, lcoe: 48.05 },
      { kwh: 2000, kw: 1000, energy: 80567, saving: 74603, irr: 7, npv: -16339, lcoe: 53.2 },
      { kwh: 3000, kw: 3000, energy: 106980, saving: 96223, irr: 0.8, npv: -367118, lcoe: 71.29 },
    ],
  },
  {
    site: { pv_value: 300, demand_value: 500, total_spending: 480_000 },
    lcoeWithout: 122.72,
    batteries: [
      { kwh: 1000, kw: 250, energy: 27230, saving: 26073, irr: 2, npv: -79973, lcoe: 125.24 },
      { kwh: 2000, kw: 1000, energy: 50437, saving: 45760, irr: -1.7, npv: -268572, lcoe: 130.1 },
      { kwh: 3000, kw: 3000, energy: 64684, saving: 55771, irr: -8.8, npv: -724510, lcoe: 141.86 },
    ],
  },
];

const FIXED_ITEMS_EUR = 2000;

const rows = SITES.flatMap(({ batteries, ...others }) => batteries.map((battery) => ({ ...others, ...battery })));
type Row = (typeof rows)[number];

const highs = await createHighsSolver();
afterAll(() => highs.dispose());

const inputOf = ({ site, kwh, kw }: Row) =>
  readCase({
    ...ANCHOR_INPUTS,
    ...site,
    battery_capacity: kwh,
    max_charge_power: kw,
    max_discharge_power: kw,
    realisable_fct: 1,
    hide_details: true,
  });

const title = "$site.pv_value kWp, $site.demand_value kW, $site.total_spending EUR, $kwh/$kw";

describe("the full hourly series", () => {
  test.for(rows)(`the full hourly series gives the independent figures: ${title}`, async (row, { skip }) => {
    skip(!fullDataAtHand, NOT_AT_HAND);
    const series = fullSeries(row.site.pv_value);
    const { figures: all, evaluated } = await runSimulation({ input: inputOf(row), series }, { solve: highs.solve });
    const found = all.economics;
    const withFixedItems = ownerFlows(found.capex_eur, evaluated!.years).map((flow, year) =>
      year === 0 ? flow : flow + FIXED_ITEMS_EUR,
    );
    expect(npv(0.075, ownerFlows(found.capex_eur, evaluated!.years))).toBeCloseTo(found.npv!, 6);
    const figures = [
      Math.round(found.energy_saving_eur!),
      Math.round(found.savings! + FIXED_ITEMS_EUR),
      Math.round(npv(0.075, withFixedItems)),
      Math.round(1000 * irr(withFixedItems, 0.075).irr!) / 10,
      Math.round(100 * found.lcoe!) / 100,
      Math.round(100 * found.lcoe_without_battery!) / 100,
    ];
    expect(figures).toEqual([row.energy, row.saving, row.npv, row.irr, row.lcoe, row.lcoeWithout]);
  });
});
