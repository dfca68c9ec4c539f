import type { PowerProgress } from "@ecotrim/contracts/realtime/events";
import type { ReplayedContract } from "@ecotrim/engine/power-contract/replay/expected-saving";
import { sendSignal } from "@ecotrim/server/events/signals";
import { dispatchMails, type StoredMail } from "@ecotrim/server/mail/outbox";
import { enqueueFollowUps, type FollowedRun } from "@ecotrim/server/studies/line";
import { replaceResults } from "./computation.ts";
import { runStudy, type StudyTry } from "./follow-up.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { compressed } from "./hourly.ts";
import type { JobDeps, JobFactory } from "./job.ts";

/** Interval at which a study that nobody waits for any more stops, ms. */
const BEAT_MS = 1000;

/**
 * Finds what can be expected of a battery under a contract, and replaces the provisional results of its run. A later try
 * begins anew and finds the same.
 */
export const simulationPower: JobFactory<"simulation.power"> = (deps) => async (job) => {
  const { logger, queue, env } = deps;
  let mails: StoredMail[] = [];
  let followed: FollowedRun | null = null;
  const stored = await runStudy("power", job, deps, async (study) => {
    const beat = async () => {
      try {
        await study.checkWanted();
      } catch (error) {
        logger.warn({ err: error, jobId: job.id }, "not known whether the study of powers is wanted");
      }
    };
    const heartbeat = startHeartbeat(beat, BEAT_MS);
    try {
      const { results, hourly } = await findResults(study, deps);
      const outcome = { results, hourly: await compressed(hourly) };
      return {
        content: null,
        done: study.total,
        whenStored: async (manager) => {
          ({ mails, followed } = await replaceResults(manager, study, outcome, env));
        },
      };
    } finally {
      await heartbeat.stop();
    }
  });
  if (!stored) return;
  await dispatchMails(deps, mails);
  try {
    if (followed) await enqueueFollowUps(queue, followed);
  } catch (error) {
    logger.warn({ err: error, jobId: job.id }, "what follows is not enqueued, left to the sweep");
  }
};

/** Piece by piece, so that other work of the pool comes between them. */
async function findResults(
  { id, submitted, total, signal, saveSoFar }: StudyTry<"power">,
  { pool, dataSource, metrics }: JobDeps,
) {
  const studies = pool.studies(signal);
  const note = async (done: number) => {
    const progress: PowerProgress = { done, total };
    if (await saveSoFar({ content: null, done }))
      await sendSignal(dataSource, { type: "power", computationId: id, progress });
  };
  const timed = async <T>(stage: "joint" | "margin", work: Promise<T>): Promise<T> => {
    const end = metrics.powerSeconds.startTimer({ stage });
    const found = await work;
    end();
    return found;
  };
  const joint = await timed("joint", studies.powerJoint(submitted));
  await note(1);
  let best: ReplayedContract | null = null;
  for (let piece = 1; piece < total; piece++) {
    ({ best } = await timed("margin", studies.powerReplay(submitted, { joint, best }, piece)));
    await note(piece + 1);
  }
  return studies.powerResults(submitted, { joint, best: best! });
}
