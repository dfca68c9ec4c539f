import type { SimulationSummary } from "@ecotrim/shared/simulations/association";
import { Button, Text } from "@mantine/core";
import { shortDate } from "../../../lib/dates.ts";
import { useRemoveSimulation } from "../../../simulations/list-changes.ts";
import { Dialog } from "../../../ui/dialog.tsx";

/** Asks before a simulation leaves the account. */
export function DeleteDialog({ simulation, onClose }: { simulation: SimulationSummary | null; onClose: () => void }) {
  const remove = useRemoveSimulation();
  const shared = simulation?.associationType === "shared";
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
              if (simulation) remove.mutate(simulation.id);
              onClose();
            }}
          >
            Eliminar
          </Button>
        </>
      }
    >
      <Text>
        {simulation && `«${simulation.batteryName}», del ${shortDate(simulation.createdAt)}, `}
        {shared
          ? "dejará de verse en su cuenta; su dueño la conserva."
          : "se quitará de su cuenta. Los informes que haya comprado seguirán en Mis Compras."}
      </Text>
    </Dialog>
  );
}
