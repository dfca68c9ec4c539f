import { followUpIdOf } from "@ecotrim/server/db/entities/computation";
import { requeue } from "@ecotrim/server/queue/requeue";
import { FOLLOW_UPS } from "@ecotrim/server/studies/catalogue";
import { advanceStudies, enqueueFollowUp, jobsOf, joinStudyLine, STILL_OPEN_MS } from "@ecotrim/server/studies/line";
import { type Asker, callerHashOf } from "../../asker.ts";
import type { Deps } from "../../deps.ts";
import { isUnderWay, type RowState } from "./record.ts";

/**
 * Notes that somebody has a result open, whose studies then are done, in the opener's turn where that is the better one.
 * A failure only delays them.
 */
export async function noteOpened(deps: Deps, row: RowState, asker: Asker): Promise<void> {
  const { id, openedAt, studyTurn } = row.computation;
  if (row.ownStatus !== null || !(isUnderWay(row) || studyTurn !== null)) return;
  try {
    if (Date.now() - openedAt.getTime() > STILL_OPEN_MS || studyTurn === 0) await noteStillOpen(deps, [id], asker);
    if (studyTurn) await advance(deps, id, asker);
  } catch (error) {
    deps.logger.warn({ err: error, computationId: id }, "not noted as open, left to the next look");
  }
}

/**
 * Notes that results are open whose run or studies have not ended, and has the studies done that were left since nobody
 * seemed to wait for them.
 */
export async function noteStillOpen(deps: Deps, computationIds: string[], asker: Asker = {}): Promise<void> {
  if (computationIds.length === 0) return;
  const [noted]: [{ id: string; turn: number | null }[], number] = await deps.dataSource.query(
    // Without one order for all, two API processes might each wait for a row of the other.
    `UPDATE computations SET opened_at = now()
       FROM (SELECT id FROM computations
              WHERE id = ANY($1) AND (status IN ('pending', 'processing') OR study_turn IS NOT NULL)
           ORDER BY id FOR NO KEY UPDATE) open
      WHERE computations.id = open.id
  RETURNING computations.id, study_turn AS turn`,
    [computationIds],
  );
  for (const { id, turn } of noted) if (turn === 0) await wakeStudies(deps, id, asker);
}

/** The jobs of the studies that are still to be done follow the better turn. */
async function advance(deps: Deps, computationId: string, asker: Asker): Promise<void> {
  const run = await advanceStudies(deps.dataSource, computationId, callerHashOf(asker, deps.env));
  if (!run) return;
  for (const name of FOLLOW_UPS) await deps.queue.advance(`simulation.${name}`, followUpIdOf(run, name), run.turn);
}

/** Enqueues studies that nobody waited for before. */
async function wakeStudies(deps: Deps, computationId: string, asker: Asker): Promise<void> {
  const run = await joinStudyLine(deps.dataSource, computationId, callerHashOf(asker, deps.env));
  if (!run) return;
  for (const name of jobsOf(run))
    await requeue(deps.queue, `simulation.${name}`, followUpIdOf(run, name), () =>
      enqueueFollowUp(deps.queue, name, run),
    );
}
