import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createGzip } from "node:zlib";
import pg from "pg";
import { BackupError, fileOf, MANIFEST_FILE, type Manifest } from "./manifest.ts";
import { copyOut, fixTextFormat, readMigrations, readTables } from "./tables.ts";

const { version } = createRequire(import.meta.url)("@ecotrim/server/package.json") as { version: string };

/**
 * Copies every table of the platform from one snapshot into a new folder, while other sessions go on writing. The queue
 * is left out: the rows tell the pending work, and the sweeps enqueue it again.
 * @throws BackupError when the folder exists, the database was never migrated or `interruption` aborts; no partial
 * backup is left
 */
export async function backUp(databaseUrl: string, folder: string, interruption?: AbortSignal): Promise<Manifest> {
  if (existsSync(folder)) throw new BackupError(`${folder} exists already: name a folder that does not.`);
  const partial = `${resolve(folder)}.${process.pid}.partial`;
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "ecotrim-backup" });
  await client.connect();
  // Ending the connection makes any pending query fail.
  interruption?.addEventListener("abort", () => void client.end());
  try {
    interruption?.throwIfAborted();
    // Personal data: only the user who makes the backup may read it.
    await mkdir(partial, { recursive: true, mode: 0o700 });
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await fixTextFormat(client);
    const manifest: Manifest = {
      format: 1,
      product_version: version,
      made_at: new Date().toISOString(),
      migrations: await migrationsOf(client),
      tables: [],
      sequences: [],
    };
    for (const table of await readTables(client)) {
      const file = createWriteStream(join(partial, fileOf(table)), { mode: 0o600, flush: true });
      manifest.tables.push(await copyOut(client, table, [createGzip(), file]));
    }
    // Sequences are not part of a snapshot: read last, their values are past every copied row.
    const { rows } = await client.query(
      `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
        WHERE schemaname = 'public' AND last_value IS NOT NULL AND sequencename NOT LIKE 'schema_migrations%'`,
    );
    manifest.sequences = rows;
    await client.query("COMMIT");
    await writeFile(join(partial, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(partial, folder);
    return manifest;
  } catch (error) {
    if (interruption?.aborted) throw new BackupError("Interrupted: no backup was made.", { cause: error });
    throw error;
  } finally {
    await client.end();
    await rm(partial, { recursive: true, force: true });
  }
}

async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query("SELECT to_regclass('public.schema_migrations') IS NOT NULL AS migrated");
  if (!rows[0].migrated) throw new BackupError("The database holds nothing of this platform: it was never migrated.");
  return readMigrations(client);
}
