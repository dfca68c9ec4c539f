import type { Installation } from "@ecotrim/contracts/installations/installation";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { simulationKeys } from "../simulations/keys.ts";
import { fetchInstallations } from "./calls.ts";

/** Among the lists of simulations, since a site shows the newest result of its own. */
export const installationsQuery = queryOptions({
  queryKey: [...simulationKeys.lists, "installations"],
  queryFn: ({ signal }) => fetchInstallations(signal),
});

interface Change<Given, Answer> {
  run: (given: Given) => Promise<Answer>;
  done: (answer: Answer) => string;
  /** Start of a message that ends with the server's sentence; left out where the form says it. */
  failed?: string;
}

/** A change of the account's sites, after which all that bears their names is read again. */
export function useChange<Given, Answer = Installation>({ run, done, failed }: Change<Given, Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (answer) => toast.success(done(answer)),
    ...(failed !== undefined && { onError: (error: Error) => toast.error(`${failed}: ${error.message}`) }),
    onSettled: () => client.invalidateQueries({ queryKey: simulationKeys.all }),
  });
}
