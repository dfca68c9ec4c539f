import { formatNumber } from "@ecotrim/contracts/numbers";
import type { BillInput } from "@ecotrim/contracts/simulations/bill";
import type { Period } from "@ecotrim/contracts/simulations/contract";
import type { withSentences } from "./rebill.ts";

/** A line, tax or total of a bill: as printed and as calculated, EUR. */
export interface BillRow {
  label: string;
  /** Null where the bill does not print it. */
  printed: number | null;
  ours: number | null;
  /** Why both differ, where they do. */
  cause: string | null;
}

type ExplainedRebill = ReturnType<typeof withSentences>;

const NAMES: Record<string, string> = {
  power: "Potencia",
  energy: "Energía",
  excess: "Exceso de potencia",
  reactive: "Energía reactiva",
  bono_social: "Bono social",
  rental: "Alquiler del contador",
  discount: "Descuento",
  surplus: "Excedentes",
  financial: "Coste financiero",
  other: "Otros conceptos",
  electricity_tax_base: "Base del impuesto eléctrico",
  electricity_tax: "Impuesto eléctrico",
  total: "Total",
};

/** What a line is of, where the bill prints the parts of a price apart. */
const partOf = (part: string | undefined): string => (part === undefined || part === "energy" ? "" : ` (${part})`);

/** A bill line by line. What the bill lacks, and bases that differ, stand before the taxes. */
export function billRows(bill: BillInput, rebilled: ExplainedRebill): BillRow[] {
  const { lines, electricity_tax, vat, total, differences } = rebilled;
  const names: Record<string, string> = { ...NAMES, vat: vat.name, vat_base: `Base del ${vat.name}` };
  const nameOf = (kind: string, period: Period | null) => [names[kind] ?? kind, period ?? ""].join(" ").trim();
  const left = [...differences];

  const row = (kind: string, printed: number | undefined, ours: number, period: Period | null = null): BillRow => {
    const index = left.findIndex(
      (one) => one.kind === kind && one.period === period && one.printed === printed && one.ours === ours,
    );
    const [found] = index < 0 ? [] : left.splice(index, 1);
    return { label: nameOf(kind, period), printed: printed ?? null, ours, cause: found?.sentence ?? null };
  };

  const ofLines = lines.map(({ kind, period, amount }, index): BillRow => {
    const { amount: printed, part } = bill.lines[index]!;
    const line = row(kind, printed, amount, period);
    return { ...line, label: `${line.label}${partOf(part)}` };
  });
  const ofTotals = [
    row("electricity_tax", bill.electricity_tax?.amount, electricity_tax.amount),
    row("vat", bill.vat?.amount, vat.amount),
    row("total", bill.total, total),
  ];
  const others = left.map(
    ({ kind, period, printed, ours, sentence }): BillRow => ({
      label: nameOf(kind, period),
      printed,
      ours,
      cause: sentence,
    }),
  );
  return [...ofLines, ...others, ...ofTotals];
}

const eur = (amount: number): string => formatNumber(amount, { decimals: 2, unit: "€" });

/** "Su factura: 4.970,85 €. Nuestro cálculo: 4.970,85 €." */
export const totalsSentence = (printed: number | undefined, ours: number): string =>
  `${printed === undefined ? "" : `Su factura: ${eur(printed)}. `}Nuestro cálculo: ${eur(ours)}.`;
