import type { Results } from "@ecotrim/contracts/simulations/result";
import { useNumberStyle } from "../../lib/number-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import "./results.css";

/** The assumptions of a result and their sources. */
export function Assumptions({ results: { assumptions } }: { results: Results }) {
  const { write } = useNumberStyle();
  return (
    <details className="card assumptions">
      <summary>
        <h2>Supuestos y fuentes ({assumptions.length})</h2>
      </summary>
      <DataTable
        label="Tabla: supuestos y fuentes"
        head={["Supuesto", "Valor", "Fuente"]}
        sentences
        rows={assumptions.map(({ key, label, value, value_parts, source, source_parts }) => ({
          key,
          label,
          cells: [
            write(value, value_parts),
            <span key="source" className="reason">
              {write(source, source_parts)}
            </span>,
          ],
        }))}
      />
    </details>
  );
}
