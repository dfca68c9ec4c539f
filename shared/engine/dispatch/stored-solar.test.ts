import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { describe, expect, test } from "vitest";
import { runSimulation } from "../simulate.ts";
import type { GivenSeries } from "../site/site.ts";
import { ANCHOR_SITES } from "../studies/uncertainty/centre.ts";
import { fastSolve as solve } from "./fast-solve.fixture.ts";

/** Solar part and rest of the energy saving of year 1, EUR. */
async function split(input: SimulationInput, series: GivenSeries = {}): Promise<[solar: number, shifting: number]> {
  const { solarSavingEur, evaluated } = await runSimulation({ input: readCase(input), series }, { solve });
  return [solarSavingEur, evaluated!.firstYear.energy - solarSavingEur];
}

describe("the saving by where the stored energy comes from", () => {
  test.each(ANCHOR_SITES)(
    "no part costs money at an anchor site, and solar saves where PV has surplus: %o",
    async (site) => {
      const [solar, shifting] = await split(site);
      if (site.pv_value! > site.demand_value!) expect(solar).toBeGreaterThan(0);
      else expect(solar).toBe(0);
      expect(shifting).toBeGreaterThan(0);
    },
  );

  test("more sun moves the saving from shifting to solar", async () => {
    const [cloudySolar, cloudyShifting] = await split({ ...ANCHOR_SITES[0], pv_value: 1000 });
    const [sunnySolar, sunnyShifting] = await split({ ...ANCHOR_SITES[0], pv_value: 2000 });
    expect(sunnySolar).toBeGreaterThan(cloudySolar);
    expect(sunnyShifting).toBeLessThan(cloudyShifting);
  });

  test("without PV nothing is solar", async () => {
    const [solar, shifting] = await split({ ...ANCHOR_SITES[0], pv_value: 0 });
    expect(solar).toBe(0);
    expect(shifting).toBeGreaterThan(0);
  });

  test("at one price for all hours everything is solar", async () => {
    const prices = { buy_eur_mwh: new Array<number>(8784).fill(120), sell_eur_mwh: new Array<number>(8784).fill(30) };
    const [solar, shifting] = await split(ANCHOR_SITES[0]!, prices);
    expect(solar).toBeGreaterThan(0);
    expect(shifting).toBeCloseTo(0, 6);
  });

  const SHORT = {
    demand_value: 50,
    ...{ conversion_efficiency: 1, efficiency_charge: 0.9, efficiency_discharge: 0.9, wear_eur_mwh: 0 },
    ...{ battery_min_soc: 0, initial_soc: 0, battery_capacity: 90, max_charge_power: 100, max_discharge_power: 100 },
  };

  test("stored sun saves the hour it replaces, less the export it forgoes; bought energy less its price", async () => {
    // 50 kWh of surplus and 50 kWh of the grid fill 90 kWh, which return as 81 kWh.
    const factor = 8760 / 3;
    const [solar, shifting] = await split(SHORT, {
      pv_kwh: [50, 0, 0],
      demand_kwh: [0, 0, 100],
      buy_eur_mwh: [300, 60, 200],
      sell_eur_mwh: [40, 40, 40],
    });
    expect(solar).toBeCloseTo((factor * (40.5 * 200 - 50 * 40)) / 1000, 6);
    expect(shifting).toBeCloseTo((factor * (40.5 * 200 - 50 * 60)) / 1000, 6);
  });

  test("sun that could not be sold costs nothing to store", async () => {
    const [solar, shifting] = await split(
      { ...SHORT, zero_export: true },
      { pv_kwh: [50, 0], demand_kwh: [0, 100], buy_eur_mwh: [200, 200], sell_eur_mwh: [40, 40] },
    );
    expect(solar).toBeCloseTo((4380 * 40.5 * 200) / 1000, 6);
    expect(shifting).toBeCloseTo(0, 9);
  });
});
