import { localMs } from "@ecotrim/engine/site/calendar";

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
const START = Date.UTC(2024, 11, 31, 23);
const END = Date.UTC(2025, 11, 31, 23);
/** Days of the made-up file without readings. */
const SILENT = [Date.UTC(2025, 2, 8), Date.UTC(2025, 2, 11)] as const;

/** A made-up works of two shifts that stops in August, as a file of quarter-hours. */
export function exampleFile(): Uint8Array {
  const lines = ["Fecha;Hora;Consumo (kWh)"];
  let noise = 1;
  for (let at = START; at < END; at += QUARTER_MS) {
    const local = localMs(at);
    const date = Math.floor(local / DAY_MS) * DAY_MS;
    noise = (noise * 16_807) % 2_147_483_647;
    if (date >= SILENT[0] && date < SILENT[1]) continue;
    const minutes = (local - date) / 60_000;
    const kwh = (usualKw(new Date(date), minutes / 60) * (0.92 + (0.16 * noise) / 2_147_483_647)) / 4;
    lines.push(`${dateText(date)};${timeText(minutes)}-${timeText(minutes + 15)};${kwh.toFixed(3).replace(".", ",")}`);
  }
  return new TextEncoder().encode(lines.join("\n"));
}

function usualKw(day: Date, hour: number): number {
  const weekday = day.getUTCDay();
  const season = Math.cos((2 * Math.PI * day.getUTCMonth()) / 12);
  const isClosed = weekday === 0 || weekday === 6 || (day.getUTCMonth() === 7 && day.getUTCDate() < 22);
  const isShift = hour >= 6 && hour < 22;
  const base = 180 + 20 * season;
  if (isClosed || !isShift) return base;
  return base + (hour < 14 ? 620 : 480) + 60 * season - (hour >= 13.5 && hour < 14.25 ? 150 : 0);
}

const two = (value: number): string => String(value).padStart(2, "0");
const timeText = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

function dateText(date: number): string {
  const day = new Date(date);
  return `${two(day.getUTCDate())}/${two(day.getUTCMonth() + 1)}/${day.getUTCFullYear()}`;
}
