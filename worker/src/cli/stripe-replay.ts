import { replayEvents } from "@ecotrim/server/billing/events";
import { createDataSource } from "@ecotrim/server/db/data-source";
import { runProcess } from "@ecotrim/server/process/run-process";
import { createQueue } from "@ecotrim/server/queue/queue";

/**
 * `npm run stripe:replay [-- event]`: lists the dead events of the payment provider and requeues all of them, or the
 * named one.
 */
await runProcess("stripe-replay", async (env, logger) => {
  const dataSource = await createDataSource(env.DATABASE_URL, { applicationName: "ecotrim-replay" }).initialize();
  const queue = createQueue(env, logger);
  try {
    const dead = await dataSource.query(
      "SELECT id, type, received_at, attempts, last_error FROM stripe_events WHERE dead_at IS NOT NULL ORDER BY received_at",
    );
    if (dead.length > 0) console.table(dead);
    const replayed = await replayEvents(dataSource.manager, queue, process.argv[2]);
    console.log(replayed.length > 0 ? `Handled again: ${replayed.join(", ")}` : "No event to handle again.");
  } finally {
    await queue.close();
    await dataSource.destroy();
  }
});
