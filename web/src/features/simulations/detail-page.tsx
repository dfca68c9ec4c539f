import { simulationName } from "@ecotrim/present/simulations/battery-name";
import { Button } from "@mantine/core";
import { PageHeading } from "../../ui/page-heading.tsx";
import { DetailBody, DetailTitle } from "../simulation-detail/detail-state.tsx";
import { DetailActions } from "./detail-actions.tsx";
import { useCloseDetail } from "./detail-address.ts";
import { useDetail } from "./use-detail.tsx";
import "../simulation-detail/simulation-detail-modal.css";

/** The detail of a simulation as a page, for screens without room for a window. */
export function DetailPage({ id }: { id: string }) {
  const close = useCloseDetail();
  const { record, state, editTitle } = useDetail(id);
  return (
    <div className="page detail-page">
      {editTitle(
        <PageHeading className="detail-title" {...(record && { title: simulationName(record) })}>
          <DetailTitle state={state} />
        </PageHeading>,
      )}
      <DetailBody state={state} />
      <div className="detail-page-actions">
        {record && <DetailActions record={record} />}
        <Button variant="default" onClick={close}>
          Cerrar
        </Button>
      </div>
    </div>
  );
}
