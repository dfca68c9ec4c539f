import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from } from "pg-copy-streams";
import Value from "typebox/value";
import { createDataSource } from "../db/data-source.ts";
import { MIGRATION_LOCK, migrate } from "../db/migrate.ts";
import { BackupError, fileOf, MANIFEST_FILE, Manifest, type TableCopy } from "./manifest.ts";
import { copyOut, fixTextFormat, quoted, quotedList, readMigrations, readTables, type Table } from "./tables.ts";

/**
 * Restores a backup into an empty database and migrates it to the present version. All files are checked before the
 * database is touched. Loaded tables are read again and compared before the commit.
 * @throws BackupError for a damaged or newer backup and for a database that holds data; no row is left then
 */
export async function restore(databaseUrl: string, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const known = migrationNames(databaseUrl);
  if (!isPrefix(manifest.migrations, known))
    throw new BackupError(
      `The backup was made by version ${manifest.product_version}, whose migrations this version does not have: use that version or a newer one.`,
    );
  for (const table of manifest.tables) await checkFile(folder, table);

  const client = new pg.Client({ connectionString: databaseUrl, application_name: "ecotrim-restore" });
  await client.connect();
  try {
    await requireEmpty(client, manifest);
    await migrate(databaseUrl, manifest.migrations.length);
    await load(client, folder, manifest);
    await migrate(databaseUrl);
    await client.query("ANALYZE");
    return manifest;
  } finally {
    await client.end();
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST_FILE);
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    throw new BackupError(`${path} cannot be read: ${folder} is no backup, or not a whole one.`, { cause });
  }
  if (!Value.Check(Manifest, manifest)) throw new BackupError(`${path} is damaged or of another program.`);
  return manifest;
}

/** Migration names as in `schema_migrations`. */
const migrationNames = (databaseUrl: string): string[] =>
  (createDataSource(databaseUrl).options.migrations as { name: string }[]).map(({ name }) => name);

const isPrefix = (part: string[], whole: string[]): boolean => part.every((name, index) => name === whole[index]);

async function checkFile(folder: string, { name, sha256 }: TableCopy): Promise<void> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(join(folder, fileOf({ name }))), createGunzip(), hash);
  } catch (cause) {
    throw new BackupError(`${fileOf({ name })} is missing or damaged: nothing was restored.`, { cause });
  }
  if (hash.digest("hex") !== sha256)
    throw new BackupError(`${fileOf({ name })} is not what was backed up: nothing was restored.`);
}

const NOT_EMPTY = "A backup is restored into an empty database only: create one.";

/** Accepts empty tables of a schema no newer than the backup's, since a first start creates them. */
async function requireEmpty(client: pg.ClientBase, { migrations }: Manifest): Promise<void> {
  const tables = await readTables(client);
  const { rows } = await client.query("SELECT to_regclass('public.schema_migrations') IS NOT NULL AS migrated");
  const applied = rows[0].migrated ? await readMigrations(client) : [];
  if (tables.length > 0 && applied.length === 0)
    throw new BackupError(`The database has tables that are not this platform's. ${NOT_EMPTY}`);
  if (!isPrefix(applied, migrations))
    throw new BackupError(`The tables of the database are newer than those of the backup. ${NOT_EMPTY}`);
  for (const { name } of tables) await requireNoRow(client, name);
}

async function requireNoRow(client: pg.ClientBase, name: string): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM public.${quoted(name)} LIMIT 1`);
  if (rowCount) throw new BackupError(`The database holds data (${name}). ${NOT_EMPTY}`);
}

/** Loads all tables in one transaction, under the lock that keeps migrations out. */
async function load(client: pg.ClientBase, folder: string, manifest: Manifest): Promise<void> {
  await client.query("BEGIN");
  try {
    await fixTextFormat(client);
    await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    const tables = await readTables(client);
    if (JSON.stringify(await readMigrations(client)) !== JSON.stringify(manifest.migrations))
      throw new BackupError("Another program migrated the database meanwhile: nothing was restored.");
    if (shapeOf(tables) !== shapeOf(manifest.tables))
      throw new BackupError("The backup has other tables than its version of the platform: nothing was restored.");

    // Our triggers would fill columns that were copied too, so they are disabled. Foreign keys stay on, so parents come
    // first.
    for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
    for (const { name } of tables) await requireNoRow(client, name);
    for (const { name, columns } of await parentsFirst(client, tables)) {
      const sink = client.query(from(`COPY ${quoted(name)} (${quotedList(columns)}) FROM STDIN`));
      await pipeline(createReadStream(join(folder, fileOf({ name }))), createGunzip(), sink);
    }
    for (const table of tables) {
      const loaded = await copyOut(client, table, [nowhere()]);
      const copied = manifest.tables.find(({ name }) => name === table.name);
      if (loaded.rows !== copied?.rows || loaded.sha256 !== copied.sha256)
        throw new BackupError(`What was loaded into ${table.name} is not what was backed up: nothing was restored.`);
    }
    for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
    for (const { name, value } of manifest.sequences)
      await client.query("SELECT setval($1::regclass, $2::bigint)", [quoted(name), value]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

const shapeOf = (tables: Pick<Table, "name" | "columns">[]): string =>
  JSON.stringify(tables.map(({ name, columns }) => [name, ...columns]));

const nowhere = (): Writable =>
  new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });

/** Tables in topological order: each comes after the tables it refers to. */
async function parentsFirst(client: pg.ClientBase, tables: Table[]): Promise<Table[]> {
  const { rows } = await client.query(
    `SELECT child.relname AS child, parent.relname AS parent
       FROM pg_constraint JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> confrelid`,
  );
  const ordered: Table[] = [];
  let left = tables;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ name }) => !rows.some(({ child, parent }) => child === name && waiting.has(parent)));
    if (ready.length === 0) throw new BackupError(`Tables refer to each other in a circle: ${[...waiting].join(", ")}`);
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}
