import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../scripts/dev/embedded-postgres.ts";
import { freePort } from "../../scripts/dev/free-port.ts";
import { leash } from "./leash.ts";
import { logLine } from "./test-log.ts";

/** A PostgreSQL of one's own that can go away and come back at the same address with what it held. */
export async function startOwnPostgres(dataDir = mkdtempSync(join(tmpdir(), "ecotrim-own-postgres-"))) {
  // Open, so that a root who runs PostgreSQL as nobody may keep the data here.
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
    /** Stops it and forgets what it held. */
    async drop() {
      await stop();
      rmSync(dataDir, { recursive: true });
    },
    async start() {
      server = await start();
    },
  };
}
