import type { EstimateAnswer, EstimateQuery } from "./estimate.ts";
import { quickEstimate } from "./quick-estimate.ts";

/** A web worker, since one estimate solves hundreds of years and must not block typing. */
addEventListener("message", ({ data }: MessageEvent<EstimateQuery>) => {
  postMessage({ query: data, estimate: estimateOf(data) } satisfies EstimateAnswer);
});

function estimateOf(query: EstimateQuery) {
  try {
    return quickEstimate(query);
  } catch {
    // The wizard explains the rare sites without an estimate.
    return null;
  }
}
