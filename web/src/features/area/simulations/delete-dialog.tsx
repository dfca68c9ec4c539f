import type { SimulationSummary } from "@ecotrim/contracts/simulations/association";
import { shortDate } from "@ecotrim/present/dates";
import { Button, Text } from "@mantine/core";
import { Dialog } from "../../../ui/dialog.tsx";
import { useLast } from "../../../ui/use-last.ts";
import { listedName } from "../../simulations/battery-size.ts";
import { useRemoveSimulation } from "../../simulations/list-changes.ts";

interface DeleteDialogProps {
  simulation: SimulationSummary | null;
  onClose: () => void;
  /** Called on confirmation; a simulation whose deletion fails comes back by itself. */
  onDelete: (id: string) => void;
}

/** Asks before a simulation leaves the account. */
export function DeleteDialog({ simulation, onClose, onDelete }: DeleteDialogProps) {
  const remove = useRemoveSimulation();
  const shown = useLast(simulation);
  return (
    <Dialog
      opened={simulation !== null}
      onClose={onClose}
      title="¿Eliminar esta simulación?"
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            color="red.8"
            onClick={() => {
              if (simulation) {
                remove.mutate(simulation.id);
                onDelete(simulation.id);
              }
              onClose();
            }}
          >
            Eliminar
          </Button>
        </>
      }
    >
      <Text>
        {shown && `«${listedName(shown)}», del ${shortDate(shown.createdAt)}, `}
        {shown?.associationType === "shared"
          ? "dejará de verse en su cuenta; su dueño la conserva."
          : "se quitará de su cuenta. Los informes que haya comprado seguirán en Mis Compras."}
      </Text>
    </Dialog>
  );
}
