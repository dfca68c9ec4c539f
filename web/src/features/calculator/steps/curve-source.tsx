import { useChunk } from "../../../lib/use-chunk.ts";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { contractOf } from "../state.ts";
import { useCalculator } from "../store.ts";
import { type CurveOfStep, loadCurvePart } from "./use-curve.ts";

/** The part of a step in which a file is dropped and seen; its program loads when it is asked for. */
export function CurveSource({ kind, curve }: { kind: "load" | "pv"; curve: CurveOfStep }) {
  const state = useCalculator();
  const part = useChunk(loadCurvePart);
  if (part.status === "loading") return <Loading heights={[220]} label="Cargando el lector de archivos" />;
  if (part.status === "failed")
    return (
      <ErrorState title="No se ha podido cargar el lector de archivos" onRetry={part.retry}>
        Puede seguir sin el archivo.
      </ErrorState>
    );
  const { error, show } = curve;
  return (
    <>
      <part.value.CurvePart
        kind={kind}
        contractedKw={contractOf(state).contract?.contracted_kw ?? NONE}
        onDraft={show}
      />
      {error && (
        <ErrorState title="No se ha podido enviar la curva" error={error}>
          {error.message}
        </ErrorState>
      )}
    </>
  );
}

const NONE: number[] = [];
