import { type GivenContext, inputFromContext } from "@ecotrim/contracts/simulations/context";
import { type SimulationInput, storedInput } from "@ecotrim/contracts/simulations/input";
import { detailPath } from "@ecotrim/contracts/website/pages";
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { createSimulation } from "../../lib/api.ts";
import { newRequestId, randomHex } from "../../lib/random.ts";
import { toast } from "../../ui/toast.ts";
import { fetchRecord, nameSimulation } from "./calls.ts";
import { simulationKeys } from "./keys.ts";

/** Computes a simulation of an old model anew: a new one from the same inputs, of the same site, under the same names. */
async function recalculate(id: string): Promise<string> {
  const { inputParameters, calculatorContext, name, site, installationId } = await fetchRecord(
    id,
    new AbortController().signal,
  );
  const given = storedInput(inputParameters);
  const ofSite = installationId === null ? {} : { installation_id: installationId };
  const body = calculatorContext
    ? { inputParameters: { ...given, ...answersOf(calculatorContext, given) }, calculatorContext, ...ofSite }
    : { inputParameters: given, ...ofSite };
  const made = await createSimulation(body, { idempotencyKey: randomHex(), requestId: newRequestId() });
  if (name !== null || site !== null)
    await nameSimulation(made.id, { ...(name !== null && { name }), ...(site !== null && { site }) });
  return made.id;
}

/** What the answers stand for; of the conversion they say nothing, so that a supposed one stays. */
function answersOf(context: GivenContext, { conversion_efficiency }: SimulationInput): SimulationInput {
  return { ...inputFromContext(context), ...(conversion_efficiency !== undefined && { conversion_efficiency }) };
}

export function Recalculate({ id }: { id: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: recalculate,
    onSuccess: (made) => void navigate(detailPath(made)),
    onError: (error) => toast.error(`No se ha podido recalcular la simulación: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: simulationKeys.lists }),
  });
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate(id)}>
      Recalcular
    </Button>
  );
}
