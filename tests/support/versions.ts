import { existsSync, readdirSync, readFileSync } from "node:fs";
import { migrate } from "@ecotrim/server/db/migrate";
import { FULL } from "./full.ts";
import { createTestDatabase, nameOf, query, type TestDatabase } from "./services.ts";

/**
 * The platform's migrations, the oldest first, by the names of their files. Rows as each version kept them lie in
 * `tests/fixtures/versions/<name>.sql`, where a migration brings something to keep.
 */
export const VERSIONS = readdirSync("shared/server/db/migrations")
  .map((file) => file.replace(/\.ts$/, ""))
  .sort();

/** Template databases, made once per test file, each from one before, and dropped with their server. */
const templates = new Map<number, Promise<TestDatabase>>();
/** Versions from one template to the next: a database costs more than a migration, unless each version is asked for. */
const STRIDE = FULL ? 1 : 8;

/** A new database that has lived through the first `count` versions, each of which left its rows before the next came. */
export async function databaseOfVersion(count = VERSIONS.length): Promise<TestDatabase> {
  return createTestDatabase(nameOf(await templateOf(count)));
}

function templateOf(count: number): Promise<TestDatabase> {
  const made = templates.get(count) ?? makeTemplate(count);
  templates.set(count, made);
  return made;
}

async function makeTemplate(count: number): Promise<TestDatabase> {
  const before = count - 1 - ((count - 1) % STRIDE);
  const database = await createTestDatabase(before === 0 ? "template0" : nameOf(await templateOf(before)));
  for (const [index, version] of [...VERSIONS.entries()].slice(before, count)) {
    await migrate(database.url, index + 1);
    await addRowsOf(database.url, version);
  }
  return database;
}

/** Adds the rows that a version left, to a database of that version. */
export async function addRowsOf(url: string, version: string): Promise<void> {
  const rows = `tests/fixtures/versions/${version}.sql`;
  if (existsSync(rows)) await query(url, readFileSync(rows, "utf8"));
}
