import { createDataSource } from "@ecotrim/shared/server/db/data-source";
import { migrate } from "@ecotrim/shared/server/db/migrate";
import { describe, expect, test } from "vitest";
import { createTestDatabase, query } from "../support/services.ts";

const APPLIED = `
  SELECT (SELECT count(*)::int FROM schema_migrations) AS platform,
         (SELECT count(*)::int FROM bullmq.migration) AS queue`;

describe("migrations", () => {
  test("leave nothing that entities and tables see differently", async () => {
    const database = await createTestDatabase();
    const dataSource = await createDataSource(database.url).initialize();
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
    await dataSource.destroy();
    await database.drop();
  });

  test("are harmless when several start at once and when run again", async () => {
    const database = await createTestDatabase("template0");
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    const first = await query(database.url, APPLIED);
    await migrate(database.url);
    expect(await query(database.url, APPLIED)).toEqual(first);
    expect(first[0]?.platform).toBeGreaterThan(0);
    expect(first[0]?.queue).toBeGreaterThan(0);
    await database.drop();
  });

  test("can be taken back", async () => {
    const database = await createTestDatabase();
    const dataSource = await createDataSource(database.url).initialize();
    for (const _ of dataSource.migrations) await dataSource.undoLastMigration();
    expect(await query(database.url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([
      { tablename: "schema_migrations" },
    ]);
    await dataSource.destroy();
    await database.drop();
  });
});

describe("the database itself", () => {
  test("lets one computation of an input be pending, processing or completed, and any number fail", async () => {
    const database = await createTestDatabase();
    const insert = (status: string) =>
      query(
        database.url,
        `INSERT INTO computations (id, input_hash, input, status, engine_version)
         VALUES (gen_random_uuid(), 'same', '{}', '${status}', '1')`,
      );
    await insert("failed");
    await insert("failed");
    await insert("completed");
    for (const status of ["pending", "processing", "completed"])
      await expect(insert(status)).rejects.toMatchObject({ constraint: "uq_computations_input_hash" });
    await expect(insert("unheard-of")).rejects.toMatchObject({ constraint: "ck_computations_status" });
    await database.drop();
  });
});
