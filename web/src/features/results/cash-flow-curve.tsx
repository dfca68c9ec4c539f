import { curveMarks, curveWords } from "@ecotrim/present/results/return-curve";
import { memo, useCallback } from "react";
import { type NumberStyle, useNumberStyle } from "../../lib/number-style.ts";
import { cashFlowConfig } from "../charts/cash-flow-config.ts";
import { ChartFrame } from "../charts/chart-frame.tsx";
import type { ChartStyle } from "../charts/chart-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import { shortEuros } from "./short-euros.ts";

const CASH_FLOW_TITLE = "Flujo de caja acumulado";

interface CashFlowCurveProps {
  /** Cumulative EUR by year, index 0 the investment. */
  years: readonly number[];
  /** The curve of the calculated result, beside that of a variant. */
  before?: readonly number[] | undefined;
  band?: { p10: readonly number[]; p90: readonly number[] } | null;
  /** Years; null where the investment is not recovered. */
  payback?: number | null;
  /** The year in which the inverter is replaced; null where none is. */
  replacementYear?: number | null;
  /** It is of who invests, while the reader is a customer with a share of the saving. */
  isOwners?: boolean;
  height: number;
}

/** When the investment comes back: undiscounted, with the band of the scenarios. */
export const CashFlowCurve = memo(function CashFlowCurve({
  years,
  before,
  band = null,
  payback = null,
  replacementYear = null,
  isOwners = false,
  height,
}: CashFlowCurveProps) {
  const style = useNumberStyle();
  const { locale } = style;
  const config = useCallback(
    (chartStyle: ChartStyle) =>
      cashFlowConfig(
        {
          years,
          before,
          band,
          marks: curveMarks(years, payback, replacementYear, style.locale),
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
  const { basis, recovery } = curveWords(years, payback, { hasBand: band !== null, isOwners, locale });
  return (
    <ChartFrame
      title={CASH_FLOW_TITLE}
      description={basis}
      config={config}
      table={<CashFlowTable years={years} before={before} band={band} style={style} height={height} />}
      locale={locale}
      height={height}
    >
      <p className="visually-hidden">{recovery}</p>
    </ChartFrame>
  );
});

/** Rendered only when it is asked for, unlike its rows if they were made with the chart. */
function CashFlowTable({
  years,
  before,
  band,
  style,
  height,
}: Pick<CashFlowCurveProps, "years" | "before" | "band" | "height"> & { style: NumberStyle }) {
  return (
    <DataTable
      label={`Tabla: ${CASH_FLOW_TITLE}`}
      head={["Año", "Acumulado (€)", ...(before ? ["Antes (€)"] : []), ...(band ? ["P10 (€)", "P90 (€)"] : [])]}
      rows={years.map((eur, year) => ({
        key: String(year),
        label: yearName(year),
        cells: [eur, ...(before ? [before[year]] : []), ...(band ? [band.p10[year], band.p90[year]] : [])].map(
          (value) => style.figure(value, 0),
        ),
      }))}
      height={height}
    />
  );
}

const yearName = (year: number): string => (year === 0 ? "Hoy" : `Año ${year}`);
