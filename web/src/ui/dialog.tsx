import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import "./dialog.css";

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons, the way out first. */
  actions?: ReactNode;
  size?: string;
}

/** A question or a form over the page. The focus goes into it and back to where it was. */
export function Dialog({ opened, onClose, title, children, actions, size = "30rem" }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      centered
      // Room for a toast above it, as far as the screen has any.
      yOffset="min(6rem, 12dvh)"
      lockScroll={false}
      closeButtonProps={{ "aria-label": "Cerrar", size: 44, iconSize: 24 }}
      classNames={{ inner: "over-toasts", content: "dialog-content", title: "dialog-title", body: "dialog-body" }}
    >
      {children}
      {actions && <div className="dialog-actions">{actions}</div>}
    </Modal>
  );
}
