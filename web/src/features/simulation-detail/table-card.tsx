import type { ReactNode } from "react";
import { EmptyState } from "../../ui/states.tsx";
import type { Table } from "./read-results.ts";

const PROBLEMS = {
  absent: "Esta simulación no incluye esta tabla.",
  unsupported: "Formato de datos no compatible",
  unreadable: "Datos no procesables",
  oversized: "Tabla demasiado grande para mostrarla",
} as const;

interface TableCardProps<T> {
  title: string;
  table: Table<T>;
  children: (table: T) => ReactNode;
}

/** A table of the results in a card, or the sentence that says why there is none. */
export function TableCard<T>({ title, table, children }: TableCardProps<T>) {
  return (
    <section className="card">
      <h2>{title}</h2>
      {table.status === "ready" ? children(table.table) : <EmptyState title={PROBLEMS[table.status]} />}
    </section>
  );
}
