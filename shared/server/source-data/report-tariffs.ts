import { PERIODS } from "@ecotrim/contracts/simulations/contract";
import { TARIFF_YEARS, TARIFFS, type TariffName, type TariffYear } from "@ecotrim/contracts/simulations/tariff";
import { TABLES, type TariffTables, type YearTables } from "@ecotrim/engine/bill/tables";

/** Slips in the tables of regulated prices, found by the proportions that their norms keep. */

type Tables = Readonly<Record<TariffYear, YearTables>>;

/** Half a unit of the last digit that the norms publish. */
const HALF_DIGIT = 0.5e-6;

/** Two published figures, of which the second should be a factor common to several pairs times the first. */
interface Pair {
  name: string;
  from: number;
  to: number;
  /** What the second may depart by. */
  allowed: number;
}

const factorsOf = ({ from, to, allowed }: Pair): [number, number] => [
  (to - allowed) / (from + HALF_DIGIT),
  (to + allowed) / (from - HALF_DIGIT),
];

/** The pairs that the factor most others agree on does not fit. */
function misfits(pairs: Pair[]): Pair[] {
  const isFit = (pair: Pair, factor: number) => {
    const [least, most] = factorsOf(pair);
    return factor >= least && factor <= most;
  };
  let best: Pair[] = pairs;
  for (const factor of pairs.flatMap(factorsOf)) {
    const unfit = pairs.filter((pair) => !isFit(pair, factor));
    if (unfit.length < best.length) best = unfit;
  }
  return best;
}

const pairsOf = (name: string, from: readonly number[], to: readonly number[], allowed = HALF_DIGIT): Pair[] =>
  PERIODS.map((period, i) => ({ name: `${name} ${period}`, from: from[i]!, to: to[i]!, allowed }));

/** Prices of the excess are one share of the power toll of their tariff. */
function excessMisfits(name: string, tables: TariffTables): Pair[] {
  const { power_toll_eur_kw_year: toll, excess_eur_kw, excess_departure_eur_kw, excess_eur_kw_day } = tables;
  const ofQuarterHours = pairsOf(`${name} excess_eur_kw`, toll, excess_eur_kw, excess_departure_eur_kw);
  // Until March 2025 one price held in every period.
  const ofDays = excess_eur_kw_day
    .filter(({ value }) => value.factor === 1)
    .map(({ from_date, value }) => pairsOf(`${name} excess_eur_kw_day from ${from_date}`, toll, value.eur_kw_day));
  return [ofQuarterHours, ...ofDays].flatMap(misfits);
}

/** Charges of every tariff, of power and of energy, rise by one factor from year to year. */
function chargeMisfits(tables: Tables, year: TariffYear, before: TariffYear): Pair[] {
  const ofTariff = (tariff: TariffName) =>
    (["power_charge_eur_kw_year", "charge_eur_kwh"] as const).flatMap((field) =>
      pairsOf(`${year} ${tariff} ${field}`, tables[before].tariffs[tariff][field], tables[year].tariffs[tariff][field]),
    );
  return misfits(TARIFFS.flatMap(ofTariff));
}

/** What does not fit, one line for each figure: it, or the one that it is a share of, is mistyped. */
export function tariffFindings(tables: Tables = TABLES): string[] {
  return TARIFF_YEARS.flatMap((year, index) => {
    const before = TARIFF_YEARS[index - 1];
    const excess = TARIFFS.flatMap((tariff) => excessMisfits(`${year} ${tariff}`, tables[year].tariffs[tariff])).map(
      ({ name }) => `${name} is not the share of the power toll that the other periods have`,
    );
    const charges = before === undefined ? [] : chargeMisfits(tables, year, before);
    return [...excess, ...charges.map(({ name }) => `${name} does not rise by the factor of the other charges`)];
  });
}

export function tariffReport(findings: readonly string[]): string {
  const years = TARIFF_YEARS.join(", ");
  if (findings.length === 0) return `Regulated prices of ${years}: excess prices and charges keep their proportions`;
  return [`Regulated prices of ${years}: look again at`, ...findings.map((finding) => `  ${finding}`)].join("\n");
}
