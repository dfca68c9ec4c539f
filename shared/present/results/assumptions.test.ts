import { readCase } from "@ecotrim/contracts/simulations/case";
import { engineVersion, runSimulation } from "@ecotrim/engine/simulate";
import { useSourceData } from "@ecotrim/engine/site/source-data";
import { afterAll, expect, test } from "vitest";
import { simulationOutput } from "./results.ts";

afterAll(() => useSourceData(null));

test("results name the source and the version of the data they were computed with", async () => {
  useSourceData({
    version: "test",
    market: { 2024: new Array(8784).fill(50) },
    pv: { year: 2019, kwhPerKwp: new Array(8760).fill(0.1), description: "Valencia, año 2019" },
  });
  const input = readCase({
    demand_value: 500,
    battery_capacity: 0,
    start_date: "2024-01-01",
    end_date: "2024-01-07",
  });
  const outcome = await runSimulation({ input }, { solve: () => Promise.reject(new Error("not needed")) });
  const { results } = simulationOutput(outcome);
  expect(results.engine_version).toBe(engineVersion());
  const shown = new Map(results.assumptions.map(({ key, value, source }) => [key, `${value} · ${source}`]));
  expect(shown.get("market_year")).toBe("2024 · Mercado diario de OMIE: precio de cada hora");
  expect(shown.get("pv_profile")).toBe("Valencia, año 2019 · PVGIS © Unión Europea, hora a hora");
});
