import type { HourlySeries } from "@ecotrim/contracts/simulations/result";
import {
  HOURLY_COLUMNS,
  HOURLY_KEYS,
  type HourlyKey,
  stepTimes,
  TIME_COLUMNS,
} from "@ecotrim/present/simulations/hourly-columns";
import { rangeRef, type WriteSheet } from "hucre/xlsx";
import { FORMATS, STYLES, text } from "../cells.ts";
import { columnOf, onSheet, printing } from "../page.ts";

const NAME = "Horas";

/** The dispatch of every step. */
export interface Hours {
  series: HourlySeries;
  times: { local: Date; utc: Date }[];
}

/** As exact as the file of hours; with all digits of a float the workbook would be twice as large. */
const DECIMALS = 1e4;
const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS;

export const readHours = (series: HourlySeries): Hours => ({
  series: { ...series, ...Object.fromEntries(HOURLY_KEYS.map((key) => [key, series[key].map(rounded)])) },
  times: stepTimes(series),
});

const TIMES = Object.values(TIME_COLUMNS);

/** Height of the row of titles, points. */
const HEAD_PT = 45;

/** Energies, prices and state of charge of each step. */
export function hoursSheet({ series, times }: Hours): WriteSheet {
  const titles = [...TIMES, ...HOURLY_KEYS.map((key) => HOURLY_COLUMNS[key])];
  return {
    name: NAME,
    columns: titles.map((_, index) => ({
      width: index < TIMES.length ? 17 : 14,
      numFmt: index < TIMES.length ? FORMATS.time : FORMATS.decimals,
    })),
    rows: [titles, ...times.map(({ local, utc }, t) => [local, utc, ...HOURLY_KEYS.map((key) => series[key][t]!)])],
    cells: new Map(titles.map((title, column) => [`0,${column}`, text(title, STYLES.columnHead)])),
    autoFilter: { range: rangeRef(0, 0, times.length, titles.length - 1) },
    rowDefs: new Map([[0, { height: HEAD_PT }]]),
    ...printing(NAME, { frozenRows: 1, frozenColumns: TIMES.length, landscape: true, onOnePage: false }),
  };
}

/** Address of a series in some of its steps. */
export const stepsOf = (key: HourlyKey, from: number, to: number): string =>
  onSheet(NAME, columnOf(TIMES.length + HOURLY_KEYS.indexOf(key), from + 1, to + 1));
