import type { GivenSeries } from "./site/site.ts";

const HOURS = 72;

/** Three days of hours, and the same days in quarter hours that repeat each hour. */
export const HOURLY = {
  pv_kwh: Array.from({ length: HOURS }, (_, t) => (t % 24 > 8 && t % 24 < 17 ? 90 : 0)),
  demand_kwh: Array.from({ length: HOURS }, (_, t) => 40 + (t % 5)),
  buy_eur_mwh: Array.from({ length: HOURS }, (_, t) => 80 + ((t * 31) % 70)),
  sell_eur_mwh: Array.from({ length: HOURS }, () => 30),
} satisfies GivenSeries;

const quarters = (values: number[], share: number) =>
  values.flatMap((value) => new Array<number>(4).fill(value * share));

export const QUARTER_HOURLY = {
  pv_kwh: quarters(HOURLY.pv_kwh, 0.25),
  demand_kwh: quarters(HOURLY.demand_kwh, 0.25),
  buy_eur_mwh: quarters(HOURLY.buy_eur_mwh, 1),
  sell_eur_mwh: quarters(HOURLY.sell_eur_mwh, 1),
} satisfies GivenSeries;
