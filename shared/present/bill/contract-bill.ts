import type { Phrase } from "@ecotrim/contracts/phrase";
import { PERIODS } from "@ecotrim/contracts/simulations/contract";
import type { BatteryValue, ContractBill, Results } from "@ecotrim/contracts/simulations/result";
import { toCents } from "@ecotrim/engine/bill/year-bill";
import { COSTLY_EUR_KW } from "@ecotrim/engine/power-contract/replay/excess-so-far";
import { monthAndYear } from "../local-dates.ts";
import { amount, euros, joined, phrase } from "../phrase.ts";

/** The bill of a year under six powers: as they are, the best without battery, the best with it. */

export type ContractBills = NonNullable<Results["bill"]>;

/** The three contracts, in the order of every table. */
export const STEPS = [
  { key: "as_is", name: "Ahora" },
  { key: "best_without", name: "Óptima sin batería" },
  { key: "best_with", name: "Óptima con batería" },
] as const;
export type StepKey = (typeof STEPS)[number]["key"];

/** Whether the saving is of the whole bill; a shared link may tell it without its bill. */
export const savesOnWholeBill = ({ savings_split }: Pick<Results, "savings_split">): boolean =>
  savings_split.some(({ key }) => key === "power");

/** Whether the bill rests on peaks that are assumed; the warning says on which. */
export const isOrientative = ({ warnings }: Pick<Results, "warnings">): boolean =>
  warnings.some(({ code }) => code === "estimated_peaks");

export interface FigureRow {
  key: string;
  label: string;
  /** One for each column; null where there is none. */
  values: (number | null)[];
  /** A sum of the rows above, or what follows from it. */
  strong?: boolean;
}

/** A table whose first column names the rows. */
export interface FigureTable {
  columns: string[];
  rows: FigureRow[];
}

/** A figure under each of the three contracts. */
const row = (key: string, label: string, bills: ContractBills, of: (bill: ContractBill) => number): FigureRow => ({
  ...{ key, label },
  values: STEPS.map((step) => of(bills[step.key])),
});

const isAny = ({ values }: FigureRow): boolean => values.some((eur) => eur !== 0);

/** Contracted powers, kW, and what they cost, EUR a year. */
export const powerRows = (bills: ContractBills): FigureRow[] => [
  ...PERIODS.map((period, index) => row(period, period, bills, ({ contracted_kw }) => contracted_kw[index]!)),
  {
    ...row("cost", "Coste con excesos (€)", bills, ({ power_eur, excess_eur }) => power_eur + excess_eur),
    strong: true,
  },
];

/** Parts of a bill by their names, and by those that head a narrow column. */
const CONCEPTS = [
  ["power_eur", "Término de potencia", "Potencia"],
  ["excess_eur", "Excesos de potencia", "Excesos"],
  ["energy_eur", "Energía", "Energía"],
  ["reactive_eur", "Energía reactiva", "Reactiva"],
  ["tax_eur", "Impuesto eléctrico", "Impuesto"],
] as const;

/** What the energy costs, EUR a year: the surplus is sold beside the bill, and a battery leaves less of it. */
const netEur = ({ total_eur, surplus_eur }: ContractBill): number => total_eur - surplus_eur;

/**
 * The parts of the bill and its total, EUR a year without IVA, the surplus beside it, and what each contract saves on the
 * one before. Parts that are nothing under each contract are left out.
 */
export function conceptRows(bills: ContractBills): FigureRow[] {
  const parts = CONCEPTS.map(([key, label]) => row(key, label, bills, (bill) => bill[key]));
  const surplus = row("surplus_eur", "Venta de excedentes", bills, ({ surplus_eur }) => 0 - surplus_eur);
  const total = { ...row("total_eur", "Total sin IVA", bills, ({ total_eur }) => total_eur), strong: true };
  const net = { ...row("net", "Total menos excedentes", bills, netEur), strong: true };
  const saved = { key: "saved", label: "Ahorro de cada paso", values: [null, ...savedBySteps(bills)], strong: true };
  return [...parts.filter(isAny), total, ...(isAny(surplus) ? [surplus, net] : []), saved];
}

/** What the best powers save without battery, and what the battery saves on top, EUR a year. */
const savedBySteps = ({ as_is, best_without, best_with }: ContractBills): [free: number, battery: number] => [
  netEur(as_is) - netEur(best_without),
  netEur(best_without) - netEur(best_with),
];

/** Excess of each period that has any, EUR a year, and how often there is one. */
export function excessRows(bills: ContractBills): FigureRow[] {
  const periods = PERIODS.map((period, index) =>
    row(period, `Exceso ${period} (€)`, bills, ({ excess_by_period_eur }) => excess_by_period_eur[index]!),
  ).filter(isAny);
  return [
    ...periods,
    row("spoiled", "Meses y periodos con exceso", bills, (bill) => bill.periods - bill.periods_without_excess),
    row("days", "Días con exceso", bills, ({ days_with_excess }) => days_with_excess),
  ];
}

/** Beside counts of excess and the excess of P5 and P6. */
export const COUNTED_EXCESS = `No cuentan como meses, periodos ni días con exceso los de menos de ${100 * COSTLY_EUR_KW} céntimos por kW, como P5 y P6 de 6.1TD.`;

/** Names of the months, with the year where they are of more than one. */
export function monthNames(months: readonly { month: string }[]): string[] {
  const names = months.map(({ month }) => monthAndYear(month));
  return new Set(months.map(({ month }) => month.slice(0, 4))).size > 1 ? names : names.map((name) => name.slice(0, 3));
}

const sumOf = (values: readonly number[]): number => toCents(values.reduce((sum, eur) => sum + eur, 0));

/** A row a month and one of the sums; columns that are nothing in every month are left out, unless asked for. */
function byMonth(
  months: readonly { month: string }[],
  columns: readonly { name: string; values: readonly number[]; always?: boolean }[],
): FigureTable {
  const shown = columns.filter(({ values, always }) => always || values.some((eur) => eur !== 0));
  const names = monthNames(months);
  return {
    columns: shown.map(({ name }) => name),
    rows: [
      ...months.map(({ month }, index) => ({
        ...{ key: month, label: names[index]! },
        values: shown.map(({ values }) => values[index]!),
      })),
      { key: "sum", label: "Suma", values: shown.map(({ values }) => sumOf(values)), strong: true },
    ],
  };
}

/** The whole bill of each month under the three contracts, EUR. */
export const monthTotals = (bills: ContractBills): FigureTable =>
  byMonth(
    bills.as_is.months,
    STEPS.map(({ key, name }) => ({
      ...{ name, always: true },
      values: bills[key].months.map(({ total_eur }) => total_eur),
    })),
  );

/** The parts of the bill of each month under one contract, EUR. */
export const monthConcepts = ({ months }: ContractBill): FigureTable =>
  byMonth(months, [
    ...CONCEPTS.map(([key, , name]) => ({ name, values: months.map((month) => month[key]) })),
    { name: "Total", values: months.map(({ total_eur }) => total_eur), always: true },
  ]);

/** The excess of each month and period under one contract, EUR; no columns where there is none. */
export const monthExcess = ({ months }: ContractBill): FigureTable =>
  byMonth(
    months,
    PERIODS.map((name, index) => ({
      name,
      values: months.map(({ excess_by_period_eur }) => excess_by_period_eur[index]!),
    })),
  );

/** What each step saves, the one that needs no battery first, and what can be expected of the battery, if there is one. */
export const billSentences = (
  bills: ContractBills,
  { battery_value: value, ...saving }: { battery_value?: BatteryValue | undefined } & YearSaving,
): Phrase[] => [
  freeSentence(bills),
  ...termSentences(bills),
  ...(value
    ? [batterySentence(bills), ...savingSentences(saving), ...accessSentences(bills), ...valueSentences(bills, value)]
    : []),
];

/** How long a change of powers holds, where one is advised. */
const termSentences = (bills: ContractBills): Phrase[] =>
  [bills.best_without, bills.best_with].some(({ contracted_kw }) =>
    contracted_kw.some((kw, index) => kw !== bills.as_is.contracted_kw[index]),
  )
    ? [
        phrase`Las potencias se fijan por 12 meses. Si las baja, conserva el derecho a las de antes 3 años en baja tensión y 5 en alta; después, subirlas se paga.`,
      ]
    : [];

/** Paid once and beside the bill, where powers rise. */
const accessSentences = ({ best_with: { access_right_eur } }: ContractBills): Phrase[] =>
  access_right_eur > 0
    ? [
        phrase`Subir la potencia exige además un pago único de ${euros(access_right_eur)} por derechos de acceso, que no está en el VAN. También exige que la red lo admita: cuatro de cada cinco nudos de distribución están saturados.`,
      ]
    : [];

function freeSentence(bills: ContractBills): Phrase {
  const [free] = savedBySteps(bills);
  if (free <= 0) return phrase`Sus potencias ya son las mejores sin batería.`;
  const right = bills.best_without.access_right_eur;
  const firstYear = free - right;
  const paid =
    right > 0
      ? phrase` El primer año ${firstYear < 0 ? "cuesta" : "ahorra"} ${euros(Math.abs(firstYear))}: se descuentan ${euros(right)} de derechos de acceso, que se pagan una sola vez.`
      : "";
  return phrase`Cambiar las potencias ahorra ${euros(free)} al año sin comprar nada; no se cuenta como ahorro de la batería.${paid}`;
}

function batterySentence(bills: ContractBills): Phrase {
  const [, saved] = savedBySteps(bills);
  const { best_without, best_with } = bills;
  const lessOf = (eur: (bill: ContractBill) => number) => eur(best_without) - eur(best_with);
  const parts = [
    ["energía", lessOf(({ energy_eur, surplus_eur }) => energy_eur - surplus_eur)],
    ["potencia", lessOf(({ power_eur }) => power_eur)],
    ["excesos", lessOf(({ excess_eur }) => excess_eur)],
    ["reactiva e impuesto", lessOf(({ reactive_eur, tax_eur }) => reactive_eur + tax_eur)],
  ] as const;
  const told = parts.filter(([, eur]) => eur !== 0).map(([name, eur]) => phrase`${name} ${euros(eur)}`);
  if (told.length === 0) return phrase`La batería no cambia la factura.`;
  const effect = saved < 0 ? "cuesta" : "ahorra";
  return phrase`La batería, con las potencias que le convienen, ${effect} ${euros(Math.abs(saved))} al año más: ${joined(told, " + ")}.`;
}

type YearSaving = Pick<Results, "savings_split"> & { summary: Pick<Results["summary"], "savings"> };

/** Parts of the saving that are on no bill. */
const BESIDE_THE_BILL: Record<string, string> = {
  operation: "por la disponibilidad y la operación real",
  auxiliaries: "de consumo auxiliar",
  extraPower: "de potencia en P6",
  owner: "para quien invierte",
};
const LEAST_TOLD_EUR = 0.5;

/** What lies between the bills and the saving that heads the result; nothing where they are alike. */
function savingSentences({ savings_split, summary }: YearSaving): Phrase[] {
  const parts = savings_split
    .filter(({ key, value_eur }) => key in BESIDE_THE_BILL && Math.abs(value_eur) >= LEAST_TOLD_EUR)
    .map(
      ({ key, value_eur }) =>
        phrase`${value_eur < 0 ? "menos" : "más"} ${euros(Math.abs(value_eur))} ${BESIDE_THE_BILL[key]!}`,
    );
  return parts.length === 0
    ? []
    : [
        phrase`El ahorro anual de este resultado, ${euros(summary.savings)}, es esa diferencia de factura ${joined(parts, " y ")}.`,
      ];
}

function valueSentences({ best_with }: ContractBills, value: BatteryValue): Phrase[] {
  const { expected_eur, ceiling_eur, bound_eur } = value;
  const { periods, periods_without_excess, days_with_excess } = best_with;
  const proof =
    bound_eur === null
      ? phrase``
      : phrase` (demostrado a menos de ${euros(Math.ceil(bound_eur - ceiling_eur))} al año)`;
  return [
    phrase`Ahorro esperable en operación, con el desgaste descontado: ${euros(expected_eur)} al año. Techo teórico, conociendo el futuro: ${euros(ceiling_eur)}${proof}.`,
    phrase`Meses y periodos sin excesos: ${amount(periods_without_excess, { decimals: 0 })} de ${amount(periods, { decimals: 0 })}. Días con exceso: ${amount(days_with_excess, { decimals: 0 })}.`,
    ...(bound_eur === null
      ? []
      : [
          phrase`Ningún reparto de potencias y despacho puede ahorrar más de ${euros(bound_eur)} al año con estos datos.`,
        ]),
  ];
}
