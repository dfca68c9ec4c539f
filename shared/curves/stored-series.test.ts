import { readCase } from "@ecotrim/contracts/simulations/input";
import { caseCurve } from "@ecotrim/engine/case-curve.fixture";
import { buildTimeline, localMs } from "@ecotrim/engine/site/calendar";
import { expect, test } from "vitest";
import { yearCurve } from "./curve.fixture.ts";
import { storedSeries } from "./stored-series.ts";

const HOUR_MS = 3_600_000;

test.each([
  ["28", 0],
  ["38", 1],
])(
  "a year from a midnight of the peninsula has its hours in province %s where the clock there shows them",
  (province, behind) => {
    const hourAt = (at: number) => Math.floor(localMs(at) / HOUR_MS - behind) % 24;
    const { first, ...year } = yearCurve("2025-01-01", "2026-01-01", { demand: hourAt, pv: (at) => 100 + hourAt(at) });
    const contract = { tariff: "6.1TD", contracted_kw: new Array(6).fill(500) } as const;
    const input = readCase({ province, contract }, { curve: caseCurve() });
    const { demand_kwh, pv_kwh } = storedSeries(input, { load: { ...year, kind: "load", start: first } });
    const { hour } = buildTimeline("2025-01-01", "2025-12-31", 1, input.supply?.zone);
    expect(demand_kwh).toEqual(Array.from(hour));
    expect(pv_kwh).toEqual(Array.from(hour, (shown) => 100 + shown));
  },
);
