import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "./dialog.tsx";

interface RemovalDialogProps {
  opened: boolean;
  title: string;
  /** What is kept and what is lost. */
  children: ReactNode;
  /** Name of the button that removes. */
  action: string;
  /** Name of the way out. */
  keep?: string;
  removing?: boolean;
  onClose: () => void;
  onRemove: () => void;
}

/** Asks before something is given up for good. */
export function RemovalDialog({
  action,
  keep = "Cancelar",
  removing = false,
  onRemove,
  ...dialog
}: RemovalDialogProps) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button variant="default" onClick={dialog.onClose}>
            {keep}
          </Button>
          <Button color="red.8" loading={removing} onClick={onRemove}>
            {action}
          </Button>
        </>
      }
    />
  );
}
