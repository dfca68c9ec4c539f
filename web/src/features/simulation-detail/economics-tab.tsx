import { isYearKey, labelOf, spell, spellBare, unitOf } from "@ecotrim/present/figures";
import { Button } from "@mantine/core";
import { useState } from "react";
import { DataTable } from "../charts/data-table.tsx";
import { Assumptions } from "../results/assumptions.tsx";
import { Financing } from "../results/financing/financing.tsx";
import { MoneyFigures } from "../results/money-part.tsx";
import { RiskPart } from "../results/risk-part.tsx";
import { SizeTab } from "../results/size/size-tab.tsx";
import { inColumn, NO_FIGURE } from "./cell-text.ts";
import { ComparisonTable } from "./comparison-table.tsx";
import { type Cell, platformRecord, type Table, type YearTable } from "./read-results.ts";
import type { TabProps } from "./tab-props.ts";
import { TableCard } from "./table-card.tsx";

/** Where the saving comes from, costs and savings year by year, how certain they are, other sizes, and the assumptions. */
export function EconomicsTab({ record, view: { comparison, operation, cashflow } }: TabProps) {
  const calculated = platformRecord(record);
  return (
    <>
      {calculated && (
        <>
          <MoneyFigures record={calculated} />
          <Financing record={calculated} />
        </>
      )}
      <TableCard title="Sin batería y con batería" table={comparison}>
        {(rows) => <ComparisonTable rows={rows} />}
      </TableCard>
      <Operation table={operation} />
      <TableCard title="Flujo de caja" table={cashflow}>
        {({ years, metrics }) => (
          <DataTable
            label="Tabla: flujo de caja"
            numbered={years.every((year) => !Number.isNaN(Number(year)))}
            head={["Año", ...metrics.map(({ key }) => nameOf(key))]}
            rows={years.map((year, index) => ({
              key: `${index} ${year}`,
              label: year,
              cells: metrics.map((metric) => writerOf(metric)(metric.values[index] ?? null)),
            }))}
          />
        )}
      </TableCard>
      {calculated && (
        <>
          <RiskPart record={calculated} />
          <SizeTab record={calculated} />
          <Assumptions results={calculated.results} />
        </>
      )}
    </>
  );
}

type Metric = YearTable["metrics"][number];

const SHOWN = 6;

/** Operation by year, a metric a row: the first, and the rest on demand. */
function Operation({ table }: { table: Table<YearTable> }) {
  const [all, setAll] = useState(false);
  return (
    <TableCard title="Operación año a año" table={table}>
      {({ years, metrics }) => (
        <>
          <DataTable
            label="Tabla: operación año a año"
            head={["Concepto", ...years.map((year) => `Año ${year}`)]}
            rows={metrics.slice(0, all ? undefined : SHOWN).map((metric) => ({
              key: metric.key,
              label: nameOf(metric.key),
              cells: metric.values.map(writerOf(metric)),
            }))}
          />
          {metrics.length > SHOWN && (
            <Button variant="default" className="table-more" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? "Ver menos" : `Ver todas (${metrics.length})`}
            </Button>
          )}
        </>
      )}
    </TableCard>
  );
}

/** Columns that are not the product's own keep their names. */
function nameOf(key: string): string {
  if (!isYearKey(key)) return key.replaceAll("_", " ");
  const unit = unitOf(key);
  return unit ? `${labelOf(key)} (${unit})` : labelOf(key);
}

/** Writes the values of a metric; those that are not the product's own with as many decimals each. */
function writerOf({ key, values }: Metric): (value: Cell) => string {
  if (!isYearKey(key)) return inColumn(values);
  const write = unitOf(key) === "%" ? spell : spellBare;
  return (value) => (typeof value === "number" ? write(key, value) : (value ?? NO_FIGURE));
}
