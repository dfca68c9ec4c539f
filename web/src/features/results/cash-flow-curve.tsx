import { useCallback } from "react";
import { type NumberStyle, useNumberStyle } from "../../lib/number-style.ts";
import { cashFlowConfig, type Mark } from "../charts/cash-flow-config.ts";
import { ChartFrame } from "../charts/chart-frame.tsx";
import type { ChartStyle } from "../charts/chart-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import { shortEuros } from "./short-euros.ts";

export const CASH_FLOW_TITLE = "Flujo de caja acumulado";

export interface CashFlowCurveProps {
  /** Cumulative EUR by year, index 0 the investment. */
  years: readonly number[];
  /** The curve of the calculated result, beside that of a variant. */
  before?: readonly number[] | undefined;
  band?: { p10: readonly number[]; p90: readonly number[] } | null;
  /** Years; null where the investment is not recovered. */
  payback?: number | null;
  /** The year in which the inverter is replaced; null where none is. */
  replacementYear?: number | null;
  height: number;
}

/** When the investment comes back: undiscounted, with the band of the scenarios. */
export function CashFlowCurve({
  years,
  before,
  band = null,
  payback = null,
  replacementYear = null,
  height,
}: CashFlowCurveProps) {
  const style = useNumberStyle();
  const { locale, euros, figure } = style;
  const config = useCallback(
    (chartStyle: ChartStyle) =>
      cashFlowConfig(
        {
          years,
          before,
          band,
          marks: marksOf(years, payback, replacementYear, style),
          short: (eur) => shortEuros(eur, years, style),
          full: style.euros,
          tick: (year) => (year === 0 ? "hoy" : year === years.length - 1 ? `año ${year}` : String(year)),
          yearName,
          names: { curve: "Acumulado", before: "Antes", p10: "P10", p90: "P90" },
        },
        chartStyle,
      ),
    [years, before, band, payback, replacementYear, style],
  );
  const end = years.at(-1) ?? 0;
  const recovery = payback === null ? "No se recupera" : `Se recupera en ${figure(payback, 1, "años")}`;
  return (
    <ChartFrame
      title={CASH_FLOW_TITLE}
      description={`Sin descontar, antes de impuestos${band ? " · zona: P10–P90" : ""}`}
      config={config}
      table={
        <DataTable
          label={`Tabla: ${CASH_FLOW_TITLE}`}
          head={["Año", "Acumulado (€)", ...(before ? ["Antes (€)"] : []), ...(band ? ["P10 (€)", "P90 (€)"] : [])]}
          rows={years.map((eur, year) => ({
            key: String(year),
            label: yearName(year),
            cells: [eur, ...(before ? [before[year]] : []), ...(band ? [band.p10[year], band.p90[year]] : [])].map(
              (value) => figure(value, 0),
            ),
          }))}
          height={height}
        />
      }
      locale={locale}
      height={height}
    >
      <p className="visually-hidden">
        {recovery}; al final, {euros(end)}.
      </p>
    </ChartFrame>
  );
}

const yearName = (year: number): string => (year === 0 ? "Hoy" : `Año ${year}`);

function marksOf(
  years: readonly number[],
  payback: number | null,
  replacementYear: number | null,
  { figure }: NumberStyle,
): Mark[] {
  const marks: Mark[] = [];
  if (payback !== null)
    marks.push({ year: payback, value: 0, name: [figure(payback, 1, "años"), "recuperada"], side: "above" });
  const replaced = replacementYear === null ? undefined : years[replacementYear];
  if (replacementYear !== null && replaced !== undefined)
    marks.push({ year: replacementYear, value: replaced, name: ["Sustitución", "del inversor"], side: "below" });
  return marks;
}
