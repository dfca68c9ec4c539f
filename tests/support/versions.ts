import { existsSync, readdirSync, readFileSync } from "node:fs";
import { migrate } from "@ecotrim/server/db/migrate";
import pg from "pg";

/**
 * The platform's migrations, the oldest first, by the names of their files. Rows as each version kept them lie in
 * `tests/fixtures/versions/<name>.sql`, where a migration brings something to keep.
 */
export const VERSIONS = readdirSync("shared/server/db/migrations")
  .map((file) => file.replace(/\.ts$/, ""))
  .sort();

/** Takes an empty database through the first `count` versions, each leaving its rows before the next comes. */
export async function liveThrough(url: string, count = VERSIONS.length): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const [index, name] of VERSIONS.slice(0, count).entries()) {
      await migrate(url, index + 1);
      const rows = `tests/fixtures/versions/${name}.sql`;
      if (existsSync(rows)) await client.query(readFileSync(rows, "utf8"));
    }
  } finally {
    await client.end();
  }
}
