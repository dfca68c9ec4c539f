import {
  type Progress,
  type ProgressDetail,
  percentAt,
  type Stage,
  type StagePassed,
  stageLabel,
} from "@ecotrim/contracts/simulations/progress";

/** Progress that earlier tries left. */
export interface TrackerStart {
  /** Number of this try, from 1. */
  attempt: number;
  progress: Progress | null;
  stages: StagePassed[];
  queuedAt: Date;
  /** Start of the first try. */
  startedAt: Date;
}

export interface ProgressTracker {
  /** Notes the progress of the run; returns whether a new stage began. */
  note(stage: Stage, fraction?: number, detail?: ProgressDetail): boolean;
  current(): Progress;
  /** Every stage once, in order of first entry. */
  stages(): StagePassed[];
}

/**
 * Tracks the progress of a computation over all its tries. `percent` never falls: a later try holds the bar, and says
 * its number, until it has passed the earlier one.
 */
export function createProgressTracker(start: TrackerStart, now: () => number = Date.now): ProgressTracker {
  const held = start.attempt > 1 ? (start.progress?.percent ?? 0) : -1;
  const stages =
    start.stages.length > 0 ? [...start.stages] : [{ stage: "queued" as Stage, at: start.queuedAt.toISOString() }];
  let stage: Stage = "queued";
  let percent = Math.max(held, 0);
  let own = 0;
  let detail: ProgressDetail = {};

  return {
    note(next, fraction = 0, nextDetail = {}) {
      const began = next !== stage;
      stage = next;
      // Earlier figures stay valid: a page that opens late shows them too.
      detail = { ...detail, ...nextDetail };
      own = Math.max(own, percentAt(stage, fraction));
      percent = Math.max(percent, own);
      if (!stages.some((passed) => passed.stage === stage)) stages.push({ stage, at: new Date(now()).toISOString() });
      return began;
    },
    current: () => ({
      stage,
      percent,
      message: own > held ? stageLabel(stage, detail) : `Reintentando (${start.attempt}.º intento)`,
      attempt: start.attempt,
      elapsedMs: Math.max(0, now() - start.startedAt.getTime()),
      detail,
    }),
    stages: () => [...stages],
  };
}
