import { otherPlane } from "@ecotrim/contracts/simulations/plane";
import { useMemo } from "react";
import { useChunk } from "../../../lib/use-chunk.ts";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import type { Earlier } from "../../curve/use-reader.ts";
import { contractOf, installedPlant, planeInput, withPlant } from "../state.ts";
import { updateCalculator, useCalculator } from "../store.ts";
import { type CurveOfStep, loadCurvePart } from "./use-curve.ts";

interface CurveSourceProps {
  kind: "load" | "pv";
  curve: CurveOfStep;
  /** A stored curve to which the files chosen now are joined. */
  earlier?: Earlier | undefined;
}

/** The part of a step in which a file is dropped and seen; its program loads when it is asked for. */
export function CurveSource({ kind, curve, earlier }: CurveSourceProps) {
  const state = useCalculator();
  const { generation, province, zero_export, pv_tilt_deg, pv_azimuth_deg } = state;
  const plane = useMemo(
    () => otherPlane(province, planeInput({ pv_tilt_deg, pv_azimuth_deg })),
    [province, pv_tilt_deg, pv_azimuth_deg],
  );
  const part = useChunk(loadCurvePart);
  if (part.status === "loading") return <Loading heights={[220]} label="Cargando el lector de archivos" />;
  if (part.status === "failed")
    return (
      <ErrorState title="No se ha podido cargar el lector de archivos" onRetry={part.retry}>
        Puede seguir sin el archivo.
      </ErrorState>
    );
  const { error, show } = curve;
  const plant = {
    // With nothing there yet, the file is that of the plant to come.
    kwp: installedPlant(state).pv_installed || generation,
    ...{ province, plane, zeroExport: zero_export },
    onKwp: (kwp: number) => updateCalculator((state) => withPlant(state, { generation: kwp, pv_installed: null })),
  };
  return (
    <>
      <part.value.CurvePart
        kind={kind}
        plant={plant}
        earlier={earlier}
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
