import type { CalculatorContext } from "@ecotrim/contracts/simulations/context";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { Results } from "@ecotrim/contracts/simulations/result";
import type { SimulationHandle } from "./api.ts";
import { PENDING_SIMULATION_KEY, readStored, removeStored, writeStored } from "./storage.ts";
import { PENDING_SIMULATION_TTL_MS } from "./timings.ts";

/** A simulation an anonymous visitor wants to keep, waiting in this browser for an account to be claimed by. */
export interface PendingSimulation {
  simulationId: string;
  /** The capability by which the account will claim it. */
  accessToken: string;
  results: Results;
  inputParameters: SimulationRecord["inputParameters"];
  /** All answers, the specification's four in its form. */
  calculatorContext: Omit<CalculatorContext, "demand" | "selectedBattery"> & {
    demand: { value: number };
    selectedBattery: { capacity_kwh: number; power_kw: number };
  };
  /** Epoch milliseconds. */
  timestamp: number;
  expiresAt: number;
}

export function savePendingSimulation(
  handle: SimulationHandle,
  { inputParameters, results }: SimulationRecord & { results: Results },
  { demand, selectedBattery, ...answers }: CalculatorContext,
  now: number,
): PendingSimulation {
  const pending: PendingSimulation = {
    simulationId: handle.id,
    accessToken: handle.accessToken,
    results,
    inputParameters,
    calculatorContext: {
      ...answers,
      demand: { value: demand.average },
      selectedBattery: { capacity_kwh: selectedBattery.capacity_kwh, power_kw: selectedBattery.power_kw },
    },
    timestamp: now,
    expiresAt: now + PENDING_SIMULATION_TTL_MS,
  };
  if (!writeStored(PENDING_SIMULATION_KEY, pending)) {
    // Charts are most of the size and can be read again from the server.
    const { operative_analysis: _, ...figures } = results;
    writeStored(PENDING_SIMULATION_KEY, { ...pending, results: figures });
  }
  return pending;
}

/** The simulation that waits; one past its 24 hours is deleted. */
export function readPendingSimulation(now: number): PendingSimulation | undefined {
  const stored = readStored(PENDING_SIMULATION_KEY) as Partial<PendingSimulation> | null | undefined;
  const valid =
    typeof stored?.simulationId === "string" &&
    typeof stored.accessToken === "string" &&
    typeof stored.expiresAt === "number" &&
    stored.expiresAt > now;
  if (valid) return stored as PendingSimulation;
  if (stored !== undefined) removeStored(PENDING_SIMULATION_KEY);
  return undefined;
}

export const removePendingSimulation = (): void => removeStored(PENDING_SIMULATION_KEY);
