import { formatNumber } from "@ecotrim/contracts/numbers";
import type { CurveFigures } from "@ecotrim/curves/summary";
import { localMs } from "@ecotrim/engine/site/calendar";
import { sunHours } from "@ecotrim/engine/site/sun";
import { dayAndMonth, monthName, weekdayAndDate } from "@ecotrim/present/local-dates";
import { FILLED_COLORS, HEAT_COLORS } from "@ecotrim/present/palette";
import { Button } from "@mantine/core";
import { useElementSize, useMediaQuery } from "@mantine/hooks";
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { saveFile } from "../../lib/download.ts";
import { DataTable } from "../charts/data-table.tsx";
import { byDays, byMonths, type HeatGrid, HOURS, heatPixels } from "./heat-pixels.ts";
import "./heat-map.css";

const HEIGHT_PX = 216;
const DAY_MS = 86_400_000;

/** A cell of the map: day of the curve and hour of the day. */
export interface HeatCell {
  day: number;
  hour: number;
}

/** The cell of an instant. */
export function cellAt({ dates }: CurveFigures["heat"], instant: string): HeatCell {
  const local = localMs(Date.parse(instant));
  return { day: Math.floor((local - Date.parse(dates[0]!)) / DAY_MS), hour: Math.floor((local % DAY_MS) / 3_600_000) };
}

/** A place of the map with a number, explained in the list of repairs. */
export interface HeatMark extends HeatCell {
  number: number;
}

interface HeatMapProps {
  heat: CurveFigures["heat"];
  marks: HeatMark[];
  /** Draws when the sun rises and sets, by which a wrong clock is seen. */
  withSun: boolean;
  cursor: HeatCell;
  onMove: (cell: HeatCell) => void;
}

/** The year, hour by hour: a column for each day. A phone shows a column for each month until the year is asked for. */
export function HeatMap({ heat, marks, withSun, cursor, onMove }: HeatMapProps) {
  const isNarrow = useMediaQuery("(max-width: 30em)") ?? false;
  const [wantsYear, setWantsYear] = useState(false);
  const [asTable, setAsTable] = useState(false);
  const days = useMemo(() => byDays(heat), [heat]);
  const months = useMemo(() => byMonths(days, heat.dates), [days, heat]);
  const isByMonths = isNarrow && !wantsYear;
  return (
    <section className="card chart-card">
      <div className="chart-head">
        <h3>El año, hora a hora</h3>
        <div className="chart-tools">
          {isNarrow && !asTable && (
            <Button variant="default" onClick={() => setWantsYear(!wantsYear)}>
              {wantsYear ? "Ver por meses" : "Ver el año"}
            </Button>
          )}
          <Button variant="default" onClick={() => setAsTable(!asTable)}>
            {asTable ? "Ver gráfico" : "Ver como tabla"}
          </Button>
          <Button variant="default" onClick={() => saveFile(csvOf(heat, days), "curva.csv")}>
            CSV
          </Button>
        </div>
      </div>
      {asTable ? (
        <MonthTable months={months} dates={heat.dates} />
      ) : (
        <Picture {...{ heat, marks, withSun, cursor, onMove, days, months, isByMonths }} />
      )}
    </section>
  );
}

const hours = (hour: number): string => `${hour}–${hour + 1} h`;
const power = (kw: number | undefined): string =>
  kw === undefined || Number.isNaN(kw) ? "sin esta hora" : formatNumber(kw, { decimals: kw < 10 ? 1 : 0, unit: "kWh" });

function readout(dates: readonly string[], { kw, filled }: HeatGrid, { day, hour }: HeatCell): string {
  const cell = day * HOURS + hour;
  const note = filled[cell] ? " (no medido)" : "";
  const date = weekdayAndDate(new Date(dates[day]!));
  return `${date[0]!.toUpperCase()}${date.slice(1)}, ${hours(hour)}: ${power(kw[cell])}${note}`;
}

type Months = ReturnType<typeof byMonths>;

interface PictureProps extends HeatMapProps {
  days: HeatGrid;
  months: Months;
  isByMonths: boolean;
}

function Picture({ heat, marks, withSun, cursor, onMove, days, months, isByMonths }: PictureProps) {
  const { dates, max_kw: greatestKw } = heat;
  const grid = isByMonths ? months : days;
  const { ref, width } = useElementSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const columnOf = (day: number) => (isByMonths ? months.firstDays.filter((first) => first <= day).length - 1 : day);
  const dayOf = (column: number) => (isByMonths ? months.firstDays[column]! : column);
  const column = columnOf(cursor.day);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext?.("2d");
    if (!element || !context || width === 0) return;
    const ratio = window.devicePixelRatio;
    element.width = Math.round(width * ratio);
    element.height = Math.round(HEIGHT_PX * ratio);
    const pixels = heatPixels(grid, greatestKw, element.width, element.height);
    context.putImageData(new ImageData(pixels, element.width, element.height), 0, 0);
  }, [grid, greatestKw, width]);

  const move = (toColumn: number, toHour: number) =>
    onMove({
      day: dayOf(Math.min(grid.columns - 1, Math.max(0, toColumn))),
      hour: Math.min(HOURS - 1, Math.max(0, toHour)),
    });
  const turn = (event: KeyboardEvent) => {
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    const [columns, rows] = step;
    move(column + columns, cursor.hour + rows);
  };
  const point = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    move(Math.floor(((clientX - left) / width) * grid.columns), Math.floor(((clientY - top) / height) * HOURS));
  };

  const said = isByMonths ? monthReadout(dates, months, column, cursor.hour) : readout(dates, days, cursor);
  return (
    <>
      <Legend greatestKw={greatestKw} hasFilled={days.filled.includes(1)} withSun={withSun} />
      <div className="heat">
        <div className="heat-marks" aria-hidden="true">
          {marks.map((mark) => (
            <span key={mark.number} style={{ left: `${(100 * (columnOf(mark.day) + 0.5)) / grid.columns}%` }}>
              {mark.number}
            </span>
          ))}
        </div>
        <div className="heat-hours" aria-hidden="true">
          {[0, 6, 12, 18].map((hour) => (
            <span key={hour}>{hour} h</span>
          ))}
        </div>
        <div
          ref={ref}
          className="heat-plot"
          role="slider"
          tabIndex={0}
          aria-label={isByMonths ? "Mes y hora del mapa" : "Día y hora del mapa"}
          aria-valuemin={0}
          aria-valuemax={grid.columns * HOURS - 1}
          aria-valuenow={column * HOURS + cursor.hour}
          aria-valuetext={said}
          aria-describedby="heat-keys"
          onKeyDown={turn}
          onPointerDown={point}
          onPointerMove={point}
          style={{ height: HEIGHT_PX }}
        >
          <canvas ref={canvas} role="img" aria-label={descriptionOf(heat)} />
          {withSun && (
            <SunLines
              dates={Array.from(
                { length: grid.columns },
                (_, one) => dates[dayOf(one) + (isByMonths ? MID_MONTH : 0)]!,
              )}
            />
          )}
          <span
            className="heat-cursor"
            aria-hidden="true"
            style={{
              left: `${(100 * (column + 0.5)) / grid.columns}%`,
              top: `${(100 * (cursor.hour + 0.5)) / HOURS}%`,
            }}
          />
        </div>
        <div className="heat-months" aria-hidden="true">
          {months.firstDays.map((day, month) => (
            <span
              key={day}
              style={{ left: `${(100 * columnOf(day)) / grid.columns}%` }}
              data-odd={month % 2 === 1 || undefined}
            >
              {monthName(new Date(dates[day]!))}
            </span>
          ))}
        </div>
      </div>
      <p className="heat-readout">
        <strong>{said}</strong> <span id="heat-keys">Mueva el cursor con el ratón, el dedo o las flechas.</span>
      </p>
    </>
  );
}

/** Madrid: elsewhere on the peninsula the sun rises up to half an hour earlier or later. */
const MIDDLE = "28";
/** Days from the first of a month to its middle. */
const MID_MONTH = 14;

/** Sunrise and sunset above the columns of a map. */
function SunLines({ dates }: { dates: readonly (string | undefined)[] }) {
  const hours = dates.map((date) => date && sunHours(date, MIDDLE));
  const line = (end: 0 | 1): string =>
    hours.flatMap((day, column) => (day ? `${column + 0.5},${day[end].toFixed(2)}` : [])).join(" ");
  return (
    <svg className="heat-sun" aria-hidden="true" viewBox={`0 0 ${dates.length} ${HOURS}`} preserveAspectRatio="none">
      {([0, 1] as const).map((end) => (
        <g key={end}>
          <polyline points={line(end)} />
          <polyline points={line(end)} />
        </g>
      ))}
    </svg>
  );
}

/** Columns and rows that a key moves the cursor by. */
const KEYS: Record<string, readonly [columns: number, rows: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [-7, 0],
  PageDown: [7, 0],
  Home: [Number.NEGATIVE_INFINITY, 0],
  End: [Number.POSITIVE_INFINITY, 0],
};

interface LegendProps {
  greatestKw: number;
  hasFilled: boolean;
  withSun: boolean;
}

function Legend({ greatestKw, hasFilled, withSun }: LegendProps) {
  return (
    <p className="heat-legend" aria-hidden="true">
      0 <span className="heat-scale" style={{ background: `linear-gradient(to right, ${HEAT_COLORS.join(", ")})` }} />
      {formatNumber(greatestKw, { decimals: 0, unit: "kW" })}
      {hasFilled && (
        <>
          <span
            className="heat-filled"
            style={{
              background: `repeating-linear-gradient(135deg, ${FILLED_COLORS[0]} 0 3px, ${FILLED_COLORS[1]} 3px 6px)`,
            }}
          />
          no medido
        </>
      )}
      {withSun && (
        <>
          <span className="heat-sun-sample" />
          salida y puesta del sol
        </>
      )}
    </p>
  );
}

function monthReadout(dates: readonly string[], { kw, firstDays }: Months, column: number, hour: number): string {
  const month = new Date(dates[firstDays[column]!]!);
  return `${monthName(month)} ${month.getUTCFullYear()}, ${hours(hour)}: ${power(kw[column * HOURS + hour])} de media`;
}

/** The picture in words: the hours and months with the most and the least. */
function descriptionOf({ dates, kw, max_kw }: CurveFigures["heat"]): string {
  const means = Array.from({ length: HOURS }, (_, hour) => {
    const cells = dates.map((_, day) => kw[day * HOURS + hour]!);
    const known = cells.filter((value) => !Number.isNaN(value));
    return known.reduce((sum, value) => sum + value, 0) / known.length;
  });
  const most = means.indexOf(Math.max(...means));
  const least = means.indexOf(Math.min(...means));
  const last = new Date(dates.at(-1)!);
  return (
    `Mapa de la energía de cada hora, del ${dayAndMonth(new Date(dates[0]!))} al ${dayAndMonth(last)} ` +
    `de ${last.getUTCFullYear()}. De media la hora de más energía es ${hours(most)}, con ${power(means[most])}, ` +
    `y la de menos ${hours(least)}, con ${power(means[least])}. La mayor es de ${power(max_kw)}.`
  );
}

function MonthTable({ months, dates }: { months: Months; dates: readonly string[] }) {
  const names = months.firstDays.map((day) => monthName(new Date(dates[day]!)));
  return (
    <DataTable
      label="Tabla: energía media de cada hora y mes, kWh"
      height={400}
      figures
      head={["Hora", ...names]}
      rows={Array.from({ length: HOURS }, (_, hour) => ({
        key: String(hour),
        label: hours(hour),
        cells: names.map((_, month) => formatNumber(months.kw[month * HOURS + hour], { decimals: 0 })),
      }))}
    />
  );
}

/** Numbers and our own titles only: nothing of the file. */
function csvOf({ dates }: CurveFigures["heat"], { kw, filled }: HeatGrid): Blob {
  const lines = ["fecha;hora;kWh;medido"];
  dates.forEach((date, day) => {
    for (let hour = 0; hour < HOURS; hour++) {
      const cell = day * HOURS + hour;
      if (Number.isNaN(kw[cell]!)) continue;
      lines.push(`${date};${hour};${kw[cell]!.toFixed(3).replace(".", ",")};${filled[cell] ? "no" : "sí"}`);
    }
  });
  return new Blob([`\ufeff${lines.join("\r\n")}\r\n`], { type: "text/csv" });
}
