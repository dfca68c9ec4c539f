import type { AREA_FILTERS, AREA_SORTS, HistoryQuery } from "@ecotrim/contracts/simulations/association";

export type AreaFilter = (typeof AREA_FILTERS)[number];
export type AreaSort = (typeof AREA_SORTS)[number];

/**
 * Query keys of simulations, in one place. A change invalidates `lists`, which include the figures above them, or one
 * `record`.
 */
export const simulationKeys = {
  all: ["simulations"],
  /** Cards, history and statistics. */
  lists: ["simulations", "lists"],
  areas: ["simulations", "lists", "area"],
  area: (filter: AreaFilter, sort: AreaSort) => ["simulations", "lists", "area", filter, sort],
  histories: ["simulations", "lists", "history"],
  history: (query: HistoryQuery) => ["simulations", "lists", "history", query],
  stats: ["simulations", "lists", "stats"],
  record: (id: string) => ["simulations", "record", id],
  sharing: (id: string) => ["simulations", "sharing", id],
  shared: (token: string) => ["simulations", "shared", token],
} as const;
