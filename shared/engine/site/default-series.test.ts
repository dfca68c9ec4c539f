import { SHIFTS, type Shifts } from "@ecotrim/contracts/simulations/input";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import compact from "../data/spain-2024-compact.json" with { type: "json" };
import { demandSeries } from "../load/demand.ts";
import { buySeries, marketSeries, sellSeries } from "../tariff/market.ts";
import { tariffOf } from "../tariff/tariff.ts";
import { buildTimeline, timelineOfLength } from "./calendar.ts";
import { pvSeries } from "./pv.ts";
import type { Timeline } from "./site.ts";

const tariff = tariffOf({ name: "6.1TD", year: 2024 });
const year2024 = buildTimeline("2024-01-01", "2024-12-31", 1);
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
const mean = (values: Float64Array): number => sum(values) / values.length;

function dailySums(timeline: Timeline, values: Float64Array): number[] {
  const sums: number[] = [];
  for (let t = 0; t < timeline.steps; t++) sums[timeline.day[t]!] = (sums[timeline.day[t]!] ?? 0) + values[t]!;
  return sums;
}

describe("PV", () => {
  const pv = pvSeries(year2024, 1000);

  test("each day of PV yields what the data say", () => {
    const days = dailySums(year2024, pv);
    expect(days).toHaveLength(366);
    for (const [i, kwh] of days.entries()) expect(kwh).toBeCloseTo(1000 * compact.pv_daily_kwh_per_kwp[i]!, 6);
  });

  test("the sun of Madrid stands highest near 13:15 in winter and 14:15 in summer", () => {
    const peakHour = (date: string) => {
      const day = buildTimeline(date, date, 1);
      const values = pvSeries(day, 1);
      return day.hour[values.indexOf(Math.max(...values))];
    };
    expect(peakHour("2024-01-15")).toBe(13);
    expect(peakHour("2024-06-15")).toBe(14);
  });

  test("the PV yields nothing at night", () => {
    for (let t = 0; t < year2024.steps; t++) {
      if (year2024.hour[t]! < 6 || year2024.hour[t]! >= 22) expect(pv[t]).toBe(0);
    }
  });

  test("the long and the short day lose no PV", () => {
    for (const [date, index] of [
      ["2024-03-31", 90],
      ["2024-10-27", 300],
    ] as const) {
      expect(sum(pvSeries(buildTimeline(date, date, 1), 1))).toBeCloseTo(compact.pv_daily_kwh_per_kwp[index]!, 9);
    }
  });

  test("an incomplete last day has the PV of its own hours only", () => {
    expect([...pvSeries(timelineOfLength("2024-01-01", 37, 1), 1000)]).toEqual([...pv.slice(0, 37)]);
  });
});

describe("demand", () => {
  const shape = { averageKw: 500, shifts: 3 as Shifts, weekends: true };
  const dayOf = (date: string, options: Partial<typeof shape>) => [
    ...demandSeries(buildTimeline(date, date, 1), { ...shape, ...options }),
  ];

  test("constant demand is the mean in every hour", () => {
    expect(dayOf("2024-03-01", {})).toEqual(Array(24).fill(500));
    expect(dayOf("2024-03-02", {})).toEqual(Array(24).fill(500));
  });

  test("demand of two shifts is high from 06:00 to 22:00 and keeps the mean of the day", () => {
    const day = dayOf("2024-03-01", { shifts: 2 });
    expect(mean(Float64Array.from(day))).toBeCloseTo(500, 9);
    expect(new Set(day.slice(6, 22))).toEqual(new Set([day[12]]));
    expect(new Set([...day.slice(0, 6), ...day.slice(22)])).toEqual(new Set([0.2 * day[12]!]));
  });

  test.each(["2024-03-02", "2024-03-03", "2024-05-01", "2024-01-06"])(
    "demand without weekends runs at the low level on %s",
    (date) => {
      const closed = { weekends: false };
      expect(dayOf(date, closed)).toEqual(Array(24).fill(100));
      const night = dayOf("2024-03-01", { shifts: 2 })[0];
      expect(dayOf(date, { ...closed, shifts: 2 })).toEqual(Array(24).fill(night));
    },
  );

  test("demand without weekends keeps the mean on working days, Good Friday included", () => {
    expect(dayOf("2024-03-29", { weekends: false })).toEqual(Array(24).fill(500));
  });
});

describe("market price", () => {
  const market = marketSeries(year2024, 2024);

  test("the market price is mean + 1.06 x spread x shape of the day, never below 0", () => {
    const { mean_eur_mwh, spread_eur_mwh, shape } = compact.market[2024];
    expect(market[20]).toBeCloseTo(mean_eur_mwh[0]! + 1.06 * spread_eur_mwh[0]! * shape[0]![1]![20]!, 9);
    // Tuesday 2 January.
    expect(market[24 + 3]).toBeCloseTo(mean_eur_mwh[1]! + 1.06 * spread_eur_mwh[1]! * shape[0]![0]![3]!, 9);
    expect(Math.min(...market)).toBe(0);
  });

  test("the market price has the mean of OMIE 2024 within 1 %", () => {
    expect(Math.abs(mean(market) / 63.041 - 1)).toBeLessThan(0.01);
  });

  test("another market year gives a day the mean and spread of the nearest same weekday", () => {
    const { mean_eur_mwh, spread_eur_mwh, shape } = compact.market[2023];
    // 3 June is a Monday in 2024 and was a Saturday in 2023, whose nearest Monday was the 5th.
    const monday = buildTimeline("2024-06-03", "2024-06-03", 1);
    const index = 31 + 28 + 31 + 30 + 31 + 4;
    const expected = mean_eur_mwh[index]! + 1.06 * spread_eur_mwh[index]! * shape[5]![0]![20]!;
    expect(marketSeries(monday, 2023)[20]).toBeCloseTo(expected, 9);
  });

  test("a year that is not the market's has Sundays about as cheap as those of the market year", () => {
    const sundays = (year: number) => {
      const timeline = buildTimeline(`${year}-01-01`, `${year}-12-31`, 1);
      const prices = marketSeries(timeline, 2024);
      return mean(prices.filter((_, t) => new Date(timeline.startMs + t * 3_600_000).getUTCDay() === 0));
    };
    expect(Math.abs(sundays(2026) / sundays(2024) - 1)).toBeLessThan(0.05);
  });
});

describe("buy and sell prices", () => {
  test("the P1 price is market and capacity with losses, margin, toll and charge", () => {
    const day = buildTimeline("2024-01-08", "2024-01-08", 1);
    const market = new Float64Array(24).fill(60);
    expect(buySeries(day, tariff, market, { k: 1, adderEurMwh: 0 })[9]).toBeCloseTo(
      (60 + 0.537) * 1.067 + 15 + 21.899 + 13.305,
      9,
    );
    expect(buySeries(day, tariff, market, { k: 1.2, adderEurMwh: 4 })[3]).toBeCloseTo(
      1.2 * 60 * 1.077 + 15 + 0.212 + 1.064 + 4,
      9,
    );
  });

  test("the sell price is 93 % of the market, at least 0 and at most the buy price", () => {
    const sell = sellSeries(Float64Array.of(100, -5, 100, 100), Float64Array.of(150, 20, 50, -3));
    expect([...sell]).toEqual([93, 0, 50, 0]);
  });
});

describe("any period", () => {
  const period = fc.record({
    offset: fc.integer({ min: 0, max: 36_500 }),
    steps: fc.integer({ min: 1, max: 400 }),
    stepHours: fc.constantFrom(1, 0.5, 0.25),
    shape: fc.record({
      averageKw: fc.double({ min: 0, max: 1e5, noNaN: true }),
      shifts: fc.constantFrom(...SHIFTS),
      weekends: fc.boolean(),
    }),
    kwp: fc.double({ min: 0, max: 1e5, noNaN: true }),
    marketYear: fc.constantFrom(2023 as const, 2024 as const, 2025 as const),
  });

  test("any period has finite series, PV and demand of 0 or more, and 0 <= sell <= buy", () => {
    fc.assert(
      fc.property(period, ({ offset, steps, stepHours, shape, kwp, marketYear }) => {
        const start = new Date(Date.UTC(2000, 0, 1 + offset)).toISOString().slice(0, 10);
        const timeline = timelineOfLength(start, steps, stepHours);
        const market = marketSeries(timeline, marketYear);
        const buy = buySeries(timeline, tariff, market, { k: 1, adderEurMwh: 0 });
        const sell = sellSeries(market, buy);
        const pv = pvSeries(timeline, kwp);
        const demand = demandSeries(timeline, shape);
        for (const series of [market, buy, sell, pv, demand]) {
          expect(series).toHaveLength(steps);
          expect(series.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
        }
        expect(sell.every((price, t) => price <= buy[t]!)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("any period has the same energy and the same prices in hours and in quarter hours", () => {
    fc.assert(
      fc.property(period, fc.integer({ min: 1, max: 14 }), ({ offset, shape, kwp, marketYear }, days) => {
        const date = (after: number) => new Date(Date.UTC(2000, 0, 1 + offset + after)).toISOString().slice(0, 10);
        const hourly = buildTimeline(date(0), date(days - 1), 1);
        const quarterly = buildTimeline(date(0), date(days - 1), 0.25);
        const hourOf = (values: Float64Array, h: number) => sum(values.slice(4 * h, 4 * h + 4));
        for (const energy of [
          (timeline: Timeline) => pvSeries(timeline, kwp),
          (timeline: Timeline) => demandSeries(timeline, shape),
        ]) {
          const hours = energy(hourly);
          const quarters = energy(quarterly);
          for (const [h, kwh] of hours.entries()) expect(hourOf(quarters, h)).toBeCloseTo(kwh, 6);
        }
        const prices = marketSeries(hourly, marketYear);
        expect([...marketSeries(quarterly, marketYear)]).toEqual(
          [...prices].flatMap((price) => [price, price, price, price]),
        );
      }),
      { numRuns: 30 },
    );
  });
});
