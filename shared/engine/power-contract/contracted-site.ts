import type { Case } from "@ecotrim/contracts/simulations/input";
import type { DispatchProblem } from "../dispatch/problem.ts";
import type { GivenSeries, Site } from "../site/site.ts";
import type { ContractedSite } from "./contract-value.ts";
import { missingForPower } from "./missing-for-power.ts";

/** The site whose bill and powers are valued; null where no contract is given, or its power term cannot be known. */
export const contractedSite = (
  { input, series }: { input: Case; series: GivenSeries },
  site: Site,
  problem: DispatchProblem,
): ContractedSite | null =>
  input.supply && missingForPower(input, series, site) === null
    ? { supply: input.supply, timeline: site.timeline, problem, isTaxed: !series.buy_eur_mwh }
    : null;
