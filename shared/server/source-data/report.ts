import type { DayFinding, YearOfHours } from "./hours.ts";
import type { ImportedData } from "./source-data.ts";

/** Report for operators: the imported data, and every gap by date. */
export function reportText({ data, market, pv }: ImportedData): string {
  if (!data) return "OMIE_DIR and PVGIS_CSV are not set: the shipped figures are used.";
  const lines = [`Version of the data: ${data.version}`];
  if (market) {
    lines.push("", `Day-ahead prices (OMIE_DIR): ${market.files} files`);
    if (market.ignored.length > 0) lines.push(`  not read: ${market.ignored.join(", ")}`);
    lines.push(...market.years.flatMap((year) => yearLines(year, year.hours ? "used" : "REFUSED")));
  }
  if (pv) {
    lines.push("", `PV yield (PVGIS_CSV): ${pv.place}`);
    for (const year of pv.years) {
      const state = year.year === pv.used ? "used, nearest to the mean" : year.hours ? "whole, not used" : "REFUSED";
      const yielded = year.hours ? `, ${Math.round(year.hours.reduce((sum, kwh) => sum + kwh, 0))} kWh/kWp` : "";
      lines.push(...yearLines(year, `${state}${yielded}`));
    }
  }
  return lines.join("\n");
}

function yearLines({ year, hours, missing, days }: YearOfHours, state: string): string[] {
  const gaps = missing === 0 ? "every hour there" : `${missing} hours missing${hours ? ", filled" : ""}`;
  return [`  ${year}: ${state}; ${gaps}`, ...days.map(dayLine)];
}

function dayLine({ date, missing, duplicated, implausible, filledFrom }: DayFinding): string {
  const found = Object.entries({ missing, implausible, "said twice, the later counts": duplicated })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  const filled = filledFrom.length > 0 ? `; filled from ${filledFrom.join(" and ")}` : "";
  return `    ${date}: ${found.join(", ")}${filled}`;
}
