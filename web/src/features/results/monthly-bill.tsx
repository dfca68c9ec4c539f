import type { Results } from "@ecotrim/contracts/simulations/result";
import { monthName } from "@ecotrim/present/local-dates";
import { useCallback } from "react";
import { type NumberStyle, useNumberStyle } from "../../lib/number-style.ts";
import { type BillChart, billConfig } from "../charts/bill-config.ts";
import { ChartFrame } from "../charts/chart-frame.tsx";
import type { ChartStyle } from "../charts/chart-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import { PAIRED_HEIGHT_PX } from "../charts/heights.ts";
import { shortEuros } from "./short-euros.ts";

const BILL_TITLE = "Factura de energía por mes";

type Bill = NonNullable<Results["bill_by_month"]>;

/** The bill of each month without and with the battery. Nothing for a result of before it was kept. */
export function MonthlyBill({ results: { bill_by_month: bill } }: { results: Results }) {
  return bill && bill.length > 0 ? <BillChartCard bill={bill} /> : null;
}

function BillChartCard({ bill }: { bill: Bill }) {
  const style = useNumberStyle();
  const { locale, figure } = style;
  const config = useCallback((chartStyle: ChartStyle) => billConfig(billChart(bill, style), chartStyle), [bill, style]);
  const months = bill.map(({ month }) => fullMonth(month));
  return (
    <ChartFrame
      title={BILL_TITLE}
      description="Sin IVA ni término de potencia; con batería, la operación óptima, antes de disponibilidad y consumo auxiliar."
      config={config}
      table={
        <DataTable
          label={`Tabla: ${BILL_TITLE}`}
          head={["Mes", "Sin batería (€)", "Con batería (€)", "Diferencia (€)"]}
          rows={bill.map(({ month, without_battery_eur: without, with_battery_eur: withBattery }, index) => ({
            key: month,
            label: months[index],
            cells: [without, withBattery, without === null ? null : without - withBattery].map((eur) => figure(eur, 0)),
          }))}
          height={PAIRED_HEIGHT_PX}
        />
      }
      locale={locale}
      height={PAIRED_HEIGHT_PX}
    />
  );
}

const dateOf = (month: string): Date => new Date(`${month}-01`);
const fullMonth = (month: string): string => `${monthName(dateOf(month))} ${month.slice(0, 4)}`;

/** A site that cannot do without the battery has no bill without it. */
function billChart(bill: Bill, style: NumberStyle): BillChart {
  const before = bill.flatMap(({ without_battery_eur }) => without_battery_eur ?? []);
  const after = bill.map(({ with_battery_eur }) => with_battery_eur);
  const named = (name: string, values: number[]) => ({
    name: `${name} ${style.euros(values.reduce((sum, eur) => sum + eur, 0))}`,
    values,
  });
  return {
    ticks: bill.map(({ month }) => monthName(dateOf(month))),
    months: bill.map(({ month }) => fullMonth(month)),
    series: [...(before.length === bill.length ? [named("sin batería", before)] : []), named("con batería", after)],
    short: (eur) => shortEuros(eur, [...before, ...after], style),
    full: style.euros,
  };
}
