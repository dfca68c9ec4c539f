import { offsetMs } from "@ecotrim/engine/site/calendar";
import { describe, expect, test } from "vitest";
import { clock, iso, lines, type Step, SUPPLY, slashed, spanish, stepsIn, stepsOf } from "./notations.fixture.ts";
import { type CurveAnswers, type CurveReading, readCurve, totalsOf } from "./read-curve.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./stamps.ts";
import { yearOf } from "./year.ts";

/** Sources without a fixture of their own, in the shape their portals write; four days around a change of the clock. */

function fourDays(stepMinutes: number): Step[] {
  const curve = { day: Date.UTC(2025, 2, 28), stepMinutes, wh: [] as number[] };
  return stepsOf({
    ...curve,
    wh: Array.from({ length: stepsIn(curve, 4) }, (_, i) => 20_000 + ((i * 37) % 23) * 1000),
  });
}

const HOURS = fourDays(60);
const QUARTERS = fourDays(15);
const KWH = sum(HOURS);
const QUARTERS_KWH = sum(QUARTERS);

function sum(steps: readonly Step[]): number {
  return steps.reduce((total, { wh }) => total + wh / 1000, 0);
}

/** Sun of a step, Wh. */
const sun = ({ wall }: Step): number => Math.max(0, Math.round(100 * Math.sin(((wall / 60 - 7) / 13) * Math.PI))) * 100;
const sunKwh = (steps: readonly Step[]): number => steps.reduce((total, step) => total + sun(step) / 1000, 0);

const atStart = ({ day, wall }: Step): string => `${iso(day)} ${clock(wall)}`;
const comma = (wh: number): string => String(wh / 1000).replace(".", ",");

/** The stamp of the measurement system and its season. */
function simelEnd({ instant }: Step, step: number): string {
  const end = instant + step * MINUTE_MS;
  const local = new Date(end + offsetMs(end)).toISOString();
  const flag = offsetMs(end) === 2 * HOUR_MS ? 1 : 0;
  return `${local.slice(0, 10).replaceAll("-", "/")} ${local.slice(11, 16)};${flag}`;
}

type Case = [
  source: string,
  format: string,
  bytes: Uint8Array,
  totals: Partial<Record<string, number>>,
  answers?: CurveAnswers,
];

const CASES: Case[] = [
  [
    "Datadis before self-consumption",
    "datadis_web_old",
    lines([
      "CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion",
      ...HOURS.map((one) => `${SUPPLY};${slashed(one.day)};${clock(one.wall + 60)};${comma(one.wh)};Real`),
    ]),
    { import: KWH },
  ],
  [
    "i-DE's list of values without stamps",
    "ide",
    lines([
      JSON.stringify({
        fechaPeriodo: "28-03-202500:00:00",
        y: { data: [HOURS.map(({ wh }) => ({ valor: wh.toFixed(2), tipo: "null" }))], unidadesConsumo: "Wh" },
      }),
    ]),
    { import: KWH },
  ],
  [
    "i-DE's telemetered points",
    "ide_tlm",
    lines([
      "CUPS;TIPO MEDIDA;FECHA-HORA;INV/VER;CONSUMO kWh;CALIDAD CONSUMO;GENERACIÓN kWh;CALIDAD GENERACIÓN;REACTIVA Q1;METODO OBT.;FIRMEZA",
      ...QUARTERS.map((one) => `${SUPPLY};11;${simelEnd(one, 15)};${comma(one.wh)};0;0,000;0;1,5;7;1`),
    ]),
    { import: QUARTERS_KWH, export: 0 },
  ],
  [
    "the measurement system by the hour",
    "simel_f1",
    lines(HOURS.map((one) => `${SUPPLY};11;${simelEnd(one, 60)};${one.wh / 1000};0;0;0;0;0;0;0;1;1`)),
    { import: KWH, export: 0 },
  ],
  [
    "the measurement system in Wh",
    "simel_f5",
    lines(HOURS.map((one) => `${SUPPLY};${simelEnd(one, 60)};${one.wh};;;;;;1;0;XX/000000000`)),
    { import: KWH },
  ],
  [
    "the measurement system of a generation, whose AE is what it produced",
    "simel_medidas",
    lines(HOURS.map((one) => `${SUPPLY}001;${simelEnd(one, 60)};${sun(one) / 1000};0;0;0;0;0;1;1`)),
    { pv: sunKwh(HOURS) },
  ],
  [
    "a concentrator's report",
    "s02",
    lines([
      '<Report><Cnc Id="C"><Cnt Id="M">',
      ...HOURS.map((one) => {
        const [stamp, flag] = simelEnd(one, 60).split(";");
        const digits = stamp!.replace(/\D/g, "");
        return `<S02 Fh="${digits}00000${flag === "1" ? "S" : "W"}" Bc="00" AI="${one.wh}" AE="0" R1="0"/>`;
      }),
      "</Cnt></Cnc></Report>",
    ]),
    { import: KWH, export: 0 },
  ],
  [
    "a page named workbook",
    "generic",
    lines([
      "<html><table><tr><th>Fecha</th><th>Hora</th><th>Consumo (kWh)</th></tr>",
      ...HOURS.map(
        (one) =>
          `<tr><td>${spanish(one.day)}</td><td class="a">${one.wall / 60 + 1}</td><td>${comma(one.wh)}</td></tr>`,
      ),
      "</table></html>",
    ]),
    { import: KWH },
  ],
  [
    "SolarEdge's mean watts, month first",
    "solaredge",
    lines([
      "Time,System Production (W),Consumption (W),Export (W),Self Consumption (W),Import (W)",
      ...QUARTERS.map((one) => {
        const [year, month, day] = iso(one.day).split("-");
        return `${month}/${day}/${year} ${clock(one.wall)},${sun(one) * 4 || ""},${one.wh * 4},0,0,${one.wh * 4}`;
      }),
    ]),
    { import: QUARTERS_KWH, export: 0, pv: sunKwh(QUARTERS) },
  ],
  [
    "SolarEdge's interface, null at night",
    "solaredge_api",
    lines([
      JSON.stringify({
        energy: {
          timeUnit: "QUARTER_OF_AN_HOUR",
          unit: "Wh",
          values: QUARTERS.map((one) => ({ date: `${atStart(one)}:00`, value: sun(one) || null })),
        },
      }),
    ]),
    { pv: sunKwh(QUARTERS) },
  ],
  [
    "Victron, whose imports and exports are sums of columns",
    "vrm",
    lines([
      "timestamp,Solar Yield (delta),Grid to battery,Grid to consumers,PV to battery,PV to grid,Battery to grid,Gas",
      "Europe/Madrid (+02:00),kWh,kWh,kWh,kWh,kWh,kWh,m3",
      ...HOURS.map((one) => `${atStart(one)}:00,${sun(one) / 1000},1,${one.wh / 1000 - 1},0,0.25,0.5,`),
    ]),
    { import: KWH, export: HOURS.length * 0.75, pv: sunKwh(HOURS) },
  ],
  [
    "Enphase, with the offset of each stamp",
    "enphase",
    lines([
      "Date/Time,Energy Produced (Wh)",
      ...QUARTERS.map((one) => `${atStart(one)}:00 +0${offsetMs(one.instant) / HOUR_MS}00,${sun(one)}`),
    ]),
    { pv: sunKwh(QUARTERS) },
  ],
  [
    "a counter of the day",
    "solarman",
    lines([
      "Plant Name,Updated Time,Production-Today(kWh)",
      ...QUARTERS.map((one, i) => {
        const before = QUARTERS.slice(0, i).filter(({ day }) => day === one.day);
        return `P,${slashed(one.day)} ${clock(one.wall)},${sunKwh(before)}`;
      }),
    ]),
    { pv: sunKwh(QUARTERS) },
  ],
  [
    "PVsyst's winter time, whose transformer takes energy at night",
    "pvsyst",
    lines([
      "PVSYST 7.4.0;Simulación;",
      "",
      "date;GlobHor;T_Amb;E_Grid",
      ";W/m²;°C;kW",
      ...Array.from({ length: 72 }, (_, i) => {
        const date = new Date(Date.UTC(1990, 0, 1) + i * HOUR_MS).toISOString();
        return `${date.slice(8, 10)}/01/90 ${date.slice(11, 16)};0;10;${i % 24 > 7 && i % 24 < 17 ? 100 : -0.5}`;
      }),
    ]),
    { pv: 2700 },
  ],
  [
    "thousands with points",
    "generic",
    lines([
      "Fecha;Hora;Consumo (Wh)",
      ...HOURS.map((one, i) => `${spanish(one.day)};${one.wall / 60 + 1};${i % 2 ? "950" : "1.250"}`),
    ]),
    { import: HOURS.reduce((total, _, i) => total + (i % 2 ? 0.95 : 1.25), 0) },
  ],
  [
    "months in words",
    "generic",
    lines([
      "Fecha;Consumo kWh",
      ...HOURS.map((one) => `${iso(one.day).slice(8)}-mar-2025 ${clock(one.wall)};${comma(one.wh)}`),
    ]),
    { import: KWH },
  ],
  [
    "a header that says kWh over whole Wh, against the contracted power",
    "generic",
    lines(["Fecha;Hora;Consumo (kWh)", ...HOURS.map((one) => `${spanish(one.day)};${one.wall / 60 + 1};${one.wh}`)]),
    { import: KWH },
    { contracted_kw: 60 },
  ],
];

describe("sources without a fixture", () => {
  test.each(CASES)("%s: its energy comes out", async (_, format, bytes, totals, answers) => {
    const reading = (await readCurve([{ name: "curva", bytes }], answers)) as CurveReading;
    expect(reading).toMatchObject({ outcome: "ok", format });
    const read = totalsOf(reading.curve);
    expect(Object.keys(read).sort()).toEqual(Object.keys(totals).sort());
    for (const [series, kwh] of Object.entries(read)) expect(kwh, series).toBeCloseTo(totals[series]!, 2);
  });
});

const plain = (consumption: (one: Step) => string): Uint8Array =>
  lines(["Fecha;Hora;Consumo", ...HOURS.map((one) => `${spanish(one.day)};${one.wall / 60 + 1};${consumption(one)}`)]);

describe("what no rule decides is asked, with a curve read by the guess", () => {
  const codeOf = async (bytes: Uint8Array, answers?: CurveAnswers) => {
    const { outcome, code } = await readCurve([{ name: "curva", bytes }], answers);
    return `${outcome} ${code}`;
  };

  test("a unit that no word says, until it is answered or the contracted power proves it", async () => {
    const bytes = plain(({ wh }) => comma(wh));
    expect(await codeOf(bytes)).toBe("ask unit");
    expect(await codeOf(bytes, { unit: "kWh" })).toBe("ok null");
    expect(await codeOf(bytes, { contracted_kw: 60 })).toBe("ok null");
  });

  test("which of several supplies", async () => {
    const row = (supply: string) => (one: Step) =>
      `${supply};${spanish(one.day)};${one.wall / 60 + 1};${comma(one.wh)};R`;
    const other = `ES1${SUPPLY.slice(3)}`;
    const bytes = lines([
      "CUPS;Fecha;Hora;AE_kWh;REAL/ESTIMADO",
      ...HOURS.map(row(SUPPLY)),
      ...HOURS.slice(24).map(row(other)),
    ]);
    expect(await codeOf(bytes)).toBe("ask several_supplies");
    const second = (await readCurve([{ name: "curva", bytes }], { supply: 2 })) as CurveReading;
    expect(second).toMatchObject({ outcome: "ok", curve: { steps: HOURS.length - 24 } });
  });

  test("the clock of a file that never changes it and has no sun", async () => {
    const begin = Date.UTC(2025, 9, 6);
    const rows = Array.from({ length: 42 * 24 }, (_, i) => {
      const local = begin + i * HOUR_MS + offsetMs(begin + i * HOUR_MS);
      const hour = (local % DAY_MS) / HOUR_MS;
      return `${new Date(begin + i * HOUR_MS).toISOString().slice(0, 16)};${hour >= 6 && hour < 22 ? 280 : 90}`;
    });
    const bytes = lines(["fecha;Consumo (kWh)", ...rows]);
    expect(await codeOf(bytes)).toBe("ask clock");
    expect(await codeOf(bytes, { clock: "utc" })).toBe("ok null");
  });

  test("what a column measures whose negatives lie in the night", async () => {
    const bytes = lines([
      "Fecha;Hora;Consumo (kWh)",
      ...HOURS.map((one) => `${spanish(one.day)};${one.wall / 60 + 1};${one.wall < 300 ? "-20" : "90"}`),
    ]);
    expect(await codeOf(bytes)).toBe("ask net_or_gross");
  });
});

test("files of load and plant are joined, and what is no curve is counted", async () => {
  const load = plain(({ wh }) => comma(wh));
  const pv = lines(["Time,PV(kWh)", ...HOURS.map((one) => `${atStart(one)},${sun(one) / 1000}`)]);
  const files = [load, pv, lines(["%PDF-1.4"])].map((bytes) => ({ name: "x", bytes }));
  const reading = (await readCurve(files, { contracted_kw: 60 })) as CurveReading;
  expect(reading.curve.kind).toBe("both");
  expect(totalsOf(reading.curve).pv).toBeCloseTo(sunKwh(HOURS), 6);
  expect(reading.report.repairs).toContainEqual({ code: "ignored_files", count: 1 });
});

test("a plant's empty nights are no production, its first one included, and an empty noon is a gap", async () => {
  const rows = Array.from({ length: 30 * 96 }, (_, t) => {
    const [day, quarter] = [1 + Math.floor(t / 96), t % 96];
    const time = `06/${String(day).padStart(2, "0")}/2025 ${new Date(quarter * 900_000).toISOString().slice(11, 16)}`;
    const isEmpty = quarter < 28 || quarter >= 88 || (day === 9 && quarter === 56);
    return `${time},${isEmpty ? "" : 40_000}`;
  });
  const bytes = lines(["Time,System Production (W)", ...rows]);
  const reading = (await readCurve([{ name: "x", bytes }])) as CurveReading;
  expect(totalsOf(reading.curve).pv).toBeCloseTo(30 * 60 * 10, 6);
  expect(reading.report.repairs).toEqual([expect.objectContaining({ code: "missing_short", count: 1 })]);
  expect(yearOf(reading.curve)?.known_days).toBe(30);
});

test("an hour that holds both of the repeated ones is halved", async () => {
  const october = { day: Date.UTC(2025, 9, 25), stepMinutes: 60, wh: [] as number[] };
  const steps = stepsOf({ ...october, wh: new Array(stepsIn(october, 3)).fill(90_000) });
  const isSecond = ({ instant }: Step) => instant === Date.UTC(2025, 9, 26, 1);
  const isFirst = ({ instant }: Step) => instant === Date.UTC(2025, 9, 26);
  const rows = steps.filter((one) => !isSecond(one)).map((one) => `${atStart(one)};${isFirst(one) ? 180 : 90}`);
  const reading = (await readCurve([{ name: "x", bytes: lines(["fecha;Consumo (kWh)", ...rows]) }])) as CurveReading;
  expect(reading.curve.values.import!.every((kwh) => kwh === 90)).toBe(true);
  expect(reading.report.repairs.map(({ code, count }) => [code, count])).toEqual([["dst_hour_merged", 1]]);
});
