import { existsSync, readFileSync } from "node:fs";
import type { GivenSeries } from "./site/site.ts";

/** The full hourly series of 2024, which only some machines have; tests that need them skip and say so. */
const dataFile = (name: string) => new URL(`../../../shared/data/${name}`, import.meta.url);
export const OMIE = dataFile("omie-es-2024-hourly.csv");
const PV = dataFile("pv-profile-2024-local.csv");
export const fullDataAtHand = existsSync(OMIE) && existsSync(PV);
export const NOT_AT_HAND = "the full hourly series of 2024 are not at hand";

function column(file: URL, name: string): number[] {
  const [header, ...lines] = readFileSync(file, "utf8").trim().split(/\r?\n/);
  const index = header!.split(",").indexOf(name);
  return lines.map((line) => Number(line.split(",")[index]));
}

/** Market prices of Spain and PV of Madrid for an installation of `kwp`. */
export const fullSeries = (kwp: number): GivenSeries => ({
  market_eur_mwh: column(OMIE, "eur_mwh"),
  pv_kwh: column(PV, "madrid_kwh_per_kwp").map((yieldKwh) => yieldKwh * kwp),
});
