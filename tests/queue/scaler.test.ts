import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { JobName } from "@ecotrim/server/queue/jobs";
import { createJobWorker, createQueue, type JobHandler, openConsumer } from "@ecotrim/server/queue/queue";
import { enqueuePaidStudies } from "@ecotrim/server/reports/reports";
import { enqueueFollowUps } from "@ecotrim/server/studies/line";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { enqueueComputation } from "../../api/src/modules/simulations/service.ts";
import { aborted } from "../support/aborted.ts";
import { testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";
import { FINAL_STUDIES } from "../support/studies.ts";

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
  const paid = "{ecotrim}:simulation.paid-studies";
  const none = {
    [`${runs}:prioritized`]: 0,
    [`${runs}:active`]: 0,
    [`${followUps}:prioritized`]: 0,
    [`${followUps}:active`]: 0,
    [`${paid}:wait`]: 0,
  };
  expect(await counted()).toEqual(none);

  const run = { id: randomUUID(), run: 1, turn: 1 };
  await enqueueComputation({ queue } as never, { ...run, status: "pending" });
  await enqueueFollowUps(queue, { ...run, kinds: FINAL_STUDIES });
  await enqueuePaidStudies(queue, run);
  expect(await counted()).toEqual({
    ...none,
    [`${runs}:prioritized`]: 1,
    [`${followUps}:prioritized`]: 2,
    [`${paid}:wait`]: 1,
  });

  const ending = new AbortController();
  const hold: JobHandler<JobName> = () => aborted(ending.signal);
  const consumer = await openConsumer(settings, silent);
  const workers = [
    createJobWorker({ "simulation.run": hold }, consumer, { concurrency: 1, logger: silent }),
    createJobWorker({ "simulation.paid-studies": hold }, consumer, { concurrency: 1, logger: silent }),
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
