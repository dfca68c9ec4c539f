import { LOCALE } from "@ecotrim/contracts/locale";
import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import { sumOf } from "@ecotrim/curves/statistics";
import type { CurveFigures } from "@ecotrim/curves/summary";
import { shortDateTime } from "@ecotrim/present/dates";
import { nameOfMonth } from "@ecotrim/present/local-dates";
import { useMemo } from "react";
import { ChartFrame } from "../charts/chart-frame.tsx";
import { DataTable } from "../charts/data-table.tsx";
import { durationConfig, monthsConfig, peaksConfig, weekConfig } from "./chart-configs.ts";

const HEIGHT_PX = 260;

const whole = (value: number | undefined): string => formatNumber(value, { decimals: 0 });
const kw = (value: number | undefined): string => formatNumber(value, { decimals: 0, unit: "kW" });
const mwh = (kwh: number): string => formatNumber(kwh / 1000, { decimals: kwh < 100_000 ? 1 : 0 });
const PERIODS = ["P1", "P2", "P3", "P4", "P5", "P6"] as const;
const FROM_BELOW = [...PERIODS].reverse();
const frame = { locale: LOCALE, height: HEIGHT_PX };

export function MonthsChart({ months }: Pick<CurveFigures, "months">) {
  const names = months.map(({ month }) => nameOfMonth(month));
  const config = useMemo(
    () =>
      monthsConfig({
        labels: months.map(({ month }) => nameOfMonth(month)),
        parts: FROM_BELOW.map((name) => ({
          name,
          values: months.map(
            ({ kwh_by_period, filled_share }) => ((1 - filled_share) * kwh_by_period[PERIODS.indexOf(name)]!) / 1000,
          ),
        })),
        invented: months.map(({ kwh, filled_share }) => (filled_share * kwh) / 1000),
        unit: "MWh",
        write: whole,
      }),
    [months],
  );
  const totals = months.map(({ kwh_by_period }) => sumOf(kwh_by_period));
  const most = totals.indexOf(Math.max(...totals));
  const least = totals.indexOf(Math.min(...totals));
  return (
    <ChartFrame
      {...frame}
      title="Meses"
      description={`El mes de más energía es ${names[most]}, con ${mwh(totals[most]!)} MWh, y el de menos ${names[least]}, con ${mwh(totals[least]!)} MWh.`}
      config={config}
      table={
        <DataTable
          label="Tabla: energía de cada mes y periodo"
          figures
          head={["Mes", ...PERIODS, "Total (MWh)"]}
          rows={months.map(({ kwh_by_period }, i) => ({
            key: String(i),
            label: names[i],
            cells: [...kwh_by_period, sumOf(kwh_by_period)].map(mwh),
          }))}
        />
      }
    />
  );
}

const WEEKDAYS = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"] as const;
const DAY_HOURS = 24;

const hourName = (hour: number): string => `${WEEKDAYS[Math.floor(hour / DAY_HOURS)]} ${hour % DAY_HOURS} h`;

export function WeekChart({ week }: Pick<CurveFigures, "week">) {
  const config = useMemo(
    () =>
      weekConfig({
        labels: week.map((_, hour) => hourName(hour)),
        days: WEEKDAYS.map((day) => day.slice(0, 3)),
        median: week.map(({ median }) => median),
        low: week.map(({ p10 }) => p10),
        high: week.map(({ p90 }) => p90),
        write: whole,
      }),
    [week],
  );
  const medians = week.map(({ median }) => median);
  const top = medians.indexOf(Math.max(...medians));
  const working = sumOf(medians.slice(0, 5 * DAY_HOURS)) / 5;
  const weekend = sumOf(medians.slice(5 * DAY_HOURS)) / 2;
  return (
    <ChartFrame
      {...frame}
      title="Semana habitual"
      description={`Lo habitual es llegar a ${kw(medians[top])} el ${hourName(top)}. En un día de fin de semana se consume el ${formatPercent(weekend / working, { decimals: 0 })} de un laborable. En la banda están ocho de cada diez semanas.`}
      config={config}
      table={
        <DataTable
          label="Tabla: potencia habitual de cada hora de la semana, kW"
          height={400}
          figures
          head={["Hora", ...WEEKDAYS.map((day) => day.slice(0, 3))]}
          rows={Array.from({ length: DAY_HOURS }, (_, hour) => ({
            key: String(hour),
            label: `${hour} h`,
            cells: WEEKDAYS.map((_, day) => whole(medians[day * DAY_HOURS + hour])),
          }))}
        />
      }
    />
  );
}

interface DurationProps extends Pick<CurveFigures, "duration" | "series"> {
  /** Contracted powers of P1 to P6, kW; empty where the visitor has not typed them. */
  contractedKw: readonly number[];
  isHourly: boolean;
}

/** Powers that several periods share become one line. */
function linesOf(contractedKw: readonly number[]): { name: string; kw: number }[] {
  const levels = [...new Set(contractedKw)];
  return levels.map((level) => {
    const periods = PERIODS.filter((_, i) => contractedKw[i] === level);
    return { name: `${periods.join(", ")}: ${kw(level)}`, kw: level };
  });
}

/** Hours of a year during which the power is above that of a point. */
const hoursAt = (point: number, { length }: CurveFigures["duration"]): number => (8760 * point) / (length - 1);

export function DurationChart({ duration, series, contractedKw, isHourly }: DurationProps) {
  const config = useMemo(
    () =>
      durationConfig({
        labels: duration.map((_, i) => `${whole(hoursAt(i, duration))} h`),
        kw: duration,
        contracted: linesOf(contractedKw),
        write: whole,
      }),
    [duration, contractedKw],
  );
  const tenth = duration[Math.round(0.1 * (duration.length - 1))];
  const note = isHourly ? " Son medias horarias: las puntas de cuarto de hora pueden ser mayores." : "";
  return (
    <ChartFrame
      {...frame}
      title="Curva de duración"
      description={`${series === "import" ? "Compra" : "Consume"} más de ${kw(tenth)} durante 876 horas al año, una de cada diez. La punta es de ${kw(duration[0])} y el mínimo de ${kw(duration.at(-1))}.${note}`}
      config={config}
      table={
        <DataTable
          label="Tabla: horas al año por encima de cada potencia"
          height={400}
          head={["Horas al año", "Potencia (kW)"]}
          rows={duration.flatMap((value, i) =>
            i % 10 === 0 ? [{ key: String(i), label: whole(hoursAt(i, duration)), cells: [whole(value)] }] : [],
          )}
          numbered
        />
      }
    />
  );
}

export function PeaksChart({ peaks, isHourly }: { peaks: CurveFigures["peak_by_period"]; isHourly: boolean }) {
  const config = useMemo(
    () =>
      peaksConfig({
        labels: [...PERIODS],
        parts: [{ name: "Máximo", values: peaks.map((peak) => peak?.kw ?? 0) }],
        unit: "kW",
        write: whole,
      }),
    [peaks],
  );
  const greatest = peaks.reduce((a, b) => ((b?.kw ?? 0) > (a?.kw ?? 0) ? b : a));
  const at = PERIODS[peaks.indexOf(greatest)];
  return (
    <ChartFrame
      {...frame}
      title="Máximo de cada periodo"
      description={`La mayor potencia ${isHourly ? "media de una hora" : "de un cuarto de hora"} es de ${kw(greatest?.kw)}, en ${at}.`}
      config={config}
      table={
        <DataTable
          label="Tabla: máximo de cada periodo"
          head={["Periodo", "Potencia (kW)", "Cuándo"]}
          rows={PERIODS.map((period, i) => ({
            key: period,
            label: period,
            cells: [whole(peaks[i]?.kw), peaks[i] ? shortDateTime(peaks[i].at) : "—"],
          }))}
        />
      }
    />
  );
}
