import { onBehalfOf } from "@ecotrim/server/observability/log-context";
import { bringBack } from "./bring-back.ts";
import { forEachOf } from "./each.ts";
import type { JobFactory } from "./job.ts";

/** A mail that has been due for less than this may still be on its way to the queue, s. */
const GRACE_S = 10;
const BATCH = 500;

/** Requeues due mails whose job was not enqueued, was lost, or used up its tries while the mail server was away. */
export const mailSweep: JobFactory<"mail.sweep"> = (deps) => async (job) => {
  const due: { id: string; requestId: string | null }[] = await deps.dataSource.query(
    // The order is random: mails whose job waits for its backoff must not keep others from being looked at.
    `SELECT id, request_id AS "requestId" FROM mails WHERE settled_at IS NULL AND send_after < now() - $1 * interval '1 second'
     ORDER BY random() LIMIT $2`,
    [GRACE_S, BATCH],
  );
  await forEachOf(deps, "mail.sweep", due, job.signal, ({ id, requestId }) =>
    onBehalfOf(requestId, () =>
      bringBack(deps, "mail.send", id, () => deps.queue.enqueue("mail.send", { mailId: id }, { jobId: id })),
    ),
  );
};
