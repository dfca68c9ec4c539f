import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import { Button } from "@mantine/core";
import { useState } from "react";
import { DataTable } from "../charts/data-table.tsx";
import { LaterResults } from "../results/later-results.tsx";
import { cellText, NO_FIGURE } from "./cell-text.ts";
import { ComparisonTable } from "./comparison-table.tsx";
import { type Cell, platformResults, type Table, type YearTable } from "./read-results.ts";
import type { TabProps } from "./simulation-detail.tsx";
import { TableCard } from "./table-card.tsx";

/** What the battery costs and brings, year by year, and how sure that is. */
export function EconomicsTab({ record, view: { comparison, operation, cashflow } }: TabProps) {
  const results = platformResults(record);
  return (
    <>
      <TableCard title="Sin batería y con batería" table={comparison}>
        {(rows) => <ComparisonTable rows={rows} />}
      </TableCard>
      <Operation table={operation} />
      <TableCard title="Flujo de caja" table={cashflow}>
        {({ years, metrics }) => (
          <DataTable
            label="Tabla: flujo de caja"
            head={["Año", ...metrics.map(({ key }) => nameOf(key))]}
            rows={years.map((year, index) => ({
              key: `${index} ${year}`,
              label: year,
              cells: metrics.map(({ key, values }) => write(key, values[index] ?? null)),
            }))}
          />
        )}
      </TableCard>
      {results && <LaterResults record={record} results={results} />}
    </>
  );
}

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
            rows={metrics.slice(0, all ? undefined : SHOWN).map(({ key, values }) => ({
              key,
              label: nameOf(key),
              cells: values.map((value) => write(key, value)),
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

/** Columns of the product's own tables; those of others keep their names. */
const NAMES: Record<string, string> = {
  generation_mwh: "Generación fotovoltaica (MWh)",
  demand_mwh: "Consumo (MWh)",
  self_consumption_mwh: "Autoconsumo (MWh)",
  import_mwh: "Compra a la red (MWh)",
  export_mwh: "Excedentes (MWh)",
  discharge_mwh: "Descarga de la batería (MWh)",
  state_of_health: "Capacidad restante (%)",
  cycles: "Ciclos",
  saving_eur: "Ahorro (€)",
  om_eur: "Mantenimiento (€)",
  replacement_eur: "Sustitución (€)",
  net_eur: "Flujo neto (€)",
  cumulative_eur: "Acumulado (€)",
  discounted_eur: "Neto actualizado (€)",
  customer_saving_eur: "Ahorro del cliente (€)",
};

const nameOf = (key: string): string => (Object.hasOwn(NAMES, key) ? NAMES[key]! : key.replaceAll("_", " "));

function write(key: string, value: Cell): string {
  if (typeof value !== "number") return value ?? NO_FIGURE;
  if (key === "state_of_health") return formatPercent(value);
  return Object.hasOwn(NAMES, key) ? formatNumber(value, { decimals: 0 }) : cellText(value);
}
