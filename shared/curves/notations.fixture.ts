import { midnightMs, offsetMs } from "@ecotrim/engine/site/calendar";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./stamps.ts";

/** A curve as a writer knows it: the first local date and the Wh of each step. */
export interface Written {
  day: number;
  stepMinutes: number;
  wh: readonly number[];
}

/** The repeated or skipped hour as its start: minutes of the wall. */
export interface Step {
  /** Local date on which the step begins, and minutes of the wall then. */
  day: number;
  wall: number;
  /** Minutes elapsed since that date's midnight. */
  elapsed: number;
  instant: number;
  isSummer: boolean;
  wh: number;
}

export const SUPPLY = "ES0000000000000000XX0F";

export const stepsIn = ({ day, stepMinutes }: Written, days: number): number =>
  (midnightMs(day + days * DAY_MS) - midnightMs(day)) / MINUTE_MS / stepMinutes;

export const stepsOf = ({ day, stepMinutes, wh }: Written): Step[] =>
  wh.map((value, i) => {
    const instant = midnightMs(day) + i * stepMinutes * MINUTE_MS;
    const local = instant + offsetMs(instant);
    const date = Math.floor(local / DAY_MS) * DAY_MS;
    return {
      day: date,
      wall: (local - date) / MINUTE_MS,
      elapsed: (instant - midnightMs(date)) / MINUTE_MS,
      instant,
      isSummer: offsetMs(instant) === 2 * HOUR_MS,
      wh: value,
    };
  });

export const iso = (day: number): string => new Date(day).toISOString().slice(0, 10);
export const slashed = (day: number): string => iso(day).replaceAll("-", "/");
export const spanish = (day: number): string => iso(day).split("-").reverse().join("/");
export const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const kwh = (wh: number, sign: "," | "." = ","): string => (wh / 1000).toFixed(3).replace(".", sign);
export const lines = (rows: readonly string[]): Uint8Array => new TextEncoder().encode(`${rows.join("\r\n")}\r\n`);

/** Stamps of the end: of the wall time at the start, one step later, as Datadis counts. */
const datadis = (curve: Written): Uint8Array =>
  lines([
    "cups;fecha;hora;consumo_kWh;metodoObtencion;energiaVertida_kWh;energiaGenerada_kWh;energiaAutoconsumida_kWh",
    ...stepsOf(curve).map(
      ({ day, wall, wh }) => `${SUPPLY};${slashed(day)};${clock(wall + curve.stepMinutes)};${kwh(wh)};Real;;;`,
    ),
  ]);

/** Hours in the order they pass: 1 to 25 in October, 1 to 23 in March. */
const ordinalHours = (curve: Written): Uint8Array =>
  lines([
    "CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion",
    ...stepsOf(curve).map(({ day, elapsed, wh }) => `${SUPPLY};${spanish(day)};${elapsed / 60 + 1};${kwh(wh)};R`),
  ]);

/** The wall time at the start, whole Wh, newest first, the repeated hour flagged. */
const newestFirst = (curve: Written): Uint8Array =>
  lines([
    "CUPS;FECHA-HORA;INV / VER;CONSUMO Wh;GENERACION Wh;",
    ...stepsOf(curve)
      .map(({ day, wall, isSummer, wh }) => `${SUPPLY};${slashed(day)} ${clock(wall)};${isSummer ? 1 : 0};${wh};0;`)
      .reverse(),
  ]);

/** The measurement system: the time on the wall at the end, flagged. */
const simel = (curve: Written): Uint8Array =>
  lines(
    stepsOf(curve).map(({ instant, wh }) => {
      const end = instant + curve.stepMinutes * MINUTE_MS;
      const local = new Date(end + offsetMs(end)).toISOString();
      const flag = offsetMs(end) === 2 * HOUR_MS ? 1 : 0;
      const stamp = `${local.slice(0, 10).replaceAll("-", "/")} ${local.slice(11, 19)}`;
      return `${SUPPLY};11;${stamp};${flag};${kwh(wh, ".")};0;0;0;0;0;0;0;0;0;0;0;0;128;0;128;1`;
    }),
  );

/** The wall time at the end without a flag: 02:00 comes twice in October and never in March. */
const trueEnds = (curve: Written): Uint8Array =>
  lines([
    "Fecha;Hora;Consumo (kWh)",
    ...stepsOf(curve).map(({ day, instant, wh }) => {
      const end = instant + curve.stepMinutes * MINUTE_MS;
      const minutes = (end + offsetMs(end) - day) / MINUTE_MS;
      return `${spanish(day)};${clock(minutes)};${kwh(wh)}`;
    }),
  ]);

const instants = (curve: Written): Uint8Array =>
  lines([
    "timestamp,import (Wh)",
    ...stepsOf(curve).map(({ instant, wh }) => `${new Date(instant).toISOString()},${wh}`),
  ]);

/** One line a day, hours in the order they pass, a total behind them. */
const wide = (curve: Written): Uint8Array => {
  const days = new Map<number, Step[]>();
  for (const step of stepsOf(curve)) days.set(step.day, [...(days.get(step.day) ?? []), step]);
  const hours = Array.from({ length: 25 }, (_, i) => `H${i + 1}`);
  return lines([
    "Consumo horario (kWh)",
    `Fecha;${hours.join(";")};Total`,
    ...[...days].map(([day, steps]) => {
      const cells = hours.map((_, i) => (steps[i] ? kwh(steps[i].wh) : ""));
      return `${spanish(day)};${cells.join(";")};${kwh(steps.reduce((sum, { wh }) => sum + wh, 0))}`;
    }),
  ]);
};

/** Quarter-hours as ending hour and starting minute, in JSON. */
const api = (curve: Written): Uint8Array =>
  lines([
    JSON.stringify({
      timeCurve: stepsOf(curve).map(({ day, wall, wh }) => ({
        cups: SUPPLY,
        date: slashed(day),
        time: clock(wall + 60),
        consumptionKWh: wh / 1000,
        obtainMethod: "Real",
      })),
    }),
  ]);

export const HOURLY = { datadis, ordinalHours, newestFirst, trueEnds, instants, wide };
export const QUARTERLY = { datadis, newestFirst, simel, trueEnds, instants, api };
