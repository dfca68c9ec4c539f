import { createHash } from "node:crypto";
import { MARKET_YEARS } from "@ecotrim/contracts/simulations/input";
import type { SourceData } from "@ecotrim/engine/site/source-data";
import type { Settings } from "../env/settings.ts";
import { HOUR_MS, type Readings, SourceDataError, type YearOfHours, yearOfHours } from "./hours.ts";
import { type OmieFolder, readOmieFolder } from "./omie.ts";
import { readPvgis } from "./pvgis.ts";

/** Gaps in prices are filled from the same weekday, gaps in PV from a neighbouring day. */
const [WEEK, DAY] = [7, 1];

/** Content of the operator's files, the data taken from it, and the faults found. */
export interface ImportedData {
  data: SourceData | null;
  market: (Omit<OmieFolder, "readings"> & { years: YearOfHours[] }) | null;
  pv: { place: string; years: YearOfHours[]; used: number } | null;
}

/**
 * Reads the operator's market and PV files (`OMIE_DIR`, `PVGIS_CSV`). Years that the files do not cover keep the
 * shipped figures.
 * @throws SourceDataError where a setting names a file without any usable data
 */
export function importSourceData({ OMIE_DIR, PVGIS_CSV }: Pick<Settings, "OMIE_DIR" | "PVGIS_CSV">): ImportedData {
  const market = OMIE_DIR === undefined ? null : importMarket(OMIE_DIR);
  const pv = PVGIS_CSV === undefined ? null : importPv(PVGIS_CSV);
  if (!market && !pv) return { data: null, market, pv };
  const prices: SourceData["market"] = {};
  for (const { year, hours } of market?.years ?? []) if (hours) prices[year] = hours;
  const usedYear = pv?.years.find(({ year }) => year === pv.used);
  const content = {
    market: prices,
    pv: usedYear?.hours
      ? { year: usedYear.year, kwhPerKwp: usedYear.hours, description: `${pv?.place}, año ${usedYear.year}` }
      : null,
  };
  const version = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 12);
  return { data: { version, ...content }, market, pv };
}

function importMarket(folder: string) {
  const { readings, ...found } = readOmieFolder(folder);
  const years = yearsOf(readings)
    .filter((year) => (MARKET_YEARS as readonly number[]).includes(year))
    .map((year) => yearOfHours(readings, year, WEEK));
  if (!years.some(({ hours }) => hours))
    throw new SourceDataError(
      `OMIE_DIR: ${folder} has none of the years ${MARKET_YEARS.join(", ")} whole enough to be used; npm run -s data:report tells what is missing.`,
    );
  return { ...found, years };
}

/** Of several years, the year whose yield is nearest to their mean: an average of years would have no clouds. */
function importPv(path: string) {
  const { readings, place } = readPvgis(path);
  const years = yearsOf(readings).map((year) => yearOfHours(readings, year, DAY));
  const yields = years.flatMap(({ year, hours }) =>
    hours ? [{ year, kwh: hours.reduce((sum, kwh) => sum + kwh, 0) }] : [],
  );
  const mean = yields.reduce((sum, { kwh }) => sum + kwh, 0) / yields.length;
  const [used] = yields.toSorted((a, b) => Math.abs(a.kwh - mean) - Math.abs(b.kwh - mean));
  if (!used) throw new SourceDataError(`PVGIS_CSV: ${path} has no year whole enough to be used.`);
  return { place, years, used: used.year };
}

/** Local years with more than a day of data: a UTC year's last hour alone falls into the next local year. */
function yearsOf({ values }: Readings): number[] {
  const counts = new Map<number, number>();
  for (const instant of values.keys()) {
    const year = new Date(instant + HOUR_MS).getUTCFullYear();
    counts.set(year, (counts.get(year) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 24)
    .map(([year]) => year)
    .sort();
}
