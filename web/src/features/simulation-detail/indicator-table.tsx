import { DataTable } from "../charts/data-table.tsx";
import { cellText } from "./cell-text.ts";
import type { IndicatorView, Table } from "./read-results.ts";
import { TableCard } from "./table-card.tsx";

/** Every indicator of the results. */
export function IndicatorTable({ indicators }: { indicators: Table<IndicatorView[]> }) {
  return (
    <TableCard title="Todos los indicadores" table={indicators}>
      {(rows) => (
        <DataTable
          label="Tabla: todos los indicadores"
          head={["Indicador", "Valor", "Unidad"]}
          rows={rows.map(({ indicator, value, units }, index) => ({
            key: `${index} ${indicator}`,
            label: indicator,
            cells: [cellText(value), units],
          }))}
        />
      )}
    </TableCard>
  );
}
