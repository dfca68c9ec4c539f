import type { Results } from "@ecotrim/contracts/simulations/result";
import { monthNames, STEPS } from "@ecotrim/present/bill/contract-bill";
import { HOURLY_COLUMNS, type HourlyKey } from "@ecotrim/present/simulations/hourly-columns";
import type { WriteSheet } from "hucre/xlsx";
import { FORMATS, figure, formula, type GridCell, STYLES, text } from "../cells.ts";
import { at, columnOf, GAP, paragraph, sheetOf } from "../page.ts";
import { type Hours, stepsOf } from "./hours.ts";

const NAME = "Mensual";

/** Energies of a month; prices and the state of charge have no sum. */
const ENERGIES = [
  "pv_kwh",
  "demand_kwh",
  "import_kwh",
  "export_kwh",
  "curtailed_kwh",
  "charge_kwh",
  "discharge_kwh",
] as const satisfies HourlyKey[];

const HEAD = 3;
const FIRST = HEAD + 1;

interface Month {
  month: string;
  /** First and last step. */
  from: number;
  to: number;
}

/** The energy and the bill of each month, with their sums. */
export function monthsSheet(results: Results, hours: Hours): WriteSheet {
  const months = monthsOf(hours);
  const names = monthNames(months);
  const bills = billsOf(results);
  const last = FIRST + months.length - 1;
  const firstBill = ENERGIES.length + 1;
  const saved = firstBill + bills.length;
  const hasSaving = bills.length > 1;

  const energy = (key: (typeof ENERGIES)[number], { from, to }: Month): number =>
    hours.series[key].slice(from, to + 1).reduce((sum, kwh) => sum + kwh, 0) / 1000;
  const summed = (values: readonly number[], column: number, format: string): GridCell =>
    formula(
      `SUM(${columnOf(column, FIRST, last)})`,
      values.reduce((sum, value) => sum + value, 0),
      format,
      STYLES.total,
    );
  const savingOf = (month: string): number => {
    const [before, after] = bills.slice(-2).map(({ eur }) => eur.get(month) ?? 0);
    return before! - after!;
  };

  return sheetOf({
    name: NAME,
    widths: [14, ...ENERGIES.map(() => 14), ...bills.map(() => 15), ...(hasSaving ? [15] : [])],
    frozenRows: HEAD + 1,
    frozenColumns: 1,
    landscape: true,
    rows: [
      [text("Energía y factura de cada mes", STYLES.title)],
      paragraph(
        `La operación es la óptima de la batería, y cada energía la suma de sus filas de la hoja Horas. ${results.bill ? "La factura es la entera de cada mes, sin IVA y sin lo que se cobra por los excedentes; el ahorro es el de la batería." : "La factura es solo de energía: sin término de potencia ni IVA."}`,
      ),
      GAP,
      [
        "Mes",
        ...ENERGIES.map((key) => HOURLY_COLUMNS[key].replace("(kWh)", "(MWh)")),
        ...bills.map(({ title }) => title),
        ...(hasSaving ? ["Ahorro en factura (€)"] : []),
      ].map((title) => text(title, STYLES.columnHead)),
      ...months.map((month, index) => [
        text(names[index]!),
        ...ENERGIES.map((key) =>
          formula(`SUM(${stepsOf(key, month.from, month.to)})/1000`, energy(key, month), FORMATS.energy),
        ),
        ...bills.map(({ eur }) => figure(eur.get(month.month) ?? null, FORMATS.euros)),
        ...(hasSaving
          ? [
              formula(
                `${at(FIRST + index, saved - 2)}-${at(FIRST + index, saved - 1)}`,
                savingOf(month.month),
                FORMATS.euros,
              ),
            ]
          : []),
      ]),
      [
        text("Suma", STYLES.total),
        ...ENERGIES.map((key, index) =>
          summed(
            months.map((month) => energy(key, month)),
            index + 1,
            FORMATS.energy,
          ),
        ),
        ...bills.map(({ eur }, index) => summed([...eur.values()], firstBill + index, FORMATS.euros)),
        ...(hasSaving
          ? [
              summed(
                months.map(({ month }) => savingOf(month)),
                saved,
                FORMATS.euros,
              ),
            ]
          : []),
      ],
    ],
  });
}

/** Months of the steps, each from its first to its last. */
function monthsOf({ times }: Hours): Month[] {
  const months: Month[] = [];
  for (const [t, { local }] of times.entries()) {
    const month = local.toISOString().slice(0, 7);
    const current = months.at(-1);
    if (current?.month === month) current.to = t;
    else months.push({ month, from: t, to: t });
  }
  return months;
}

interface MonthlyBill {
  title: string;
  /** EUR by month; the saving is the difference of the last two bills. */
  eur: Map<string, number>;
}

function billsOf({ bill, bill_by_month: months = [] }: Results): MonthlyBill[] {
  if (bill)
    return STEPS.map(({ key, name }) => ({
      title: `Factura: ${name.toLowerCase()} (€)`,
      eur: new Map(bill[key].months.map(({ month, total_eur }) => [month, total_eur])),
    }));
  const without = months.flatMap(({ month, without_battery_eur: eur }) =>
    eur === null ? [] : [[month, eur] as const],
  );
  return [
    { title: "Factura sin batería (€)", eur: new Map(without) },
    {
      title: "Factura con batería (€)",
      eur: new Map(months.map(({ month, with_battery_eur }) => [month, with_battery_eur])),
    },
  ].filter(({ eur }) => eur.size > 0);
}
