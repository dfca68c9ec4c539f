import { notify } from "@ecotrim/server/events/notify";
import type { RunEnd } from "@ecotrim/server/events/signals";
import type { StoredMail } from "@ecotrim/server/mail/outbox";
import type { Database, JobDeps } from "./job.ts";

/**
 * Notifies the users who created or claimed a simulation of this computation, and still wait for it, of the run's end.
 */
export async function tellHolders(
  manager: Database["manager"],
  { id, run }: { id: string; run: number },
  end: RunEnd,
  { NOTIFICATION_MAIL_DELAY_S }: JobDeps["env"],
): Promise<StoredMail[]> {
  const waiting = await manager.query(
    `SELECT held.user_id AS "userId", s.id, held.name
       FROM simulations s JOIN user_simulations held ON held.simulation_id = s.id
      WHERE s.computation_id = $1 AND s.own_status IS NULL AND held.association_type = 'creator'`,
    [id],
  );
  const [kind, data] =
    "summary" in end
      ? (["simulation.completed", { savings: end.summary.savings }] as const)
      : (["simulation.failed", { reason: end.error.message }] as const);
  const mails: StoredMail[] = [];
  for (const { userId, id: subjectId, name } of waiting)
    mails.push(
      ...(await notify(
        manager,
        { userId, kind, subjectId, occasion: String(run), data: { name, ...data } },
        NOTIFICATION_MAIL_DELAY_S,
      )),
    );
  return mails;
}
