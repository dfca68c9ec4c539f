import { openExplorer } from "@ecotrim/present/studies/explorer";
import type { ExplorerAnswer, ExplorerRequest } from "./explorer-messages.ts";

/** A web worker: a variant costs some dispatches of a year, which must not keep the slider from moving. */
let explore: ReturnType<typeof openExplorer> | undefined;

addEventListener("message", ({ data }: MessageEvent<ExplorerRequest>) => {
  if ("open" in data) explore = openExplorer(data.open);
  else postMessage({ id: data.id, figures: explore!(data.inputs) } satisfies ExplorerAnswer);
});
