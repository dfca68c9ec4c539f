import type { SimulationSummary } from "@ecotrim/contracts/simulations/association";
import { shortDate } from "@ecotrim/present/dates";
import { Text } from "@mantine/core";
import { RemovalDialog } from "../../../ui/removal-dialog.tsx";
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
    <RemovalDialog
      opened={simulation !== null}
      title="¿Eliminar esta simulación?"
      action="Eliminar"
      onClose={onClose}
      onRemove={() => {
        if (simulation) {
          remove.mutate(simulation.id);
          onDelete(simulation.id);
        }
        onClose();
      }}
    >
      <Text>
        {shown && `«${listedName(shown)}», del ${shortDate(shown.createdAt)}, `}
        {shown?.associationType === "shared"
          ? "dejará de verse en su cuenta; su dueño la conserva."
          : "se quitará de su cuenta. Los informes que haya comprado seguirán en Mis Compras."}
      </Text>
    </RemovalDialog>
  );
}
