import { contextFromInput } from "@ecotrim/contracts/simulations/context";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { simulationName } from "@ecotrim/present/simulations/battery-name";
import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { download } from "../../lib/download.ts";
import { toast } from "../../ui/toast.ts";
import { ReportMenu } from "../billing/report-menu.tsx";
import { OfferButton } from "../offers/offer-dialog.tsx";
import { Recalculate } from "./recalculate.tsx";

/** What a holder does with a simulation; its files only where the platform computed it. */
export function DetailActions({ record }: { record: SimulationRecord }) {
  const { id, status, source } = record;
  return (
    <>
      {record.verdict?.code === "old" && <Recalculate id={id} />}
      <Duplicate record={record} />
      {status === "completed" && source === "platform" && (
        <>
          <HourlyData id={id} />
          <ReportMenu simulationId={id} name={simulationName(record)} label="Descargar Informe" />
          <OfferButton record={record} variant="default" />
        </>
      )}
    </>
  );
}

/** A new simulation with the answers of this one, where the wizard can ask for all of them. */
function Duplicate({ record: { inputParameters } }: { record: SimulationRecord }) {
  const copied = contextFromInput(inputParameters);
  return copied ? (
    <Button component={Link} to="/nueva-simulacion" state={{ copied }} variant="default">
      Duplicar y cambiar
    </Button>
  ) : (
    <p className="detail-note">No se puede duplicar en la calculadora: tiene datos que esta no pregunta.</p>
  );
}

function HourlyData({ id }: { id: string }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await download("fetchHours", `/api/simulations/${id}/hourly.csv`, `datos-horarios-${id}.csv`);
    } catch (error) {
      toast.error(`No se han podido descargar los datos horarios: ${(error as Error).message}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" loading={busy} onClick={() => void save()}>
      Descargar datos horarios (CSV)
    </Button>
  );
}
