import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { backUp } from "@ecotrim/server/backup/backup";
import { restore } from "@ecotrim/server/backup/restore";
import { migrate } from "@ecotrim/server/db/migrate";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { FULL } from "../support/full.ts";
import { runProgram } from "../support/processes.ts";
import { connected, createTestDatabase, nameOf, query, type TestDatabase } from "../support/services.ts";
import { eventually, newInput, openSimulationBench } from "../support/simulations.ts";
import { logOutputOf } from "../support/test-log.ts";
import { databaseOfVersion, VERSIONS } from "../support/versions.ts";

// The suite creates and migrates dozens of databases, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const scratch = mkdtempSync(join(tmpdir(), "ecotrim-backup-"));
let folders = 0;
const newFolder = () => join(scratch, `backup-${folders++}`);
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));

const opened: TestDatabase[] = [];
function adopt(database: TestDatabase): string {
  opened.push(database);
  return database.url;
}
const database = async (template?: string) => adopt(await createTestDatabase(template));
afterEach(async () => {
  for (const { drop } of opened.splice(0)) await drop();
});
afterAll(() => rmSync(scratch, { recursive: true }));

/** Every row of every table, as text. */
const rowsOf = (url: string): Promise<Record<string, string[]>> =>
  connected(url, async (run) => {
    const rows: Record<string, string[]> = {};
    for (const { tablename } of await run("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")) {
      const found = await run(`SELECT t::text AS row FROM public.${tablename} t ORDER BY 1`);
      // A restored database has the same migrations, applied at another time.
      rows[tablename as string] = tablename === "schema_migrations" ? [] : found.map(({ row }) => row as string);
    }
    return rows;
  });

/** A database with rows of every version in its tables. */
async function filledDatabase(): Promise<string> {
  return adopt(await databaseOfVersion());
}

describe("a backup", () => {
  let source: string;
  let folder: string;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    source = await filledDatabase();
    drop = (opened.pop() as TestDatabase).drop;
    folder = newFolder();
    await backUp(source, folder);
  });
  afterAll(() => drop());

  test("a backup gives an empty database the same rows in every table", async () => {
    const before = await rowsOf(source);
    const target = await database("template0");
    await restore(target, folder);
    expect(await rowsOf(target)).toEqual(before);
    const filled = Object.values(before).filter((rows) => rows.length > 0);
    expect(filled.length).toBeGreaterThanOrEqual(19);
  });

  test("a backup fills tables that a first start has made, and leaves their triggers at work", async () => {
    const target = await database();
    await restore(target, folder);
    expect(await rowsOf(target)).toEqual(await rowsOf(source));
    expect(await query(target, "SELECT tgname FROM pg_trigger WHERE tgenabled <> 'O'")).toEqual([]);
    await query(target, `UPDATE computations SET results = '{"kpi_new_table": {"economics": {"savings": 77}}}'`);
    expect(await query(target, "SELECT DISTINCT economics ->> 'savings' AS savings FROM computations")).toEqual([
      { savings: "77" },
    ]);
  });

  test("a backup keeps what the manifest tells: version, migrations, rows and hash of every table", () => {
    const manifest = manifestOf(folder);
    expect(manifest).toMatchObject({ format: 1, product_version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(manifest.migrations[0]).toBe("Simulations1700000000001");
    expect(manifest.tables.map(({ name }: { name: string }) => name)).toContain("payments");
    for (const { rows, sha256 } of manifest.tables)
      expect({ rows, sha256 }).toEqual({ rows: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test("a backup leaves the queue out", async () => {
    for (const { name } of manifestOf(folder).tables) expect(name).not.toMatch(/job|bull|queue/);
  });

  test("a backup is not written over another", async () => {
    const before = manifestOf(folder);
    await expect(backUp(source, folder)).rejects.toThrow("exists already");
    expect(manifestOf(folder)).toEqual(before);
  });

  const DAMAGES: [string, (file: string) => void][] = [
    ["cut short", (file) => writeFileSync(file, readFileSync(file).subarray(0, -9))],
    [
      "with another figure",
      (file) => writeFileSync(file, gzipSync(`${gunzipSync(readFileSync(file))}`.replace("4", "5"))),
    ],
    ["with bytes after its end", (file) => appendFileSync(file, "x")],
    ["missing", (file) => rmSync(file)],
  ];
  test.each(FULL ? DAMAGES : DAMAGES.slice(0, 2))(
    "a backup is refused when a file is %s, and the database stays untouched",
    async (_, damage) => {
      const damaged = newFolder();
      cpSync(folder, damaged, { recursive: true });
      damage(join(damaged, "payments.copy.gz"));
      const target = await database("template0");
      await expect(restore(target, damaged)).rejects.toThrow("payments.copy.gz");
      expect(await rowsOf(target)).toEqual({});
    },
  );

  const FALSE_MANIFESTS: [string, (manifest: ReturnType<typeof manifestOf>) => void][] = [
    ["names a table that would be read as SQL", (manifest) => Object.assign(manifest.tables[0], { name: 'a"; --' })],
    ["counts other rows", (manifest) => Object.assign(manifest.tables[0], { rows: 99 })],
    ["lacks a table", (manifest) => manifest.tables.pop()],
    ["is of a version to come", (manifest) => manifest.migrations.push("Future9999999999999")],
  ];
  test.each(FULL ? FALSE_MANIFESTS : FALSE_MANIFESTS.slice(0, 2))(
    "a backup is refused when its manifest %s, and no row is left",
    async (_, damage) => {
      const damaged = newFolder();
      cpSync(folder, damaged, { recursive: true });
      const manifest = manifestOf(damaged);
      damage(manifest);
      writeFileSync(join(damaged, "manifest.json"), JSON.stringify(manifest));
      const target = await database();
      await expect(restore(target, damaged)).rejects.toMatchObject({ name: "BackupError" });
      expect(Object.values(await rowsOf(target)).flat()).toEqual([]);
      // The remains of a refused backup do not prevent the restore of a good one.
      await restore(target, folder);
      expect(await rowsOf(target)).toEqual(await rowsOf(source));
    },
  );

  test("a backup is never restored over data", async () => {
    const before = await rowsOf(source);
    await expect(restore(source, folder)).rejects.toThrow("empty database only");
    expect(await rowsOf(source)).toEqual(before);
  });

  test("a backup is never restored among the tables of another program", async () => {
    const target = await database("template0");
    await query(target, "CREATE TABLE theirs (id int)");
    await expect(restore(target, folder)).rejects.toThrow("not this platform's");
    expect(Object.keys(await rowsOf(target))).toEqual(["theirs"]);
  });
});

test("a backup that fails leaves nothing behind", async () => {
  const folder = newFolder();
  await expect(backUp(await database("template0"), folder)).rejects.toThrow("never migrated");
  expect(existsSync(folder)).toBe(false);
});

/** Locks `users`: a backup takes its snapshot, then waits at this late table until the transaction ends. */
async function lockUsers(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
  return client;
}

async function waitsForLock(url: string): Promise<boolean> {
  const [row] = await query(
    url,
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE application_name = 'ecotrim-backup' AND datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row?.waiting === 1;
}

/** Starting from source takes seconds, so `npm test` runs the compiled file, as a container does. */
const PROGRAM = FULL
  ? ["--conditions=source", "scripts/bootstrap.mjs", "backup"]
  : ["shared/server/dist/backup/main.js"];
/** The arguments with which Node runs `npm run backup` and `npm run restore`. */
const command = (name: "backup" | "restore", folder: string) => [...PROGRAM, name, folder];

test("the commands give a database that was dropped its rows again", async () => {
  const url = await filledDatabase();
  const before = await rowsOf(url);
  const env = { PATH: process.env.PATH, DATABASE_URL: url };
  const folder = newFolder();
  const backup = await runProgram(process.execPath, command("backup", folder), { env });
  expect(backup.stdout).toMatch(/^\d+ rows of \d+ tables backed up in /);

  const name = nameOf({ url });
  await query(inject("postgresUrl"), `DROP DATABASE ${name} WITH (FORCE)`);
  await query(inject("postgresUrl"), `CREATE DATABASE ${name} TEMPLATE template0`);
  const restored = await runProgram(process.execPath, command("restore", folder), { env });
  expect(restored.stdout).toMatch(/^\d+ rows of \d+ tables restored from /);
  expect(await rowsOf(url)).toEqual(before);
});

test.each(FULL ? (["SIGINT", "SIGTERM"] as const) : (["SIGTERM"] as const))(
  "a backup that is ended by %s leaves nothing behind, and says so",
  async (signal) => {
    const url = await filledDatabase();
    const blocker = await lockUsers(url);
    const folder = newFolder();
    const child = spawn(process.execPath, command("backup", folder), {
      env: { PATH: process.env.PATH, DATABASE_URL: url },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    logOutputOf(child);
    const [said, end] = [text(child.stderr), once(child, "exit")];
    await eventually(() => waitsForLock(url));
    const made = () => readdirSync(scratch).filter((name) => name.startsWith(`${basename(folder)}.`));
    expect(made()).toHaveLength(1);
    child.kill(signal);
    expect(await end).toEqual([1, null]);
    expect(await said).toContain("Interrupted: no backup was made.");
    expect([made(), existsSync(folder)]).toEqual([[], false]);
    await blocker.end();
  },
);

test("a backup shows one moment, while others go on writing", async () => {
  const url = await filledDatabase();
  const before = await rowsOf(url);
  const blocker = await lockUsers(url);
  const folder = newFolder();
  const backup = backUp(url, folder);
  await eventually(() => waitsForLock(url));
  await query(url, "INSERT INTO stripe_events (id, type, object_id) VALUES ('evt_later', 'later', 'x')");
  await blocker.query("UPDATE users SET first_name = 'Later'; DELETE FROM user_simulations; COMMIT");
  await blocker.end();
  await backup;

  const target = await database();
  await restore(target, folder);
  expect(await rowsOf(target)).toEqual(before);
});

/** The first version passes every migration; the last holds rows of every version. */
const RESTORED = [...VERSIONS.entries()].filter(([index]) => FULL || index === 0 || index === VERSIONS.length - 1);

test.each(RESTORED)("a backup of version %i, %s, is restored and brought up to date", async (index) => {
  const old = adopt(await databaseOfVersion(index + 1));
  const folder = newFolder();
  expect((await backUp(old, folder)).migrations).toHaveLength(index + 1);

  const target = await database("template0");
  await restore(target, folder);
  await migrate(old);
  expect(await rowsOf(target)).toEqual(await rowsOf(old));
});

test("a simulation that waited when the backup was made is computed after the restore", async () => {
  const source = await openSimulationBench({ DATABASE_URL: await database() });
  const waiting = await source.create(newInput());
  const folder = newFolder();
  await backUp(source.env.DATABASE_URL, folder);
  await source.close();

  const target = await database();
  await restore(target, folder);
  await query(target, "UPDATE computations SET created_at = created_at - interval '1 minute'");
  const bench = await openSimulationBench({ DATABASE_URL: target });
  const worker = await bench.startWorker();
  await bench.sweep();
  (await worker.pool.nextRun()).finish();
  expect((await bench.ended(waiting)).status).toBe("completed");
  await worker.close();
  await bench.close();
});
