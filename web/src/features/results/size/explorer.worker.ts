import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { ExploredCase } from "@ecotrim/present/studies/explored-case";
import { openExplorer } from "@ecotrim/present/studies/explorer";
import type { ExplorerAnswer, ExplorerRequest } from "./explorer-messages.ts";

/** A web worker: a variant costs some dispatches of a year, which must not keep the slider from moving. */
let explored: ExploredCase;
let explore: ReturnType<typeof openExplorer> | undefined;

addEventListener("message", ({ data }: MessageEvent<ExplorerRequest>) => {
  if ("open" in data) explored = data.open;
  else postMessage({ id: data.id, figures: figuresOf(data.inputs) } satisfies ExplorerAnswer);
});

/** Opens the case with its first variant, so that a failure of either is the answer to a question. */
function figuresOf(inputs: SimulationInput): ExplorerAnswer["figures"] {
  try {
    explore ??= openExplorer(explored);
    return explore(inputs);
  } catch (error) {
    console.error(error);
    return null;
  }
}
