import { createDataSource } from "@ecotrim/shared/server/db/data-source";
import { migrate } from "@ecotrim/shared/server/db/migrate";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connected, createTestDatabase, query, type TestDatabase } from "../support/services.ts";
import { databaseOfVersion, VERSIONS } from "../support/versions.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

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

describe("migrations of a database in use", () => {
  test("are the files of their folder, in order", async () => {
    const database = await createTestDatabase();
    const applied = await query(database.url, "SELECT name FROM schema_migrations ORDER BY id");
    const numbers = applied.map(({ name }) => String(name).slice(-4));
    expect(numbers).toEqual(VERSIONS.map((name) => name.slice(0, 4)));
    await database.drop();
  });

  test("give up, changing nothing, rather than make others wait behind a long transaction", async () => {
    const database = await databaseOfVersion(1);
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await reader.query("BEGIN; SELECT 1 FROM computations");
    await expect(migrate(database.url)).rejects.toThrow("lock timeout");
    expect(await query(database.url, "SELECT count(*)::int AS applied FROM schema_migrations")).toEqual([
      { applied: 1 },
    ]);
    await reader.end();
    await migrate(database.url);
    await database.drop();
  });

  describe.each([...VERSIONS.entries()])("%i, %s", (index) => {
    let database: TestDatabase;
    let before: Rows;
    beforeAll(async () => {
      database = await databaseOfVersion(index + 1);
      before = await rowsOf(database.url);
      await migrate(database.url);
    });
    afterAll(() => database.drop());

    test("keep every value of every row", async () => {
      const after = await rowsOf(database.url);
      expect(before.computations?.length).toBeGreaterThanOrEqual(4);
      for (const [table, rows] of Object.entries(before)) {
        expect(after[table], table).toHaveLength(rows.length);
        for (const [at, row] of rows.entries()) expect(after[table]?.[at], table).toMatchObject(row);
      }
    });

    test("leave the schema that the entities see, and one that goes on working", async () => {
      const dataSource = await createDataSource(database.url).initialize();
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query)).toEqual([]);
      const held = await dataSource.query("SELECT name, status, savings FROM user_simulations WHERE is_favorite");
      // The figures kept beside the results are there for rows that are older than them.
      const figures = await dataSource.query(
        "SELECT economics ->> 'savings' AS savings FROM computations WHERE results ? 'kpi_new_table'",
      );
      expect(figures).toEqual([{ savings: "46207.25" }]);
      if (held.length > 0) expect(held).toEqual([{ name: "Batería de 2 MWh", status: "completed", savings: 46207.25 }]);
      await dataSource.destroy();
    });
  });
});

type Rows = Record<string, Record<string, unknown>[]>;

/** The rows of every table of the platform, in an order that later columns do not change. */
const rowsOf = (url: string): Promise<Rows> =>
  connected(url, async (run) => {
    const tables = await run(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations'",
    );
    const rows: Rows = {};
    for (const { tablename } of tables) {
      const found = await run(`SELECT * FROM ${tablename}`);
      const key = (row: Record<string, unknown>) =>
        String(row.id ?? [row.simulation_id, row.user_id, row.email, row.token_hash, row.key]);
      rows[String(tablename)] = found.sort((a, b) => (key(a) < key(b) ? -1 : 1));
    }
    return rows;
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
