import type { HourlySeries } from "@ecotrim/contracts/simulations/result";
import { expect, test } from "vitest";
import { hourlyCsv } from "./hourly-csv.ts";

function seriesOf(start: string, steps: number, step_hours: number): HourlySeries {
  const values = (value: (t: number) => number) => Array.from({ length: steps }, (_, t) => value(t));
  const zeros = values(() => 0);
  return {
    start,
    step_hours,
    pv_kwh: values((t) => t / 3),
    demand_kwh: values(() => 1234.5),
    buy_eur_mwh: values(() => -2.5),
    sell_eur_mwh: zeros,
    import_kwh: zeros,
    export_kwh: zeros,
    curtailed_kwh: zeros,
    charge_kwh: zeros,
    discharge_kwh: zeros,
    soc_kwh: values(() => 1e-9),
  };
}

const rows = (csv: string) => csv.trimEnd().split("\r\n").slice(1);

test("the hourly file begins with a byte order mark and has four decimals behind commas, between semicolons", () => {
  const csv = hourlyCsv(seriesOf("2024-01-01", 2, 1));
  expect(csv.startsWith("\uFEFFHora local;Hora UTC;")).toBe(true);
  expect(rows(csv)[1]).toBe(`2024-01-01 01:00;2024-01-01 00:00;0,3333;1234,5000;-2,5000${";0,0000".repeat(7)}`);
});

test("the hourly file leaves out the hour that does not exist and tells the repeated hour by two UTC times", () => {
  const times = (start: string, steps: number) =>
    rows(hourlyCsv(seriesOf(start, steps, 1))).map((line) => line.split(";").slice(0, 2));
  expect(times("2024-03-31", 23).slice(1, 3)).toEqual([
    ["2024-03-31 01:00", "2024-03-31 00:00"],
    ["2024-03-31 03:00", "2024-03-31 01:00"],
  ]);
  expect(times("2024-10-27", 25).slice(2, 4)).toEqual([
    ["2024-10-27 02:00", "2024-10-27 00:00"],
    ["2024-10-27 02:00", "2024-10-27 01:00"],
  ]);
});

test("the hourly file keeps the minutes of quarter hours", () => {
  const local = rows(hourlyCsv(seriesOf("2024-01-01", 6, 0.25))).map((line) => line.slice(11, 16));
  expect(local).toEqual(["00:00", "00:15", "00:30", "00:45", "01:00", "01:15"]);
});
