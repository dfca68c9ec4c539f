/** The dispatch problem and its solution: the interface of every solver. */

export interface Battery {
  /** Usable plus reserved energy, kWh; 0 means no battery. */
  capacityKwh: number;
  /** AC charge limit, kW. */
  chargeKw: number;
  /** AC discharge limit, kW. */
  dischargeKw: number;
  /** Charge efficiency, 0..1. */
  etaCharge: number;
  /** Discharge efficiency, 0..1. */
  etaDischarge: number;
  /** Minimum state of charge, fraction of capacity. */
  minSoc: number;
  /** State of charge at the start and least state of charge at the end, fraction of capacity. */
  initialSoc: number;
}

/** A threshold of import whose excess costs more. */
export interface SoftCap {
  /** Import above which the slope counts, kWh per step; `Infinity` where the step has none. */
  capKwh: Float64Array;
  /** Cost of each MWh above the cap, on top of the buy price and of lower caps, EUR/MWh, 0 or more. */
  slopeEurMwh: Float64Array | number;
}

/**
 * One dispatch problem. All arrays have one value a step, energies in kWh per step,
 * prices in EUR/MWh. `Infinity` in a limit means no limit.
 */
export interface DispatchProblem {
  /** Step length in hours. */
  stepHours: number;
  pvKwh: Float64Array;
  demandKwh: Float64Array;
  buyEurMwh: Float64Array;
  sellEurMwh: Float64Array;
  importLimitKwh: Float64Array;
  exportLimitKwh: number;
  battery: Battery;
  /** Cost of battery throughput (AC charge plus AC discharge) that steers the dispatch, EUR/MWh. */
  wearEurMwh: number;
  /** Whether the battery may discharge beyond the site's net demand. */
  batteryExport: boolean;
  /** Soft caps in ascending order: in no step is a cap below the one before it. */
  softCaps?: readonly SoftCap[];
}

/** Energies in kWh per step; `socKwh` is the stored energy at the end of each step. */
export interface DispatchSchedule {
  importKwh: Float64Array;
  exportKwh: Float64Array;
  curtailedKwh: Float64Array;
  chargeKwh: Float64Array;
  dischargeKwh: Float64Array;
  socKwh: Float64Array;
}

export interface DispatchSolution {
  solver: "highs" | "fast";
  status: "optimal";
  schedule: DispatchSchedule;
  /** Energy bill plus wear and what import above soft caps costs, EUR. */
  objectiveEur: number;
  /** Relative gap between the objective and HiGHS' bound; null where HiGHS proved none. */
  relativeGap: number | null;
  milliseconds: number;
  /** Simplex iterations (0 for the fast solver). */
  iterations: number;
  /** Size of the model handed to the solver. */
  rows: number;
  columns: number;
}

/** Live figures of a solve under way. */
export interface SolveProgress {
  /** Share of the solve done, 0..1, never decreasing. */
  fraction: number;
  iterations: number;
}

/**
 * Solves problems of equal length and structure in order; they differ in battery, prices and limits. A solver may
 * warm-start each from its predecessor. Rejects with an `AppError` (`INFEASIBLE`, `UNBOUNDED`, `SOLVER_TIMEOUT`,
 * `SOLVER_FAILED`): no number is returned without an optimum.
 */
export type SolveDispatch = (
  problems: DispatchProblem[],
  onProgress?: (progress: SolveProgress) => void,
) => Promise<DispatchSolution[]>;
