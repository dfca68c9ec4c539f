import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../scripts/dev/free-port.ts";
import { logOutputOf } from "../support/test-log.ts";

/** `npm start` as people use it, on compiled code and with an embedded database. */
describe("npm start", () => {
  let dataDir: string;
  let port: number;
  const started: ChildProcess[] = [];

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "ecotrim-start-"));
    chmodSync(dataDir, 0o755);
    port = await freePort();
  });
  afterAll(async () => {
    for (const child of started)
      if (child.exitCode === null && child.signalCode === null) await ended(child, "SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  });

  const ended = async (child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> => {
    const exit = once(child, "exit");
    if (signal) child.kill(signal);
    const [code] = await exit;
    return code;
  };

  /** Starts `npm start` and reads its output. */
  const start = (env: Record<string, string> = {}) => {
    const { DATABASE_URL: _database, REDIS_URL: _redis, ...inherited } = process.env;
    const child = spawn(process.execPath, ["scripts/bootstrap.mjs", "start"], {
      env: { ...inherited, NODE_ENV: "development", DATA_DIR: dataDir, PORT: String(port), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    started.push(child);
    logOutputOf(child);
    let output = "";
    const ready = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk) => {
          output += chunk;
          if (output.includes(`ready at http://127.0.0.1:${port}`)) resolve();
        });
      child.once("exit", () => resolve());
    });
    return { child, ready, output: () => output };
  };

  const api = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);

  const create = async (): Promise<{ id: string; accessToken: string }> => {
    const answer = await api("/api/simulations", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ inputParameters: { demand_value: 500, end_date: "2024-01-31" } }),
    });
    return ((await answer.json()) as { data: { id: string; accessToken: string } }).data;
  };

  const statusOf = async ({ id, accessToken }: { id: string; accessToken: string }): Promise<string> => {
    const answer = await api(`/api/simulations/${id}`, { headers: { "x-simulation-token": accessToken } });
    return ((await answer.json()) as { data: { status: string } }).data.status;
  };

  test("npm start serves a simulation, keeps it over restarts of every kind and lets nobody share its port or data", async () => {
    const first = start();
    await first.ready;
    expect(first.output()).toContain("ready at");
    const simulation = await create();
    await expect.poll(() => statusOf(simulation), { timeout: 30_000 }).toBe("completed");

    const samePort = start();
    expect(await ended(samePort.child)).toBe(1);
    expect(samePort.output()).toContain(`Port ${port} is in use`);
    expect(samePort.output()).toContain("PORT=");
    const sameData = start({ PORT: String(await freePort()) });
    expect(await ended(sameData.child)).toBe(1);
    expect(sameData.output()).toContain(`The data folder ${dataDir} is in use`);
    expect(await statusOf(simulation)).toBe("completed");

    expect(await ended(first.child, "SIGINT")).toBe(0);
    await expect(api("/health")).rejects.toThrow();

    const second = start();
    await second.ready;
    expect(await statusOf(simulation)).toBe("completed");
    // API and worker notice that their supervisor is gone; the database is taken over by the next start.
    await ended(second.child, "SIGKILL");
    await expect
      .poll(
        () =>
          api("/health").then(
            () => "up",
            () => "down",
          ),
        { timeout: 20_000 },
      )
      .toBe("down");

    const third = start();
    await third.ready;
    expect(third.output()).toContain("ready at");
    expect(await statusOf(simulation)).toBe("completed");
    expect(await ended(third.child, "SIGTERM")).toBe(0);
  });

  test("npm start names every wrong setting before anything heavy", async () => {
    const { child, output } = start({ NODE_ENV: "production", LOG_LEVEL: "loud" });
    expect(await ended(child)).toBe(1);
    expect(output()).toContain("DATABASE_URL is missing");
    expect(output()).toContain("LOG_LEVEL");
    expect(output()).not.toContain("Building");
  });
});
