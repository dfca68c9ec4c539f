import type { EstimateAnswer, EstimateQuery } from "./estimate.ts";
import { quickEstimate } from "./quick-estimate.ts";

/** A thread of its own: hundreds of years are solved for one estimate, and typing goes on meanwhile. */
addEventListener("message", ({ data }: MessageEvent<EstimateQuery>) => {
  postMessage({ query: data, estimate: estimateOf(data) } satisfies EstimateAnswer);
});

function estimateOf(query: EstimateQuery) {
  try {
    return quickEstimate(query);
  } catch {
    // Of the few that have none the wizard says why.
    return null;
  }
}
