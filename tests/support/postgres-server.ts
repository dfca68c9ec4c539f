import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../scripts/dev/embedded-postgres.ts";
import { freePort } from "../../scripts/dev/free-port.ts";
import { leash } from "./leash.ts";
import { logLine } from "./test-log.ts";

/** A PostgreSQL of its own that can stop and start again at the same address with its data. */
export async function startOwnPostgres(dataDir = mkdtempSync(join(tmpdir(), "ecotrim-own-postgres-"))) {
  // Open to other users, since root runs PostgreSQL as `nobody`.
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const start = async () => {
    const { pid, url, stop } = await startEmbeddedPostgres({ dataDir, port, onLog: logLine });
    return { url, stop, release: leash(pid, join(dataDir, "nothing")) };
  };
  let server = await start();
  const stop = async () => {
    await server.stop();
    server.release();
  };
  return {
    url: server.url,
    stop,
    /** Stops the server and deletes its data. */
    async drop() {
      await stop();
      rmSync(dataDir, { recursive: true });
    },
    async start() {
      server = await start();
    },
  };
}
