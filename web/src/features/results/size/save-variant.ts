import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { detailPath } from "@ecotrim/contracts/website/pages";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { createSimulation } from "../../../lib/api.ts";
import { newRequestId, randomHex } from "../../../lib/random.ts";
import { useSession } from "../../../lib/session.ts";
import { toast } from "../../../ui/toast.ts";
import { nameSimulation } from "../../simulations/calls.ts";
import { simulationKeys } from "../../simulations/keys.ts";

/** Makes a simulation of its own of a variant's inputs. */
export type SaveVariant = (inputs: SimulationInput) => void;

const SaveVariantContext = createContext<SaveVariant | null>(null);

/** Wraps a page that runs simulations itself; elsewhere they are kept in the account. */
export const SaveVariantProvider = SaveVariantContext.Provider;

/** null where the reader has no place for another simulation: a shared one, without an account. */
export function useSaveVariant({ site }: Pick<SimulationRecord, "site">): {
  save: SaveVariant;
  isPending: boolean;
} | null {
  const ofPage = useContext(SaveVariantContext);
  const loggedIn = useSession() !== null;
  const client = useQueryClient();
  const navigate = useNavigate();
  /** A variant saved twice is one simulation. */
  const idempotencyKeys = useRef(new Map<string, string>());
  const { mutate, isPending } = useMutation({
    mutationFn: async (inputs: SimulationInput) => {
      const name = JSON.stringify(inputs);
      const idempotencyKey = idempotencyKeys.current.get(name) ?? randomHex();
      idempotencyKeys.current.set(name, idempotencyKey);
      const { id } = await createSimulation({ inputParameters: inputs }, { idempotencyKey, requestId: newRequestId() });
      if (site !== null) await nameSimulation(id, { site });
      return id;
    },
    onSuccess: (id) => void navigate(detailPath(id)),
    onError: (error) => toast.error(`No se ha podido guardar la variante: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: simulationKeys.lists }),
  });
  if (ofPage) return { save: ofPage, isPending: false };
  return loggedIn ? { save: mutate, isPending } : null;
}
