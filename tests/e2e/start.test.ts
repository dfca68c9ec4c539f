import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../scripts/dev/free-port.ts";
import { logOutputOf } from "../support/test-log.ts";

/** An address of this machine that is open only to what listens on all of them; elsewhere than on Linux to nothing. */
const OTHER_ADDRESS = "127.0.0.2";

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

  const statusAt = (url: string): Promise<number | "closed"> =>
    fetch(url).then(
      ({ status }) => status,
      () => "closed",
    );

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
    expect(sameData.output()).toContain(
      `The data folder ${dataDir} is in use by another start of this program (process ${first.child.pid},`,
    );
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

    // As after a power cut, which leaves what was being written empty.
    for (const name of ["session-secret", "stripe-local.json"]) writeFileSync(join(dataDir, name), "", { mode: 0o600 });
    const [metricsPort, healthPort] = [await freePort(), await freePort()];
    const third = start({
      HOST: "0.0.0.0",
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      METRICS_PORT: String(metricsPort),
      WORKER_HEALTH_PORT: String(healthPort),
    });
    await third.ready;
    expect(third.output()).toContain("ready at");
    expect(await statusOf(simulation)).toBe("completed");

    if (process.platform === "linux") expect(await statusAt(`http://${OTHER_ADDRESS}:${port}/health`)).toBe(200);
    const standInPort = port > 64_000 ? port - 1000 : port + 1000;
    for (const [own, path] of [
      [metricsPort, "/metrics"],
      [healthPort, "/metrics"],
      [standInPort, "/_control/events"],
    ] as const) {
      await expect.poll(() => statusAt(`http://127.0.0.1:${own}${path}`), { timeout: 20_000 }).toBe(200);
      expect(await statusAt(`http://${OTHER_ADDRESS}:${own}${path}`), path).toBe("closed");
    }

    await api("/api/auth/message", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        ...{ name: "Núria", email: "nuria@example.org", company: "Cerámicas" },
        ...{ message: "¿Qué ahorra una batería?", privacyAccepted: true },
      }),
    });
    const mails = join(dataDir, "mail");
    await expect.poll(() => existsSync(mails) && readdirSync(mails).length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(["postgres", "session-secret", "stripe-local.json"]));
    for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
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
