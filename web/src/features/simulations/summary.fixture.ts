import type { SimulationSummary } from "@ecotrim/contracts/simulations/association";
import type { SimulationPage } from "./calls.ts";

/** A completed simulation that pays, as lists carry it. */
export const summary = (id: string, given: Partial<SimulationSummary> = {}): SimulationSummary => ({
  id,
  status: "completed",
  createdAt: "2026-11-27T10:00:00Z",
  associationType: "creator",
  isFavorite: false,
  source: "platform",
  name: null,
  site: null,
  batteryName: `Batería ${id}`,
  capacityKwh: 2000,
  powerKw: 1000,
  generationKwp: 2000,
  demandKw: 500,
  totalSpendings: 400_000,
  savings: 88_593,
  irr: 0.104,
  npv: 102_407,
  lcoe: 44,
  paybackYears: 7.2,
  provisional: false,
  verdict: {
    code: "pays",
    word: "Compensa",
    sentence:
      "Compensa: recupera 600.000 € en 7,2 años y vale 102.000 € (VAN al 7,5 %); pierde dinero en 1 de cada 8 escenarios.",
  },
  executionTime: 1000,
  progress: null,
  error: null,
  ...given,
});

/** The only page of a list, as it comes over the wire. */
export const onePage = (...simulations: SimulationSummary[]): SimulationPage => ({
  simulations,
  pagination: {
    currentPage: 1,
    totalPages: 1,
    totalItems: simulations.length,
    hasPrevPage: false,
    hasNextPage: false,
  },
});
