import type { SimulationStatus } from "@ecotrim/contracts/simulations/record";
import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import "./results.css";

interface LaterPartProps<T> {
  title: string;
  status: SimulationStatus;
  /** null: not calculated, or not yet. */
  part: T | null;
  /** px that the part will take. */
  height: number;
  children: (part: T) => ReactNode;
}

/** A part of the result that is calculated after the headline: its placeholder, its content, or why it is missing. */
export function LaterPart<T>({ title, status, part, height, children }: LaterPartProps<T>) {
  if (part !== null) return children(part);
  const waiting = status === "pending" || status === "processing";
  return (
    <section className="card">
      <h2>{title}</h2>
      {waiting ? (
        <Skeleton height={height} radius="md" role="status" aria-label={`Se está calculando: ${title}`} />
      ) : (
        <p className="result-note">
          {status === "failed"
            ? "No se ha podido calcular. El resto del resultado es válido."
            : "No aplicable: el periodo simulado es demasiado corto para calcular una rentabilidad."}
        </p>
      )}
    </section>
  );
}
