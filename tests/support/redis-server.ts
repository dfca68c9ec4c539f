import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Redis } from "ioredis";
import { freePort } from "../../scripts/dev/free-port.ts";
import { leash } from "./leash.ts";

export interface RedisServer {
  url: string;
  port: number;
  pid: number;
  /** Cuts every client off; returns how many there were. */
  killConnections(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a real Redis with nothing in it; `options` are its own, such as `maxmemory-policy`. */
export async function startRedis(options: Record<string, string> = {}): Promise<RedisServer> {
  const port = Number(options.port ?? (await freePort()));
  const dir = mkdtempSync(join(tmpdir(), "ecotrim-redis-"));
  const settings = { bind: "127.0.0.1", port: String(port), dir, save: "", databases: "4096", ...options };
  const server = spawn(
    "redis-server",
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const release = server.pid === undefined ? undefined : leash(server.pid, dir);
  await new Promise<void>((resolve, reject) => {
    server.once("error", () => reject(new Error("redis-server is not installed: apt-get install redis-server")));
    server.once("exit", (code) => reject(new Error(`redis-server ended with exit code ${code}`)));
    createInterface({ input: server.stdout }).on("line", (line) => {
      if (line.includes("Ready to accept connections")) resolve();
    });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: server.pid as number,
    async killConnections() {
      const redis = new Redis(port, "127.0.0.1");
      try {
        return (await redis.client("KILL", "TYPE", "normal", "SKIPME", "yes")) as unknown as number;
      } finally {
        redis.disconnect();
      }
    },
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const exit = once(server, "exit");
      server.kill("SIGTERM");
      await exit;
      release?.();
    },
  };
}
