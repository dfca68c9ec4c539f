import type { AddressInfo } from "node:net";
import { createDataSource } from "@ecotrim/shared/server/db/data-source";
import { expect, test } from "vitest";
import { serveHealth } from "../../worker/src/health.ts";
import { testServices } from "../support/services.ts";

const services = testServices("postgres");

test("a worker is healthy while database and queue answer, and says so on a port of its own", async () => {
  const dataSource = await createDataSource(services.DATABASE_URL, { applicationName: "test-health" }).initialize();
  let queueAnswers = true;
  const queue = { ping: async () => (queueAnswers ? undefined : Promise.reject(new Error("queue down"))) };
  const server = await serveHealth(0, { dataSource, queue });
  try {
    const status = async () =>
      (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/health`)).status;
    expect(await status()).toBe(200);
    queueAnswers = false;
    expect(await status()).toBe(503);
    queueAnswers = true;
    expect(await status()).toBe(200);
    await dataSource.destroy();
    expect(await status()).toBe(503);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
