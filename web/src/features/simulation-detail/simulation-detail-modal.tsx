import { LOCALE, TIME_ZONE } from "@ecotrim/contracts/locale";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { simulationName } from "@ecotrim/present/simulations/battery-name";
import { Button, Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useChunk } from "../../lib/use-chunk.ts";
import { ErrorState, Loading } from "../../ui/states.tsx";
import "./simulation-detail-modal.css";

/** State of the record that the host fetches. */
export type SimulationDetailState =
  | { status: "loading" }
  /** `message` is a sentence for people. */
  | { status: "failed"; message: string; onRetry: () => void }
  | { status: "ready"; record: SimulationRecord };

interface SimulationDetailModalProps {
  state: SimulationDetailState;
  opened: boolean;
  onClose: () => void;
  /** Puts around the title what changes it. */
  editTitle?: (title: ReactNode) => ReactNode;
  /** Buttons beside 'Cerrar'. */
  footer?: ReactNode;
}

const same = (title: ReactNode) => title;

/** A `className` would apply to the surrounding elements too, not to the content alone. */
const CLASS_NAMES = { content: "detail-modal-content" };

/** A simulation in a window of its own. The focus goes into it and back to where it was. */
export function SimulationDetailModal({
  state,
  opened,
  onClose,
  editTitle = same,
  footer,
}: SimulationDetailModalProps) {
  const phone = useMediaQuery("(max-width: 48em)") ?? false;
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      fullScreen={phone}
      size="72rem"
      lockScroll={false}
      classNames={CLASS_NAMES}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header className="detail-modal-header">
          {editTitle(
            <Modal.Title className="detail-modal-title">
              {state.status === "ready" ? <Heading record={state.record} /> : "Detalle de la simulación"}
            </Modal.Title>,
          )}
          <Modal.CloseButton size={44} iconSize={24} aria-label="Cerrar el detalle" />
        </Modal.Header>
        <Modal.Body className="detail-modal-body">
          <Body state={state} />
        </Modal.Body>
        <div className="detail-modal-footer">
          {footer}
          <Button variant="default" onClick={onClose}>
            Cerrar
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeZone: TIME_ZONE });

function Heading({ record }: { record: SimulationRecord }) {
  return (
    <>
      {simulationName(record)}
      <span>
        {record.site && ` · ${record.site}`} · {DATE.format(new Date(record.createdAt))}
      </span>
    </>
  );
}

const loadDetail = () => import("./simulation-detail.tsx");
const loading = <Loading heights={[44, 180, 240, 240]} label="Cargando la simulación" />;

function Body({ state }: { state: SimulationDetailState }) {
  const detail = useChunk(loadDetail);
  if (state.status === "failed")
    return (
      <ErrorState title="No se ha podido cargar la simulación" onRetry={state.onRetry}>
        {state.message}
      </ErrorState>
    );
  if (detail.status === "failed")
    return <ErrorState title="No se ha podido cargar el detalle" onRetry={detail.retry} />;
  if (state.status === "loading" || detail.status === "loading") return loading;
  return <detail.value.SimulationDetail record={state.record} />;
}
