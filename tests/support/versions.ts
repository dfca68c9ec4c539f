import { existsSync, readdirSync, readFileSync } from "node:fs";
import { migrate } from "@ecotrim/server/db/migrate";
import { createTestDatabase, nameOf, query, type TestDatabase } from "./services.ts";

/**
 * The platform's migrations, the oldest first, by the names of their files. Rows as each version kept them lie in
 * `tests/fixtures/versions/<name>.sql`, where a migration brings something to keep.
 */
export const VERSIONS = readdirSync("shared/server/db/migrations")
  .map((file) => file.replace(/\.ts$/, ""))
  .sort();

/** Template databases, made once per test file, each from the one before, and dropped with their server. */
const templates = new Map<number, Promise<TestDatabase>>();

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
  const database = await createTestDatabase(count === 1 ? "template0" : nameOf(await templateOf(count - 1)));
  await migrate(database.url, count);
  const rows = `tests/fixtures/versions/${VERSIONS[count - 1]}.sql`;
  if (existsSync(rows)) await query(database.url, readFileSync(rows, "utf8"));
  return database;
}
