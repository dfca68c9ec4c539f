import { INCENTIVE_TIME } from "@ecotrim/contracts/simulations/finance-terms";
import type { Financing } from "@ecotrim/contracts/simulations/financing";
import { INCENTIVES, type Incentive } from "@ecotrim/contracts/simulations/incentives";
import { calendarDate } from "../dates.ts";
import type { NumberWriter } from "../number-writer.ts";
import { INCENTIVE_STATUSES, INSURANCE_FIELD, TERM_GROUPS, type TermGroup, termFields } from "./term-fields.ts";

/** A condition that a priced way depends on, and where it comes from. */
export interface Condition {
  name: string;
  values: string;
  source: string;
}

/** Marks what its reader gave, among the defaults. */
const GIVEN = " (indicado)";

/** Everything that counts in the ways to have a battery, so that a reader can check each figure of them. */
export function conditionsOf({ given, terms }: Pick<Financing, "given" | "terms">, writer: NumberWriter): Condition[] {
  const { tax, srad, insurance_fct, incentives, lease } = terms;
  const groups: TermGroup[] = [
    ...(["loan", "lease", "service", "sharing"] as const),
    ...(tax.applies ? (["tax"] as const) : []),
    ...(srad.offered_mw * srad.hours > 0 ? (["srad"] as const) : []),
  ];
  const insurance = writer.figure(insurance_fct * INSURANCE_FIELD.factor, 2, INSURANCE_FIELD.schema.unit);
  const upkeep = `la cuota ${lease.upkeep_included ? "incluye" : "no incluye"} mantenimiento, seguro y averías`;
  return [
    ...groups.map((group) => {
      const shown: Record<string, unknown> = terms[group];
      const own: Record<string, unknown> = given[group] ?? {};
      const values = termFields(group).flatMap(({ key, label, factor, unit, decimals }) => {
        const value = shown[key];
        if (typeof value !== "number") return [];
        return `${label}: ${writer.figure(value * factor, decimals, unit)}${own[key] === undefined ? "" : GIVEN}`;
      });
      return {
        name: TERM_GROUPS[group].name,
        values: [...values, ...(group === "lease" ? [upkeep] : [])].join("; "),
        source: TERM_GROUPS[group].source,
      };
    }),
    ...(insurance_fct > 0
      ? [{ name: INSURANCE_FIELD.label, values: `${insurance}${GIVEN}`, source: INSURANCE_FIELD.source }]
      : []),
    ...incentives.flatMap((asked) => {
      const incentive = INCENTIVES.find(({ id }) => id === asked.id);
      if (!incentive) return [];
      const values = `${amountOf(incentive, asked, writer)}${GIVEN}`;
      return { name: incentive.name, values, source: incentiveStatus(incentive) };
    }),
  ];
}

type Asked = Financing["terms"]["incentives"][number];

function amountOf(
  { kind }: Incentive,
  { value, year = INCENTIVE_TIME.year, years = INCENTIVE_TIME.years }: Asked,
  { euros, percent }: NumberWriter,
): string {
  switch (kind) {
    case "grant_share":
      return `${percent(value, 2)} de la inversión, en el año ${year}`;
    case "grant_eur":
    case "icio":
      return `${euros(value)}, en el año ${year}`;
    case "ibi":
      return `${euros(value)} al año, del año ${year} al ${year + years - 1}`;
    case "depreciation":
      return "Toda la inversión se amortiza en el primer año";
  }
}

/** How the law stands on an incentive, and when that was looked up. */
export const incentiveStatus = ({ norm, status, to, checked_on, note }: Incentive): string =>
  `${norm}: ${INCENTIVE_STATUSES[status]}${to ? ` el ${calendarDate(to)}` : ""} (consulta del ${calendarDate(checked_on)}). ${note}`;
