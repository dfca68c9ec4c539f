import { ESTIMATED, MEASURED } from "@ecotrim/curves/flags";
import type { CurveFigures } from "@ecotrim/curves/summary";
import { FILLED_COLORS, HEAT_COLORS, PALETTE } from "@ecotrim/present/palette";

/** Mean power of each hour, a column of 24 for each day or month. */
export interface HeatGrid {
  columns: number;
  /** kW; NaN where there is no such hour. */
  kw: Float32Array;
  /** 1 where it was not measured. */
  filled: Uint8Array;
}

export const HOURS = 24;

/** A column for each day; what was estimated by the distributor counts as measured here. */
export const byDays = ({ dates, kw, flags }: CurveFigures["heat"]): HeatGrid => ({
  columns: dates.length,
  kw,
  filled: flags.map((flag) => (flag === MEASURED || flag === ESTIMATED ? 0 : 1)),
});

type Rgb = readonly [red: number, green: number, blue: number];
const rgbOf = (color: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as never;

const SHADES = 256;
const STOPS = HEAT_COLORS.map(rgbOf);
const shades: Rgb[] = Array.from({ length: SHADES }, (_, i) => {
  const at = (i / (SHADES - 1)) * (STOPS.length - 1);
  const low = Math.min(Math.floor(at), STOPS.length - 2);
  return STOPS[low]!.map((from, c) => from + (STOPS[low + 1]![c]! - from) * (at - low)) as never;
});
const [STRIPE, GROUND] = FILLED_COLORS.map(rgbOf) as [Rgb, Rgb];
const NONE = rgbOf(PALETTE.white);
/** Width of the stripes of what was not measured, pixels. */
const STRIPE_PX = 3;

/** The pixels of the map: each takes the colour of the cell it lies in, without smoothing. */
export function heatPixels(
  { columns, kw, filled }: HeatGrid,
  greatestKw: number,
  width: number,
  height: number,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) {
    const hour = Math.floor((y * HOURS) / height);
    for (let x = 0; x < width; x++) {
      const cell = Math.floor((x * columns) / width) * HOURS + hour;
      const value = kw[cell]!;
      const isStripe = (x + y) % (2 * STRIPE_PX) < STRIPE_PX;
      const color = filled[cell]
        ? isStripe
          ? STRIPE
          : GROUND
        : Number.isNaN(value)
          ? NONE
          : shades[Math.round(Math.min(1, Math.max(0, value / greatestKw)) * (SHADES - 1))]!;
      const at = 4 * (y * width + x);
      pixels[at] = color[0];
      pixels[at + 1] = color[1];
      pixels[at + 2] = color[2];
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}

/** The same map with a column for each month: the mean of each hour, filled where the most of it is. */
export function byMonths(days: HeatGrid, dates: readonly string[]): HeatGrid & { firstDays: number[] } {
  const starts = dates.flatMap((date, day) => (day === 0 || date.endsWith("-01") ? [day] : []));
  const kw = new Float32Array(starts.length * HOURS);
  const filled = new Uint8Array(starts.length * HOURS);
  starts.forEach((from, month) => {
    const to = starts[month + 1] ?? days.columns;
    for (let hour = 0; hour < HOURS; hour++) {
      let sum = 0;
      let count = 0;
      let unmeasured = 0;
      for (let day = from; day < to; day++) {
        const cell = day * HOURS + hour;
        if (Number.isNaN(days.kw[cell]!)) continue;
        sum += days.kw[cell]!;
        count += 1;
        unmeasured += days.filled[cell]!;
      }
      kw[month * HOURS + hour] = count > 0 ? sum / count : Number.NaN;
      filled[month * HOURS + hour] = 2 * unmeasured > count ? 1 : 0;
    }
  });
  return { columns: starts.length, kw, filled, firstDays: starts };
}
