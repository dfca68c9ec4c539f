import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { detailPath } from "@ecotrim/contracts/website/pages";
import { hashKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { useNavigate } from "react-router-dom";
import { createSimulation } from "../../../lib/api.ts";
import { newRequestId } from "../../../lib/random.ts";
import { useSession } from "../../../lib/session.ts";
import { toast } from "../../../ui/toast.ts";
import { nameSimulation } from "../../simulations/calls.ts";
import { simulationKeys } from "../../simulations/keys.ts";

/** Makes a simulation of its own of a variant's inputs. */
export type SaveVariant = (inputs: SimulationInput) => void;

const SaveVariantContext = createContext<SaveVariant | null>(null);

/** Wraps a page that runs simulations itself; elsewhere they are kept in the account. */
export const SaveVariantProvider = SaveVariantContext.Provider;

/**
 * A variant saved twice is one simulation, from another page or after a reload too. Who guesses a key could derive the
 * simulation's access token, which is why the session's secret goes into it.
 */
function idempotencyKeyOf(recordId: string, inputs: SimulationInput, secret: string): string {
  // FNV-1a of 64 bits: the browser's own hashes need HTTPS, which a company's server may lack.
  let hash = 0xcbf29ce484222325n;
  for (const char of secret + hashKey([inputs]))
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0)!)) * 0x100000001b3n);
  return `${recordId}-${hash.toString(16)}`;
}

/** null where the reader has no place for another simulation: a shared one, without an account. */
export function useSaveVariant({ id: recordId, site }: Pick<SimulationRecord, "id" | "site">): {
  save: SaveVariant;
  isPending: boolean;
} | null {
  const ofPage = useContext(SaveVariantContext);
  const session = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: async (inputs: SimulationInput) => {
      const idempotencyKey = idempotencyKeyOf(recordId, inputs, session!.token);
      const { id } = await createSimulation({ inputParameters: inputs }, { idempotencyKey, requestId: newRequestId() });
      if (site !== null)
        await nameSimulation(id, { site }).catch((error: Error) =>
          toast.error(`La variante se ha guardado, pero sin su emplazamiento: ${error.message}`),
        );
      return id;
    },
    onSuccess: (id) => void navigate(detailPath(id)),
    onError: (error) => toast.error(`No se ha podido guardar la variante: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: simulationKeys.lists }),
  });
  if (ofPage) return { save: ofPage, isPending: false };
  return session ? { save: mutate, isPending } : null;
}
