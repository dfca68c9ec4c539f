import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";

/** A simulation that waits for a worker. */
export const PENDING_RECORD: SimulationRecord = {
  id: "0b1f7c2e-3c1d-4f53-9a77-5a2a1c9c3f10",
  version: "1",
  status: "pending",
  source: "platform",
  name: null,
  site: null,
  installationId: null,
  isOwn: false,
  createdAt: "2026-03-12T23:30:00.000Z",
  completedAt: null,
  inputParameters: { demand_value: 500, battery_capacity: 1250 },
  calculatorContext: null,
  progress: null,
  stages: [],
  requestId: null,
  queuePosition: 0,
  startsInS: null,
  executionTime: null,
  results: null,
  power: null,
  uncertainty: null,
  sensitivity: null,
  verdict: null,
  error: null,
};
