import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import { decodeCurve } from "@ecotrim/curves/codec";
import { storedSeries } from "@ecotrim/curves/stored-series";
import { createOutages, type OutageQuestion } from "@ecotrim/engine/outages/outages";
import { baseCase } from "@ecotrim/present/studies/explored-case";
import { openExplorer } from "@ecotrim/present/studies/explorer";
import type { ExplorerAnswer, ExplorerRequest, OutageAnswer } from "./explorer-messages.ts";

/** A web worker: a variant costs some dispatches of a year, which must not keep the slider from moving. */
let opened: Extract<ExplorerRequest, { open: unknown }>;
let explore: ReturnType<typeof openExplorer> | undefined;
let outages: ReturnType<typeof createOutages> | undefined;

addEventListener("message", ({ data }: MessageEvent<ExplorerRequest>) => {
  if ("open" in data) opened = data;
  else if ("outage" in data) postMessage({ result: resultOf(data.inputs, data.outage) } satisfies OutageAnswer);
  else postMessage({ id: data.id, figures: figuresOf(data.inputs) } satisfies ExplorerAnswer);
});

/** Opens the case with its first variant, so that a failure of either is the answer to a question. */
function figuresOf(inputs: SimulationInput): ExplorerAnswer["figures"] {
  try {
    explore ??= openExplorer(opened.open, measuredSeries());
    return explore(inputs);
  } catch (error) {
    console.error(error);
    return null;
  }
}

function resultOf(inputs: SimulationInput, question: OutageQuestion): OutageAnswer["result"] {
  try {
    outages ??= createOutages(baseCase(opened.open), measuredSeries());
    return outages(readCase(inputs), question);
  } catch (error) {
    console.error(error);
    return null;
  }
}

function measuredSeries() {
  const { load, pv } = opened.numbers;
  return storedSeries(baseCase(opened.open), { load: load && decodeCurve(load), pv: pv && decodeCurve(pv) });
}
