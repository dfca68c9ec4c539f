import { documentTitle } from "@ecotrim/contracts/website/pages";
import { simulationName } from "@ecotrim/present/simulations/battery-name";
import { useEffect } from "react";
import { PageHeading } from "../../ui/page-heading.tsx";
import { useLast } from "../../ui/use-last.ts";
import { SimulationDetailModal } from "../simulation-detail/simulation-detail-modal.tsx";
import { DetailActions } from "./detail-actions.tsx";
import { useCloseDetail } from "./detail-address.ts";
import { useDetail } from "./use-detail.tsx";

interface DetailWindowProps {
  /** null while no detail is open. */
  id: string | null;
  /** There is a page below the window already. */
  hasList: boolean;
}

/** The detail of a simulation in a window. */
export function DetailWindow({ id, hasList }: DetailWindowProps) {
  const close = useCloseDetail();
  const { record, state, editTitle } = useDetail(useLast(id));
  useWindowTitle(id !== null && record ? simulationName(record) : undefined);
  return (
    <>
      {id !== null && !hasList && (
        <div className="page">
          <PageHeading>Detalle de la simulación</PageHeading>
        </div>
      )}
      <SimulationDetailModal
        state={state}
        opened={id !== null}
        onClose={close}
        editTitle={editTitle}
        footer={record && <DetailActions record={record} />}
      />
    </>
  );
}

/** Title of the browser's tab while the window is open. */
function useWindowTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    document.title = documentTitle({ title });
    return () => {
      document.title = before;
    };
  }, [title]);
}
