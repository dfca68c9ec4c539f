import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { shortDate } from "@ecotrim/present/dates";
import { simulationName } from "@ecotrim/present/simulations/battery-name";
import { Button } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router-dom";
import { PageHeading } from "../../ui/page-heading.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { recordQuery } from "../simulations/queries.ts";
import { bestOf, type ComparedRow, comparison } from "./comparison.ts";
import "./comparison.css";

const MOST = 3;

/** Two or three simulations side by side; the address holds their ids. */
export function ComparisonPage() {
  const [parameters] = useSearchParams();
  const ids = [...new Set((parameters.get("ids") ?? "").split(",").filter(Boolean))].slice(0, MOST);
  const answers = useQueries({ queries: ids.map((id) => recordQuery(id)) });
  const failed = answers.find(({ error }) => error);
  const records = answers.flatMap(({ data }) => data ?? []);

  return (
    <div className="page comparison-page">
      <header className="bar">
        <PageHeading>Comparación de simulaciones</PageHeading>
        <div className="actions comparison-actions">
          <Button component={Link} to="/mi-area?seccion=informes" variant="default">
            Volver a Mis Informes
          </Button>
          <Button onClick={() => window.print()}>Imprimir</Button>
        </div>
      </header>
      {ids.length < 2 ? (
        <EmptyState
          title="Elija dos o tres simulaciones."
          action={
            <Button component={Link} to="/mi-area?seccion=informes">
              Elegirlas en Mis Informes
            </Button>
          }
        >
          Pulse «Comparar» en Mis Informes y márquelas.
        </EmptyState>
      ) : failed ? (
        <ErrorState
          title="No se han podido leer todas las simulaciones."
          error={failed.error}
          onRetry={() => answers.forEach(({ refetch }) => void refetch())}
        >
          {failed.error?.message}
        </ErrorState>
      ) : records.length < ids.length ? (
        <Loading heights={[44, 420]} label="Cargando las simulaciones" />
      ) : (
        <ComparisonTable records={records} />
      )}
    </div>
  );
}

function ComparisonTable({ records }: { records: SimulationRecord[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="card comparison-scroll" aria-label="Comparación" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Concepto</th>
            {records.map((record) => (
              <th key={record.id} scope="col">
                {simulationName(record)}
                {record.site && <small>{record.site}</small>}
                <small>{shortDate(record.createdAt)}</small>
              </th>
            ))}
          </tr>
        </thead>
        {comparison(records).map(({ title, rows }) => (
          <tbody key={title}>
            <tr>
              <th scope="colgroup" colSpan={records.length + 1} className="comparison-group">
                {title}
              </th>
            </tr>
            {rows.map((row) => (
              <Row key={row.label} row={row} ids={records.map(({ id }) => id)} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function Row({ row, ids }: { row: ComparedRow; ids: string[] }) {
  const best = bestOf(row);
  return (
    <tr>
      <th scope="row">{row.label}</th>
      {row.cells.map(({ text }, index) => (
        <td key={ids[index]} data-best={best.includes(index) || undefined}>
          {text}
          {best.includes(index) && <small>mejor</small>}
        </td>
      ))}
    </tr>
  );
}
