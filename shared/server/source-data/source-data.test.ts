import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildTimeline } from "@ecotrim/engine/site/calendar";
import { afterAll, describe, expect, test, vi } from "vitest";
import { instantOf } from "./hours.ts";
import { reportText } from "./report.ts";
import { importSourceData } from "./source-data.ts";

const scratch = mkdtempSync(join(tmpdir(), "ecotrim-data-"));
afterAll(() => rmSync(scratch, { recursive: true }));
let made = 0;

const dates = (year: number): string[] => {
  const days = [];
  for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += 86_400_000)
    days.push(new Date(ms).toISOString().slice(0, 10));
  return days;
};

/** Price of an hour: the day of the year and, after the point, the hour since midnight. */
const price = (day: number, hour: number) => day + hour / 100;
const line = (date: string, period: number, spain: string | number) =>
  `${date.replaceAll("-", ";")};${period};999;${spain};`;

/** Lines of each day of a year, of as many periods as the day has; made once for all tests. */
const omieLines = new Map(
  [2023, 2024, 2025].map((year) => [
    year,
    dates(year).map((date, day) => {
      const { steps } = buildTimeline(date, date, 1);
      const parts = date >= "2025-10-01" ? 4 : 1;
      const lines = Array.from({ length: steps * parts }, (_, period) => {
        // Quarter-hours lie two below, two above the price of their hour.
        const apart = parts === 4 ? [-2, 2, -2, 2][period % 4]! : 0;
        return line(date, period + 1, (price(day, Math.floor(period / parts)) + apart).toFixed(2));
      });
      return { date, lines };
    }),
  ]),
);

/** OMIE's files of a year, one a day. */
function omieYear(
  year: number,
  change: (date: string, lines: string[]) => string[] | null = (_, lines) => lines,
): string {
  const folder = join(scratch, `omie-${made++}`);
  mkdirSync(folder);
  for (const { date, lines } of omieLines.get(year)!) {
    const kept = change(date, lines);
    if (kept) writeFileSync(join(folder, nameOf(date)), `MARGINALPDBC;\n${kept.join("\n")}\n*\n`);
  }
  return folder;
}

const nameOf = (date: string, version = 1) => `marginalpdbc_${date.replaceAll("-", "")}.${version}`;
/** Position of an hour of a day in the hours of its year. */
const at = (date: string, hour: number) =>
  (buildTimeline(date, date, 1).startMs - buildTimeline(`${date.slice(0, 4)}-01-01`, date, 1).startMs) / 3_600_000 +
  hour;
const dayNumber = (date: string) => dates(Number(date.slice(0, 4))).indexOf(date);

test("hours without an offset are in UTC, wherever the machine stands", () => {
  vi.stubEnv("TZ", "Europe/Madrid");
  try {
    expect(new Date(2024, 6, 1).toISOString()).toBe("2024-06-30T22:00:00.000Z");
    for (const text of ["2024-07-01T05:00:00", "2024-07-01 05:00:00", "2024-07-01 07:00:00+02:00", "2024-07-01T05:00Z"])
      expect(new Date(instantOf(text)).toISOString(), text).toBe("2024-07-01T05:00:00.000Z");
    expect(instantOf("2024-07-01")).toBe(Date.UTC(2024, 6, 1));
    for (const text of ["", "soon"]) expect(instantOf(text)).toBeNaN();
  } finally {
    vi.unstubAllEnvs();
  }
});

describe("OMIE_DIR", () => {
  test("OMIE_DIR gives every hour of the year, on days of 23 and 25 hours too", () => {
    const { data } = importSourceData({ OMIE_DIR: omieYear(2024) });
    const prices = data!.market[2024]!;
    expect(prices).toHaveLength(8784);
    for (const [date, hours] of [
      ["2024-03-31", 23],
      ["2024-10-27", 25],
    ] as const) {
      const day = dayNumber(date);
      const ofDay = prices.slice(at(date, 0), at(date, hours));
      expect(ofDay.map((value) => Math.round(value * 100) / 100)).toEqual(ofDay.map((_, hour) => price(day, hour)));
    }
    expect(data!.pv).toBeNull();
  });

  test("OMIE_DIR gives the mean of the quarter-hours since October 2025", () => {
    const { data } = importSourceData({ OMIE_DIR: omieYear(2025) });
    const prices = data!.market[2025]!;
    expect(prices).toHaveLength(8760);
    for (const date of ["2025-09-30", "2025-10-01", "2025-10-26", "2025-12-31"])
      expect(prices[at(date, 23)], date).toBeCloseTo(price(dayNumber(date), 23), 9);
  });

  test("OMIE_DIR takes the highest version of a day, and lists what it does not read", () => {
    const folder = omieYear(2024);
    const corrected = Array.from({ length: 24 }, (_, hour) => line("2024-05-02", hour + 1, "77,5"));
    writeFileSync(join(folder, nameOf("2024-05-02", 10)), `MARGINALPDBC;\n${corrected.join("\n")}\n*\n`);
    writeFileSync(join(folder, "notes.txt"), "nothing");
    const imported = importSourceData({ OMIE_DIR: folder });
    expect(imported.data!.market[2024]![at("2024-05-02", 7)]).toBe(77.5);
    expect(reportText(imported)).toContain("not read: notes.txt");
  });

  test("OMIE_DIR bridges short gaps, borrows a missing day from a week before, and reports both by date", () => {
    const folder = omieYear(2024, (date, lines) => {
      if (date === "2024-05-15") return null;
      if (date === "2024-06-03") return lines.filter((_, hour) => hour !== 10 && hour !== 11);
      return lines;
    });
    const imported = importSourceData({ OMIE_DIR: folder });
    const prices = imported.data!.market[2024]!;
    expect(prices[at("2024-05-15", 9)]).toBeCloseTo(price(dayNumber("2024-05-08"), 9), 9);
    const day = dayNumber("2024-06-03");
    expect(prices[at("2024-06-03", 10)]).toBeCloseTo(price(day, 10), 9);
    const report = reportText(imported);
    expect(report).toContain("2024-05-15: 24 missing; filled from another day");
    expect(report).toContain("2024-06-03: 2 missing; filled from hours beside");
    expect(report).toContain("2024: used; 26 hours missing, filled");
  });

  test("OMIE_DIR counts neither implausible prices nor text, and says so", () => {
    const folder = omieYear(2024, (date, lines) =>
      date === "2024-02-01" ? lines.with(3, line(date, 4, "99999")).with(8, line(date, 9, "n/d")) : lines,
    );
    const imported = importSourceData({ OMIE_DIR: folder });
    expect(imported.data!.market[2024]![at("2024-02-01", 3)]).toBeCloseTo(price(31, 3), 9);
    expect(reportText(imported)).toContain("2024-02-01: 2 implausible; filled from hours beside");
  });

  test("OMIE_DIR reports an hour given twice, of which the later counts", () => {
    const folder = omieYear(2024, (date, lines) =>
      date === "2024-02-01" ? [...lines, line(date, 5, "12.5"), line(date, 6, price(31, 5))] : lines,
    );
    const imported = importSourceData({ OMIE_DIR: folder });
    expect(imported.data!.market[2024]![at("2024-02-01", 4)]).toBe(12.5);
    expect(reportText(imported)).toContain("2024-02-01: 1 said twice");
  });

  test("OMIE_DIR keeps shipped prices of a year with too many gaps, and is refused where no year is whole enough", () => {
    const whole = omieYear(2024);
    const holes = omieYear(2023, (date, lines) => (date.startsWith("2023-04") ? null : lines));
    for (const date of dates(2023).filter((day) => !day.startsWith("2023-04")))
      copyFileSync(join(holes, nameOf(date)), join(whole, nameOf(date)));
    const imported = importSourceData({ OMIE_DIR: whole });
    expect(Object.keys(imported.data!.market)).toEqual(["2024"]);
    expect(reportText(imported)).toContain("2023: REFUSED; 720 hours missing");
    expect(() => importSourceData({ OMIE_DIR: holes })).toThrow("none of the years");
  });

  test.each<[string, (folder: string) => void]>([
    [
      "a period the day has not",
      (folder) => writeFileSync(join(folder, nameOf("2024-03-31")), `MARGINALPDBC;\n${line("2024-03-31", 24, 1)}\n*\n`),
    ],
    ["a file of something else", (folder) => writeFileSync(join(folder, nameOf("2024-01-05")), "<html>busy</html>")],
    ["a CSV of other columns", (folder) => writeFileSync(join(folder, "prices.csv"), "date,price\n2024-01-01,3\n")],
    [
      "a CSV of local half hours",
      (folder) => writeFileSync(join(folder, "prices.csv"), "utc_iso,eur_mwh\n2024-01-01T00:30:00Z,3\n"),
    ],
  ])("OMIE_DIR is refused for %s, by name", (_, spoil) => {
    const folder = join(scratch, `omie-${made++}`);
    mkdirSync(folder);
    spoil(folder);
    expect(() => importSourceData({ OMIE_DIR: folder })).toThrow(folder);
  });

  test("OMIE_DIR is refused where there is nothing", () => {
    expect(() => importSourceData({ OMIE_DIR: join(scratch, "nowhere") })).toThrow("cannot be read");
    expect(() => importSourceData({ OMIE_DIR: scratch })).toThrow("holds no marginalpdbc_YYYYMMDD.v and no CSV");
  });
});

const HEADER = [
  "Latitude (decimal degrees):\t39.470",
  "Longitude (decimal degrees):\t-0.376",
  "Elevation (m):\t16",
  "Radiation database:\tPVGIS-SARAH3",
  "",
  "Slope: 35 deg. ",
  "Azimuth: 0 deg. ",
  "Nominal power of the PV system (c-Si) (kWp):\t2.0",
  "System losses (%):\t14.0",
  "",
];
const FOOTER = [
  "",
  "P: PV system power (W)",
  "G(i): Global irradiance (W/m2)",
  "",
  "PVGIS (c) European Union, 2001-2026",
];

/** Of whole UTC years; the power of a 2 kWp system at the UTC hour `noon` only. */
function pvgis(years: Record<number, number>, columns = "time,P,G(i),H_sun,T2m,WS10m,Int"): string {
  const rows = Object.entries(years).flatMap(([year, watts]) =>
    dates(Number(year)).flatMap((date) =>
      Array.from({ length: 24 }, (_, hour) => {
        const stamp = `${date.replaceAll("-", "")}:${String(hour).padStart(2, "0")}10`;
        return `${stamp},${hour === 11 ? watts : 0},0.0,0.0,4.1,2.1,0.0`;
      }),
    ),
  );
  const file = join(scratch, `pvgis-${made++}.csv`);
  writeFileSync(file, [...HEADER, columns, ...rows, ...FOOTER].join("\r\n"));
  return file;
}

describe("PVGIS_CSV", () => {
  test("PVGIS_CSV gives the yield of one kWp at local hours, in winter and in summer", () => {
    const { data } = importSourceData({ PVGIS_CSV: pvgis({ 2019: 1500 }) });
    const { kwhPerKwp, year, description } = data!.pv!;
    expect(year).toBe(2019);
    expect(kwhPerKwp).toHaveLength(8760);
    expect(kwhPerKwp[at("2019-01-15", 12)]).toBe(0.75);
    expect(kwhPerKwp[at("2019-07-15", 13)]).toBe(0.75);
    expect(kwhPerKwp.reduce((sum, kwh) => sum + kwh, 0)).toBeCloseTo(365 * 0.75, 9);
    expect(description).toBe("latitud 39,470°, longitud -0,376°, inclinación 35°, año 2019");
    expect(data!.market).toEqual({});
  });

  test("PVGIS_CSV uses the year nearest to the mean of all", () => {
    const imported = importSourceData({ PVGIS_CSV: pvgis({ 2017: 1000, 2018: 1320, 2019: 1900 }) });
    expect(imported.data!.pv!.year).toBe(2018);
    expect(reportText(imported)).toMatch(/2018: used, nearest to the mean, 241 kWh\/kWp/);
    expect(reportText(imported)).toMatch(/2019: whole, not used/);
  });

  test("PVGIS_CSV is refused without power, without rated power, and where it is no file of hours", () => {
    expect(() => importSourceData({ PVGIS_CSV: pvgis({ 2019: 1 }, "time,G(i),H,T,W,I,X") })).toThrow("pvcalculation=1");
    const unrated = pvgis({ 2019: 1 });
    writeFileSync(unrated, readFileSync(unrated, "utf8").replace(/Nominal power.*\r\n/, ""));
    expect(() => importSourceData({ PVGIS_CSV: unrated })).toThrow("nominal power");
    const page = join(scratch, "page.csv");
    writeFileSync(page, "<html></html>");
    expect(() => importSourceData({ PVGIS_CSV: page })).toThrow("no line of columns");
    expect(() => importSourceData({ PVGIS_CSV: join(scratch, "none") })).toThrow("cannot be read");
  });
});

test("the version of the data changes with any value and with nothing else", () => {
  const versionOf = (folder: string) => importSourceData({ OMIE_DIR: folder }).data!.version;
  const folder = omieYear(2024);
  const same = versionOf(folder);
  const other = `${folder}-moved`;
  renameSync(folder, other);
  expect(versionOf(other)).toBe(same);
  const last = join(other, nameOf("2024-12-31"));
  writeFileSync(last, readFileSync(last, "utf8").replace(/^.*\n\*/m, `${line("2024-12-31", 24, "0.01")}\n*`));
  expect(versionOf(other)).not.toBe(same);
});

test("without files the shipped figures serve, and the report says so", () => {
  const imported = importSourceData({});
  expect(imported.data).toBeNull();
  expect(reportText(imported)).toContain("shipped figures");
});

/** The full hourly files, which only some machines have at hand. */
const dataFile = (name: string) => fileURLToPath(new URL(`../../../../shared/data/${name}`, import.meta.url));
const PRICES = dataFile("omie-es-2024-hourly.csv");
const SUN = dataFile("pv-valencia-pvgis-2015-2020.csv");

test.skipIf(!existsSync(PRICES) || !existsSync(SUN))(
  "the full files of prices and sun are read whole (skipped where they are not at hand)",
  () => {
    const folder = join(scratch, "full");
    mkdirSync(folder);
    copyFileSync(PRICES, join(folder, "2024.csv"));
    const { data, market, pv } = importSourceData({ OMIE_DIR: folder, PVGIS_CSV: SUN });
    const column = readFileSync(PRICES, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((row) => Number(row.split(",")[5]));
    expect(data!.market[2024]).toEqual(column);
    expect(market!.years.map(({ missing }) => missing)).toEqual([0]);
    // The file leaves out 29 February, and the hour that its first day of local time borrows from the year before.
    expect(pv!.years.map(({ year, missing }) => [year, missing])).toEqual([
      [2015, 1],
      [2016, 24],
      [2017, 0],
      [2018, 0],
      [2019, 0],
      [2020, 24],
    ]);
    expect(data!.pv!.kwhPerKwp).toHaveLength(buildTimeline(`${pv!.used}-01-01`, `${pv!.used}-12-31`, 1).steps);
  },
);
