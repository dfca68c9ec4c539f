import type { NameSimulation, SimulationSummary } from "@ecotrim/contracts/simulations/association";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { nameSimulation, removeSimulation, retrySimulation, type SimulationPage, toggleFavorite } from "./calls.ts";
import { simulationKeys } from "./keys.ts";

/** Optimistic changes to the lists of simulations: they are rolled back where they fail, and the lists are reloaded. */

type ListData = SimulationPage | InfiniteData<SimulationPage>;

/** Maps a simulation of a list to its changed state; null removes it. */
type Become = (simulation: SimulationSummary, list: readonly unknown[]) => SimulationSummary | null;

function changePages(
  pages: SimulationPage[],
  id: string,
  become: (simulation: SimulationSummary) => ReturnType<Become>,
) {
  let left = 0;
  const changed = pages.map(({ simulations, pagination }) => ({
    pagination,
    simulations: simulations.flatMap((simulation) => {
      const next = simulation.id === id ? become(simulation) : simulation;
      if (next === null) left++;
      return next ?? [];
    }),
  }));
  return changed.map(({ simulations, pagination }) => ({
    simulations,
    pagination: { ...pagination, totalItems: pagination.totalItems - left },
  }));
}

/** @returns a function that rolls the change back */
async function changeLists(client: QueryClient, id: string, become: Become): Promise<() => void> {
  await client.cancelQueries({ queryKey: simulationKeys.lists });
  const before = [simulationKeys.areas, simulationKeys.histories].flatMap((queryKey) =>
    client.getQueriesData<ListData>({ queryKey }),
  );
  for (const [key, data] of before) {
    if (!data) continue;
    const becomeHere = (simulation: SimulationSummary) => become(simulation, key);
    const next =
      "pages" in data
        ? { ...data, pages: changePages(data.pages, id, becomeHere) }
        : changePages([data], id, becomeHere)[0];
    client.setQueryData(key, next);
  }
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

interface ListChange<R> {
  run: (id: string) => Promise<R>;
  become: Become;
  done: (answer: R) => string;
  /** Start of a message that ends with the server's sentence. */
  failed: string;
}

const MUTATION = ["simulations", "list-change"];

function useListChange<R>({ run, become, done, failed }: ListChange<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: MUTATION,
    // Changes run one after the other, so that two clicks on a star end as it began.
    scope: { id: MUTATION.join() },
    mutationFn: run,
    onMutate: (id: string) => changeLists(client, id, become),
    onSuccess: (answer) => toast.success(done(answer)),
    onError: (error, _id, takeBack) => {
      takeBack?.();
      toast.error(`${failed}: ${error.message}`);
    },
    onSettled: async () => {
      // A list read during another change would not contain that change.
      if (client.isMutating({ mutationKey: MUTATION }) > 1) return;
      await client.invalidateQueries({ queryKey: simulationKeys.lists });
    },
  });
}

const FAVORITES = simulationKeys.area("favorites", "date")[3];

/** Takes the id of a simulation whose star is to be toggled. */
export const useToggleFavorite = () =>
  useListChange({
    run: toggleFavorite,
    become: (simulation, list) =>
      simulation.isFavorite && list.includes(FAVORITES) ? null : { ...simulation, isFavorite: !simulation.isFavorite },
    done: (message) => message ?? "Estado de favorito actualizado",
    failed: "Error al actualizar favorito",
  });

/** Takes the id of a simulation that is to leave the account. */
export const useRemoveSimulation = () =>
  useListChange({
    run: removeSimulation,
    become: () => null,
    done: () => "Simulación eliminada de tu cuenta exitosamente",
    failed: "Error al eliminar la simulación",
  });

/** Shows only once the server has it, since a name may be refused. */
export function useNameSimulation(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: NameSimulation) => nameSimulation(id, given),
    onSuccess: async (names) => {
      await changeLists(client, id, (simulation) => ({ ...simulation, ...names }));
      client.setQueryData<SimulationRecord>(simulationKeys.record(id), (record) => record && { ...record, ...names });
      // Those sorted by name have another order now.
      void client.invalidateQueries({ queryKey: simulationKeys.lists });
    },
  });
}

/** Takes the id of a failed simulation that is to be computed again. */
export function useRetrySimulation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: retrySimulation,
    onError: (error) => toast.error(`No se ha podido reintentar la simulación: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: simulationKeys.all }),
  });
}
