import type { Phrase } from "@ecotrim/contracts/phrase";
import { PERIODS } from "@ecotrim/contracts/simulations/contract";
import type { BatteryValue, ContractBill, Results } from "@ecotrim/contracts/simulations/result";
import { amount, euros, phrase } from "../phrase.ts";

/** The bill of a year under six powers: as they are, the best without battery, the best with it. */

export type ContractBills = NonNullable<Results["bill"]>;

/** Of the columns of every table, in order. */
export const STEP_NAMES = ["Ahora", "Óptima sin batería", "Óptima con batería"] as const;

/** A figure under each of the three contracts. */
export interface StepRow {
  key: string;
  label: string;
  values: number[];
  /** A sum of the rows above. */
  strong?: boolean;
}

const row = (
  key: string,
  label: string,
  { as_is, best_without, best_with }: ContractBills,
  of: (bill: ContractBill) => number,
): StepRow => ({
  ...{ key, label },
  values: [as_is, best_without, best_with].map(of),
});

/** Contracted powers, kW. */
export const powerRows = (bills: ContractBills): StepRow[] =>
  PERIODS.map((period, index) => row(period, period, bills, ({ contracted_kw }) => contracted_kw[index]!));

const isAny = ({ values }: StepRow): boolean => values.some((eur) => eur !== 0);

const CONCEPTS = [
  ["power_eur", "Término de potencia"],
  ["excess_eur", "Excesos de potencia"],
  ["energy_eur", "Energía"],
  ["reactive_eur", "Energía reactiva"],
  ["tax_eur", "Impuesto eléctrico"],
] as const;

/** What the energy costs, EUR a year: the surplus is sold beside the bill, and a battery leaves less of it. */
const netEur = ({ total_eur, surplus_eur }: ContractBill): number => total_eur - surplus_eur;

/**
 * The parts of the bill and its total, EUR a year without IVA, and the surplus beside it. Parts that are nothing under
 * each contract are left out.
 */
export function conceptRows(bills: ContractBills): StepRow[] {
  const parts = CONCEPTS.map(([key, label]) => row(key, label, bills, (bill) => bill[key]));
  const surplus = row("surplus_eur", "Venta de excedentes", bills, ({ surplus_eur }) => 0 - surplus_eur);
  const total = { ...row("total_eur", "Total sin IVA", bills, ({ total_eur }) => total_eur), strong: true };
  const net = { ...row("net", "Total menos excedentes", bills, netEur), strong: true };
  return [...parts.filter(isAny), total, ...(isAny(surplus) ? [surplus, net] : [])];
}

/** Excess of each period that has any, EUR a year. */
export const excessRows = (bills: ContractBills): StepRow[] =>
  PERIODS.map((period, index) =>
    row(period, `Exceso en ${period}`, bills, ({ excess_by_period_eur }) => excess_by_period_eur[index]!),
  ).filter(isAny);

/** What each step saves, the one that needs no battery first, and what can be expected of the battery, if there is one. */
export const billSentences = (bills: ContractBills, value: BatteryValue | undefined): Phrase[] => [
  freeSentence(bills),
  ...(value ? [batterySentence(bills), ...accessSentences(bills), ...valueSentences(value)] : []),
];

/** Paid once and beside the bill, where powers rise. */
const accessSentences = ({ best_with: { access_right_eur } }: ContractBills): Phrase[] =>
  access_right_eur > 0
    ? [phrase`Subir la potencia exige además un pago único de ${euros(access_right_eur)} por derechos de acceso.`]
    : [];

function freeSentence({ as_is, best_without }: ContractBills): Phrase {
  const free = netEur(as_is) - netEur(best_without);
  return free > 0
    ? phrase`Cambiar las potencias ahorra ${euros(free)} al año sin comprar nada; no se cuenta como ahorro de la batería.`
    : phrase`Sus potencias ya son las mejores sin batería.`;
}

function batterySentence({ best_without, best_with }: ContractBills): Phrase {
  const saved = netEur(best_without) - netEur(best_with);
  const effect = saved < 0 ? "cuesta" : "ahorra";
  return phrase`La batería, con las potencias que le convienen, ${effect} ${euros(Math.abs(saved))} al año más.`;
}

function valueSentences(value: BatteryValue): Phrase[] {
  const { expected_eur, ceiling_eur, bound_eur, periods, periods_without_excess, days_with_excess } = value;
  return [
    phrase`Ahorro esperable en operación, con el desgaste descontado: ${euros(expected_eur)} al año. Techo teórico, conociendo el futuro: ${euros(ceiling_eur)}.`,
    phrase`Meses y periodos sin excesos: ${amount(periods_without_excess, { decimals: 0 })} de ${amount(periods, { decimals: 0 })}. Días con exceso: ${amount(days_with_excess, { decimals: 0 })}.`,
    ...(bound_eur === null
      ? []
      : [
          phrase`Ningún reparto de potencias y despacho puede ahorrar más de ${euros(bound_eur)} al año con estos datos.`,
        ]),
  ];
}
