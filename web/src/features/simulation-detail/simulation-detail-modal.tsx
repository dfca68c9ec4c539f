import { Button, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { DetailBody, type DetailState, DetailTitle } from "./detail-state.tsx";
import "./simulation-detail-modal.css";

interface SimulationDetailModalProps {
  state: DetailState;
  opened: boolean;
  onClose: () => void;
  /** Puts around the title what changes it. */
  editTitle?: (title: ReactNode) => ReactNode;
  /** Buttons beside 'Cerrar'. */
  footer?: ReactNode;
}

const same = (title: ReactNode) => title;

/** A simulation in a window as large as the screen. The focus goes into it and back to where it was. */
export function SimulationDetailModal({
  state,
  opened,
  onClose,
  editTitle = same,
  footer,
}: SimulationDetailModalProps) {
  const isTall = state.status === "ready" || state.status === "loading";
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size="84rem"
      xOffset="0.5rem"
      yOffset="0.5rem"
      lockScroll={false}
      // A `className` would apply to the surrounding elements too, not to the content alone.
      classNames={{ content: isTall ? "detail-modal-content detail-modal-full" : "detail-modal-content" }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header className="detail-modal-header">
          {editTitle(
            <Modal.Title className="detail-title">
              <DetailTitle state={state} />
            </Modal.Title>,
          )}
          <Modal.CloseButton size={44} iconSize={24} aria-label="Cerrar el detalle" />
        </Modal.Header>
        <Modal.Body className="detail-modal-body">
          <DetailBody state={state} />
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
