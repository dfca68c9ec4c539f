import type { Results } from "@ecotrim/contracts/simulations/result";
import { type ContractBills, type FigureRow, monthTotals, STEPS } from "@ecotrim/present/bill/contract-bill";
import { monthAndYear, monthName } from "@ecotrim/present/local-dates";
import { useCallback, useMemo } from "react";
import { type NumberStyle, useNumberStyle } from "../../lib/number-style.ts";
import { type BillChart, billConfig } from "../charts/bill-config.ts";
import { ChartFrame } from "../charts/chart-frame.tsx";
import type { ChartStyle } from "../charts/chart-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import { PAIRED_HEIGHT_PX } from "../charts/heights.ts";
import { shortEuros } from "./short-euros.ts";

interface MonthsChart {
  title: string;
  description: string;
  /** YYYY-MM. */
  months: string[];
  /** EUR a month. */
  series: { name: string; values: number[] }[];
  head: string[];
  rows: FigureRow[];
}

/** The bill of each month before and after. Nothing for a result of before it was kept. */
export function MonthlyBill({ results: { bill, bill_by_month } }: { results: Results }) {
  const chart = useMemo(() => (bill ? wholeBill(bill) : energyBill(bill_by_month ?? [])), [bill, bill_by_month]);
  return chart.months.length > 0 ? <BillChartCard chart={chart} /> : null;
}

function BillChartCard({ chart }: { chart: MonthsChart }) {
  const style = useNumberStyle();
  const { locale, figure } = style;
  const config = useCallback(
    (chartStyle: ChartStyle) => billConfig(billChart(chart, style), chartStyle),
    [chart, style],
  );
  const { title, description, head, rows } = chart;
  return (
    <ChartFrame
      title={title}
      description={description}
      config={config}
      table={
        <DataTable
          label={`Tabla: ${title}`}
          figures
          head={["Mes", ...head.map((name) => `${name} (€)`)]}
          rows={rows.map(({ key, label, values }) => ({ key, label, cells: values.map((eur) => figure(eur, 0)) }))}
          height={PAIRED_HEIGHT_PX}
        />
      }
      locale={locale}
      height={PAIRED_HEIGHT_PX}
    />
  );
}

/** The whole bill under the powers as they are, the best ones, and the best ones with battery. */
function wholeBill(bills: ContractBills): MonthsChart {
  const { columns, rows } = monthTotals(bills);
  return {
    title: "Factura por mes",
    description: "Con potencia, excesos e impuesto eléctrico, sin IVA; con batería, lo esperable en operación.",
    months: bills.as_is.months.map(({ month }) => month),
    series: STEPS.map(({ key, name }) => ({ name, values: bills[key].months.map(({ total_eur }) => total_eur) })),
    head: columns,
    rows,
  };
}

/** A site that cannot do without the battery has no bill without it. */
function energyBill(bill: NonNullable<Results["bill_by_month"]>): MonthsChart {
  const before = bill.flatMap(({ without_battery_eur }) => without_battery_eur ?? []);
  const after = bill.map(({ with_battery_eur }) => with_battery_eur);
  return {
    title: "Factura de energía por mes",
    description:
      "Lo comprado menos los excedentes vendidos, sin IVA ni término de potencia; con batería, la operación óptima, antes de disponibilidad y consumo auxiliar.",
    months: bill.map(({ month }) => month),
    series: [
      ...(before.length === bill.length ? [{ name: "sin batería", values: before }] : []),
      { name: "con batería", values: after },
    ],
    head: ["Sin batería", "Con batería", "Diferencia"],
    rows: bill.map(({ month, without_battery_eur: without, with_battery_eur: withBattery }) => ({
      ...{ key: month, label: monthAndYear(month) },
      values: [without, withBattery, without === null ? null : without - withBattery],
    })),
  };
}

function billChart({ months, series }: MonthsChart, style: NumberStyle): BillChart {
  const amounts = series.flatMap(({ values }) => values);
  return {
    ticks: months.map((month) => monthName(new Date(month))),
    months: months.map(monthAndYear),
    series: series.map(({ name, values }) => ({
      name: `${name} ${style.euros(values.reduce((sum, eur) => sum + eur, 0))}`,
      values,
    })),
    short: (eur) => shortEuros(eur, amounts, style),
    full: style.euros,
  };
}
