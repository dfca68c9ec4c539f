import {
  type BatteryConfigurations,
  type BatterySelectionQuery,
  batteryConfigurations,
  isSiteKnown,
  type KnownSiteQuery,
} from "@ecotrim/contracts/simulations/battery-options";
import { sourceData } from "@ecotrim/engine/site/source-data";
import { threadProgram } from "@ecotrim/server/process/thread-program";
import { Piscina } from "piscina";
import type { Deps } from "../../deps.ts";

/** Queries that may wait for a thread, each for a fraction of a second; further queries get the rule's cards. */
const MAX_WAITING = 10;
/** Sizes any year of hours; the first sizing of a thread compiles its code. */
const WARM_UP: KnownSiteQuery = {
  pv_generation: 340,
  demand_load: 500,
  pv_kwp: 2000,
  type: "constante",
  weekend: true,
  total_spendings: 400_000,
};

export interface BatterySizer {
  /**
   * The cards by value where the query describes the site well enough and the thread answers, else the rule's cards.
   */
  cards(query: BatterySelectionQuery): Promise<BatteryConfigurations>;
  /** Starts the thread, which the first query would start otherwise. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/** Sizes batteries on a thread of its own: a sizing takes longer than the event loop may be held. */
export function createBatterySizer(logger: Deps["logger"]): BatterySizer {
  const piscina = new Piscina<KnownSiteQuery, BatteryConfigurations>({
    ...threadProgram(import.meta.url, "thread"),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    maxQueue: MAX_WAITING,
    workerData: sourceData(),
  });

  async function cards(query: BatterySelectionQuery): Promise<BatteryConfigurations> {
    if (!isSiteKnown(query)) return batteryConfigurations(query);
    try {
      return await piscina.run(query);
    } catch (error) {
      logger.warn({ err: error }, "batteries sized by the rule");
      return batteryConfigurations(query);
    }
  }

  return {
    cards,
    async warmUp() {
      await cards(WARM_UP);
    },
    close: () => piscina.destroy(),
  };
}
