import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { simulationName } from "@ecotrim/present/simulations/battery-name";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { download } from "../../lib/download.ts";
import { useOnScreen } from "../../lib/on-screen.ts";
import { toast } from "../../ui/toast.ts";
import { useLast } from "../../ui/use-last.ts";
import { ReportMenu } from "../billing/report-menu.tsx";
import { SimulationDetailModal, type SimulationDetailState } from "../simulation-detail/simulation-detail-modal.tsx";
import { OwnNamesEditor } from "./own-names.tsx";
import { recordQuery } from "./queries.ts";
import { useDetailAddress } from "./use-detail-address.ts";

/** The detail of the simulation that the address names, in a window over the page. */
export function DetailWindow() {
  const { id, close } = useDetailAddress();
  useOnScreen(id ?? undefined);
  const shown = useLast(id);
  const { data, error, refetch } = useQuery({ ...recordQuery(shown ?? ""), enabled: id !== null });
  const state: SimulationDetailState = data
    ? { status: "ready", record: data }
    : error
      ? { status: "failed", message: error.message, onRetry: () => void refetch() }
      : { status: "loading" };

  return (
    <SimulationDetailModal
      state={state}
      opened={id !== null}
      onClose={close}
      {...(data && {
        editTitle: (title: ReactNode) => (
          <OwnNamesEditor key={data.id} simulation={data} called={simulationName(data)}>
            {title}
          </OwnNamesEditor>
        ),
      })}
      footer={
        data?.status === "completed" &&
        data.source === "platform" && (
          <>
            <HourlyData record={data} />
            <ReportMenu simulationId={data.id} name={simulationName(data)} label="Descargar Informe" />
          </>
        )
      }
    />
  );
}

function HourlyData({ record: { id } }: { record: SimulationRecord }) {
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
