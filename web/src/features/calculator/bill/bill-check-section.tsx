import { useChunk } from "../../../lib/use-chunk.ts";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import type { BillCheckProps } from "./bill-check.tsx";

const loadBillCheck = () => import("./bill-check.tsx");

/** The check of a bill, loaded once somebody opens it. */
export function BillCheckSection(props: BillCheckProps) {
  const check = useChunk(loadBillCheck);
  if (check.status === "ready") return <check.value.BillCheck {...props} />;
  if (check.status === "loading") return <Loading heights={[400]} label="Cargando la comprobación de la factura" />;
  return <ErrorState title="No se ha podido cargar la comprobación de la factura" onRetry={check.retry} />;
}
