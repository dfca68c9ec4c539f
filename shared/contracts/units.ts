import type { TSchema } from "typebox";
import { formatNumber, type NumberLimits, parseNumber, roundDecimal } from "./numbers.ts";
import { AverageDemand, CapacityKwh, PowerKw, PvKwp, YearlySpending } from "./simulations/fields.ts";

/** The one reader of a figure with its unit, as people write it in a field: `2 MW`, `1,5 GWh al año`, `350 k€`. */

export type QuantityKind = "power_kwp" | "power_kw" | "energy_kwh" | "energy_demand" | "money";

/** A figure in its field's own unit, or the sentence that says why its unit is refused. */
export type Quantity = { value: number; echo?: string } | { refusal: string };

type Period = "hour" | "month" | "year";

interface Unit {
  /** As the echo writes it. */
  name: string;
  /** In the unit of the kind, before any period. */
  factor: number;
  /** An energy or an amount, which needs a period where the field asks for a rate. */
  perPeriod: boolean;
}

interface Kind {
  units: Record<string, Unit>;
  /** Unit that a figure without one carries, where the field shows no other. */
  shown: string;
  /** Factor from an amount in that period to the field's own unit. */
  periods: Partial<Record<Period, number>>;
  /** The field's own unit in the echo. */
  own: string;
  /** Digits after the decimal sign that are kept. */
  decimals: number;
  /** Its limits settle the meaning of `1.234`. */
  schema: TSchema;
  /** What is named where a unit is refused. */
  accepted: string;
}

const HOURS_A_YEAR = 8760;
const MONTHS = 12;

const once = (name: string, factor: number): Unit => ({ name, factor, perPeriod: false });
const each = (name: string, factor: number): Unit => ({ name, factor, perPeriod: true });

const POWER = { w: once("W", 0.001), kw: once("kW", 1), mw: once("MW", 1000) };
const PEAK = { wp: once("Wp", 0.001), kwp: once("kWp", 1), mwp: once("MWp", 1000) };

const KINDS: Record<QuantityKind, Kind> = {
  power_kwp: {
    units: { ...POWER, ...PEAK },
    shown: "kWp",
    periods: {},
    own: "kWp",
    decimals: 3,
    schema: PvKwp,
    accepted: "kWp, kW, MWp, MW o W",
  },
  power_kw: {
    units: POWER,
    shown: "kW",
    periods: {},
    own: "kW",
    decimals: 3,
    schema: PowerKw,
    accepted: "kW, MW o W",
  },
  energy_kwh: {
    units: { kwh: once("kWh", 1), mwh: once("MWh", 1000), gwh: once("GWh", 1_000_000) },
    shown: "kWh",
    periods: {},
    own: "kWh",
    decimals: 3,
    schema: CapacityKwh,
    accepted: "kWh, MWh o GWh",
  },
  energy_demand: {
    units: { ...POWER, kwh: each("kWh", 1), mwh: each("MWh", 1000), gwh: each("GWh", 1_000_000) },
    shown: "kWh a la hora",
    periods: { hour: 1, month: MONTHS / HOURS_A_YEAR, year: 1 / HOURS_A_YEAR },
    own: "kW de media",
    decimals: 3,
    schema: AverageDemand,
    accepted: "kWh, MWh o GWh a la hora, al mes o al año, y kW o MW de media",
  },
  money: {
    units: {
      "€": each("€", 1),
      "k€": each("k€", 1000),
      "m€": each("M€", 1_000_000),
    },
    shown: "€ al año",
    periods: { month: MONTHS, year: 1 },
    own: "€ al año",
    decimals: 2,
    schema: YearlySpending,
    accepted: "€, k€ o M€, al mes o al año",
  },
};

const PERIOD_NAMES: Record<Period, string> = { hour: "a la hora", month: "al mes", year: "al año" };
const PERIODS: [Period, RegExp][] = [
  ["hour", /^(?:\/|a la |por |cada )(?:h|hora)$/],
  ["month", /^(?:(?:\/|al |por |cada )?mes|mensual(?:es)?)$/],
  ["year", /^(?:(?:\/|al |por |cada )?ano|\/a|anual(?:es)?)$/],
];
const MEAN = /^de media$/;

/** The longest text that is read, characters. */
const MAX_LENGTH = 64;
const FIGURE = /^(€?)\s*([-−+]?\s*\d[\d.,\s]*|[-−+]?\s*[.,]\d+)(.*)$/u;

/** Without accents and case, one space between words and none after a slash. */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/ ?\/ ?/g, "/")
    .trim();

interface Written {
  /** Key of the unit; undefined where none was written. */
  unit: string | undefined;
  period: Period | undefined;
}

/** The unit and period behind a figure; undefined where either is unknown to the kind. */
function readUnit(text: string, { units, periods }: Kind): Written | undefined {
  const rest = plain(text);
  const periodOf = (words: string) => PERIODS.find(([, pattern]) => pattern.test(words))?.[0];
  const alone = periodOf(rest);
  const [, name = "", words = ""] = alone ? ["", "", rest] : (rest.match(/^([^\s/]*)(.*)$/) ?? []);
  const period = periodOf(words.trim());
  if (words.trim() !== "" && period === undefined && !MEAN.test(words.trim())) return undefined;
  if (period && periods[period] === undefined) return undefined;
  if (name === "") return { unit: undefined, period };
  // A small m before euros may mean thousands.
  if (/^m(€|eur)/.test(text.trim())) return undefined;
  const unit = name.replace(/eur(?:os?)?$/, "€");
  if (!Object.hasOwn(units, unit) || (period && !units[unit]!.perPeriod)) return undefined;
  return { unit, period };
}

/**
 * Reads a figure in Spanish or English style with an optional unit and period. The value is in the field's own unit:
 * kWp, kW, kWh, mean kW of a consumption, EUR a year. `echo` says what was converted: "2 MW = 2.000 kWp".
 * @param shown the unit that the field shows and a bare figure has, such as "kWh al mes"; the kind's own if left out
 * @returns undefined for text that is no figure
 */
export function readQuantity(text: string, kind: QuantityKind, shown?: string): Quantity | undefined {
  const rule = KINDS[kind];
  const found = text.length > MAX_LENGTH ? null : text.trim().match(FIGURE);
  if (!found) return undefined;
  const [, euro = "", digits = "", rest = ""] = found;
  const written = readUnit(`${euro} ${rest}`, rule);
  const expected = readUnit(shown ?? rule.shown, rule)!;
  if (!written) return { refusal: `No se reconoce la unidad «${rest.trim()}». Puede escribir ${rule.accepted}.` };

  const unit = rule.units[written.unit ?? expected.unit!]!;
  const period = unit.perPeriod ? (written.period ?? expected.period) : undefined;
  // An hour of so much energy is no consumption that anybody states.
  if (kind === "energy_demand" && written.period === undefined && period === "hour" && unit.factor > 1)
    return { refusal: `Diga de qué periodo es la energía: ${unit.name} al mes o al año.` };

  const factor = factorOf(rule, unit, period);
  const { maximum = Infinity } = rule.schema as NumberLimits;
  const figure = parseNumber(digits, { maximum: maximum / factor, money: kind === "money" });
  if (figure === undefined) return undefined;
  const value = roundDecimal(figure * factor, rule.decimals);
  const shownFactor = factorOf(rule, rule.units[expected.unit!]!, expected.period);
  if (factor === shownFactor) return { value };
  const said = period ? `${unit.name} ${PERIOD_NAMES[period]}` : unit.name;
  const target = formatNumber(rounded((figure * factor) / shownFactor, kind), { unit: shown ?? rule.own });
  return { value, echo: `${asTyped(figure, said)} = ${target}` };
}

const factorOf = ({ periods }: Kind, { factor, perPeriod }: Unit, period: Period | undefined): number =>
  factor * (perPeriod && period ? periods[period]! : 1);

/** As precise as an echo has to be. */
const rounded = (figure: number, kind: QuantityKind): number =>
  roundDecimal(figure, kind === "money" ? 0 : Math.abs(figure) < 1 ? 3 : 1);

/** With the decimals that were typed, of which a figure has two at most by default. */
const asTyped = (figure: number, unit: string): string =>
  formatNumber(figure, { unit, ...(roundDecimal(figure, 2) === figure ? {} : { decimals: 3 }) });
