import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { JobName } from "@ecotrim/server/queue/jobs";
import { createJobWorker, createQueue, type JobHandler, openConsumer } from "@ecotrim/server/queue/queue";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { aborted } from "../support/aborted.ts";
import { testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const settings = testServices("redis");

const scaler = parseAllDocuments(readFileSync("deploy/kubernetes/worker.yaml", "utf8"))
  .map((document) => document.toJS())
  .find(({ kind }) => kind === "ScaledObject");
const lists: string[] = scaler.spec.triggers.map(
  ({ metadata }: { metadata: { listName: string } }) => metadata.listName,
);

test("the lists that KEDA counts hold the runs and their follow-ups, as they wait and under way", async () => {
  const redis = new Redis(settings.REDIS_URL as string);
  onTestFinished(() => redis.disconnect());
  const queue = createQueue(settings, silent);
  onTestFinished(() => queue.close());
  /** Counts the lists as KEDA does. */
  const counted = async () => {
    const lengthOf = async (key: string) => ((await redis.type(key)) === "zset" ? redis.zcard(key) : redis.llen(key));
    return Object.fromEntries(await Promise.all(lists.map(async (key) => [key, await lengthOf(key)] as const)));
  };
  const runs = "{ecotrim}:simulation.run";
  const followUps = "{ecotrim}:simulation.follow-ups";
  const none = {
    [`${runs}:prioritized`]: 0,
    [`${runs}:active`]: 0,
    [`${followUps}:wait`]: 0,
    [`${followUps}:active`]: 0,
  };
  expect(await counted()).toEqual(none);

  // Enqueues as `enqueueComputation` and `enqueueFollowUp` do.
  const data = { computationId: randomUUID() };
  await queue.enqueue("simulation.run", data, { jobId: "1.1", priority: 1 });
  await queue.enqueue("simulation.uncertainty", data, { jobId: "1.1.uncertainty" });
  await queue.enqueue("simulation.sensitivity", data, { jobId: "1.1.sensitivity" });
  expect(await counted()).toEqual({ ...none, [`${runs}:prioritized`]: 1, [`${followUps}:wait`]: 2 });

  const ending = new AbortController();
  const hold: JobHandler<JobName> = () => aborted(ending.signal);
  const consumer = await openConsumer(settings, silent);
  const workers = [
    createJobWorker({ "simulation.run": hold }, consumer, { concurrency: 1, logger: silent }),
    createJobWorker({ "simulation.uncertainty": hold, "simulation.sensitivity": hold }, consumer, {
      concurrency: 2,
      logger: silent,
    }),
  ];
  const underWay = { ...none, [`${runs}:active`]: 1, [`${followUps}:active`]: 2 };
  await eventually(async () => JSON.stringify(await counted()) === JSON.stringify(underWay));
  ending.abort();
  await Promise.all(workers.map((worker) => worker.close()));
  await consumer.close();
});
