import { onBehalfOf } from "@ecotrim/server/observability/log-context";
import { bringBack } from "./bring-back.ts";
import type { JobFactory } from "./job.ts";

/** A mail that has been due for less than this may still be on its way to the queue, s. */
const GRACE_S = 10;
const BATCH = 500;

/** Enqueues due mails whose job never came to be, was lost, or has used its tries up while the mail server was away. */
export const mailSweep: JobFactory<"mail.sweep"> = (deps) => async () => {
  const due = await deps.dataSource.query(
    // In no order: those whose job waits for its next try must not keep others from being looked at.
    `SELECT id, request_id AS "requestId" FROM mails WHERE settled_at IS NULL AND send_after < now() - $1 * interval '1 second'
     ORDER BY random() LIMIT $2`,
    [GRACE_S, BATCH],
  );
  for (const { id, requestId } of due)
    await onBehalfOf(requestId, () =>
      bringBack(deps, "mail.send", id, () => deps.queue.enqueue("mail.send", { mailId: id }, { jobId: id })),
    );
};
