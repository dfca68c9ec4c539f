import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { shortDate } from "@ecotrim/present/dates";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueries } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router-dom";
import { PageHeading } from "../../ui/page-heading.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { REPORTS } from "../simulations/detail-address.ts";
import { recordQuery } from "../simulations/queries.ts";
import { bestOf, type ComparedRow, comparison, isAlike, namesApart } from "./comparison.ts";
import { conclusion } from "./conclusion.ts";
import { ValueChart } from "./value-chart.tsx";
import "../../ui/phone-cards.css";
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
          <Button component={Link} to={REPORTS} variant="default">
            Volver a Mis Informes
          </Button>
          <Button onClick={() => window.print()}>Imprimir</Button>
        </div>
      </header>
      {ids.length < 2 ? (
        <EmptyState
          title="Elija dos o tres simulaciones."
          action={
            <Button component={Link} to={REPORTS}>
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
        <>
          <p className="comparison-conclusion">{conclusion(records)}</p>
          <ValueChart records={records} />
          <ComparisonTable records={records} />
        </>
      )}
    </div>
  );
}

function ComparisonTable({ records }: { records: SimulationRecord[] }) {
  const [open, alike] = useDisclosure();
  const names = namesApart(records);
  const groups = comparison(records);
  const same = groups.flatMap(({ rows }) => rows.filter(isAlike));
  const show = (row: ComparedRow) => <Row key={row.label} row={row} names={names} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="card comparison-scroll phone-cards" aria-label="Comparación" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Concepto</th>
            {records.map((record, index) => (
              <th key={record.id} scope="col">
                {names[index]}
                {record.site && <small>{record.site}</small>}
                <small>{shortDate(record.createdAt)}</small>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ title, rows }) => {
          const different = rows.filter((row) => !isAlike(row));
          return (
            different.length > 0 && (
              <tbody key={title}>
                <tr>
                  <th scope="colgroup" colSpan={records.length + 1} className="comparison-group">
                    {title}
                  </th>
                </tr>
                {different.map(show)}
              </tbody>
            )
          );
        })}
        {same.length > 0 && (
          <tbody>
            <tr>
              <th scope="colgroup" colSpan={records.length + 1} className="comparison-group">
                <button type="button" className="comparison-fold" aria-expanded={open} onClick={alike.toggle}>
                  Iguales en todas ({same.length}) <span aria-hidden="true">{open ? "▴" : "▾"}</span>
                </button>
              </th>
            </tr>
            {open && same.map(show)}
          </tbody>
        )}
      </table>
    </section>
  );
}

function Row({ row, names }: { row: ComparedRow; names: string[] }) {
  const best = bestOf(row);
  return (
    <tr>
      <th scope="row">{row.label}</th>
      {row.cells.map(({ text }, index) => (
        <td key={names[index]} data-label={names[index]} data-best={best.includes(index) || undefined}>
          <span>
            {text}
            {best.includes(index) && <small>✓ mejor</small>}
          </span>
        </td>
      ))}
    </tr>
  );
}
