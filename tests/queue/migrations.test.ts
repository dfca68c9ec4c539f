import { createDataSource } from "@ecotrim/server/db/data-source";
import { migrate } from "@ecotrim/server/db/migrate";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { FULL } from "../support/full.ts";
import { connected, createTestDatabase, query, type TestDatabase } from "../support/services.ts";
import { addRowsOf, databaseOfVersion, VERSIONS } from "../support/versions.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const APPLIED = `
  SELECT (SELECT count(*)::int FROM schema_migrations) AS platform,
         (SELECT count(*)::int FROM bullmq.migration) AS queue`;

describe("migrations", () => {
  test("migrations leave nothing that entities and tables see differently", async () => {
    const database = await createTestDatabase();
    const dataSource = await createDataSource(database.url).initialize();
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
    await dataSource.destroy();
    await database.drop();
  });

  test("migrations are harmless when several start at once and when run again", async () => {
    const database = await createTestDatabase("template0");
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    const first = await query(database.url, APPLIED);
    await migrate(database.url);
    expect(await query(database.url, APPLIED)).toEqual(first);
    expect(first[0]?.platform).toBeGreaterThan(0);
    expect(first[0]?.queue).toBeGreaterThan(0);
    await database.drop();
  });

  test("migrations can be taken back", async () => {
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
  test("migrations are the files of their folder, in order", async () => {
    const database = await createTestDatabase();
    const applied = await query(database.url, "SELECT name FROM schema_migrations ORDER BY id");
    const numbers = applied.map(({ name }) => String(name).slice(-4));
    expect(numbers).toEqual(VERSIONS.map((name) => name.slice(0, 4)));
    await database.drop();
  });

  test("migrations give up, changing nothing, rather than make others wait behind a long transaction", async () => {
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

  test("each migration keeps every value of every row that any version before it left", async () => {
    const database = await createTestDatabase("template0");
    let before: Rows = {};
    for (const [index, version] of VERSIONS.entries()) {
      await migrate(database.url, index + 1);
      expectKept(before, await rowsOf(database.url), version);
      await addRowsOf(database.url, version);
      before = await rowsOf(database.url);
    }
    await database.drop();
  });

  /** The first version passes all migrations at once; the last has the rows of each. */
  const UPGRADED = [...VERSIONS.entries()].filter(([index]) => FULL || index === 0 || index === VERSIONS.length - 1);

  describe.each(UPGRADED)("%i, %s", (index) => {
    let database: TestDatabase;
    let before: Rows;
    beforeAll(async () => {
      database = await databaseOfVersion(index + 1);
      before = await rowsOf(database.url);
      await migrate(database.url);
    });
    afterAll(() => database.drop());

    test("migrations from an older version keep every value of every row", async () => {
      const after = await rowsOf(database.url);
      expect(before.computations?.length).toBeGreaterThanOrEqual(4);
      expectKept(before, after);
    });

    test("migrations from an older version leave the schema that the entities see, and one that goes on working", async () => {
      const dataSource = await createDataSource(database.url).initialize();
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query)).toEqual([]);
      const held = await dataSource.query("SELECT name, status, savings FROM user_simulations WHERE is_favorite");
      // The migration fills the extracted figures of rows that are older than their columns.
      const figures = await dataSource.query(
        "SELECT economics ->> 'savings' AS savings FROM computations WHERE input_hash = 'hash-completed'",
      );
      expect(figures).toEqual([{ savings: "46207.25" }]);
      if (held.length > 0) expect(held).toEqual([{ name: "Batería de 2 MWh", status: "completed", savings: 46207.25 }]);
      await dataSource.destroy();
    });
  });
});

test("a saving that lists hide loses the rank it had in a database in use", async () => {
  const database = await databaseOfVersion(VERSIONS.indexOf("0017-trusted-ranks"));
  const id = "10000000-0000-4000-8000-000000000015";
  await query(
    database.url,
    `UPDATE computations SET results = jsonb_set(results, '{warnings}', '[{"code": "spending_out_of_range"}]')
      WHERE id = '${id}'`,
  );
  const ranks = () =>
    query(
      database.url,
      `SELECT savings, ranked_savings, ranked_npv FROM user_simulations JOIN simulations ON id = simulation_id
        WHERE computation_id = '${id}'`,
    );
  expect(await ranks()).toEqual([{ savings: 41250.75, ranked_savings: 41250.75, ranked_npv: -12000.5 }]);
  await migrate(database.url);
  expect(await ranks()).toEqual([{ savings: 41250.75, ranked_savings: null, ranked_npv: null }]);
  await database.drop();
});

type Rows = Record<string, Record<string, unknown>[]>;

function expectKept(before: Rows, after: Rows, version = "") {
  for (const [table, rows] of Object.entries(before)) {
    expect(after[table], `${version} ${table}`).toHaveLength(rows.length);
    for (const [at, row] of rows.entries()) expect(after[table]?.[at], `${version} ${table}`).toMatchObject(row);
  }
}

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
        String(
          row.id ?? [row.simulation_id, row.user_id, row.email, row.token_hash, row.key, row.computation_id, row.kind],
        );
      rows[String(tablename)] = found.sort((a, b) => (key(a) < key(b) ? -1 : 1));
    }
    return rows;
  });

/** Two versions run side by side during a deployment, so the database copies studies between columns and rows. */
describe("studies and the columns they had before", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await databaseOfVersion(VERSIONS.indexOf("0010-studies"));
  });
  afterAll(() => database.drop());

  const [FOLLOWED, RUN] = ["10000000-0000-4000-8000-000000000005", "10000000-0000-4000-8000-000000000001"];
  const write = (table: "computations" | "studies", assignments: string, of: string) =>
    query(database.url, `UPDATE ${table} SET ${assignments} WHERE ${of}`);
  const rows = (id: string) =>
    query(
      database.url,
      `SELECT kind, status, attempt, done, total, content, finished_at IS NOT NULL AS over FROM studies
        WHERE computation_id = '${id}' ORDER BY kind DESC`,
    );
  const columns = async (id: string) => {
    const [row] = await query(
      database.url,
      `SELECT uncertainty_status, uncertainty_attempt, uncertainty, sensitivity_status, sensitivity_attempt, sensitivity
         FROM computations WHERE id = '${id}'`,
    );
    return Object.values(row ?? {});
  };
  const blank = { attempt: 0, done: 0, total: null, content: null, over: false };

  test("columns of a database in use become rows of studies, and runs without follow-ups get none", async () => {
    await query(
      database.url,
      `UPDATE computations SET uncertainty_status = 'completed', uncertainty_attempt = 1,
              uncertainty = '{"scenarios": 2000, "total": 2000, "result": {"count": 2000}}',
              sensitivity_status = 'completed', sensitivity_attempt = 2,
              sensitivity = '{"tornado": {"npv_eur": 1}, "sizing": {"points": []}}' WHERE id = '${RUN}'`,
    );
    const before = [await columns(RUN), await columns(FOLLOWED)];
    await migrate(database.url);
    expect(await rows(RUN)).toEqual([
      {
        kind: "uncertainty",
        status: "completed",
        attempt: 1,
        done: 2000,
        total: 2000,
        content: { count: 2000 },
        over: true,
      },
      { ...blank, kind: "sizing", status: "completed", attempt: 2, content: { points: [] }, over: true },
      { ...blank, kind: "sensitivity", status: "completed", attempt: 2, content: { npv_eur: 1 }, over: true },
    ]);
    expect(await rows(FOLLOWED)).toEqual([
      { ...blank, kind: "uncertainty", status: "processing", attempt: 1, done: 200, total: 1024 },
      { ...blank, kind: "sizing", status: "failed", attempt: 5, over: true },
      { ...blank, kind: "sensitivity", status: "failed", attempt: 5, over: true },
    ]);
    expect(await query(database.url, "SELECT DISTINCT computation_id FROM studies")).toHaveLength(2);
    expect([await columns(RUN), await columns(FOLLOWED)]).toEqual(before);
  });

  test("the rows of studies hold what the previous version writes into the columns", async () => {
    const id = "10000000-0000-4000-8000-000000000004";
    const of = `id = '${id}'`;
    await write("computations", "status = 'completed', finished_at = now(), uncertainty_attempt = 0", of);
    expect(await rows(id)).toEqual([]);
    await write(
      "computations",
      `uncertainty_status = 'pending', uncertainty_attempt = 0,
       uncertainty = '{"scenarios": 0, "total": 2000, "result": null}',
       sensitivity_status = 'pending', sensitivity_attempt = 0, sensitivity = '{"tornado": null, "sizing": null}'`,
      of,
    );
    expect(await rows(id)).toEqual([
      { ...blank, kind: "uncertainty", status: "pending", total: 2000 },
      { ...blank, kind: "sizing", status: "pending" },
      { ...blank, kind: "sensitivity", status: "pending" },
    ]);
    await write("computations", "sensitivity_status = 'processing', sensitivity_attempt = sensitivity_attempt + 1", of);
    await write(
      "computations",
      `sensitivity_status = 'completed', sensitivity = '{"tornado": {"npv_eur": 7}, "sizing": null}'`,
      of,
    );
    await write(
      "computations",
      `uncertainty_status = 'processing', uncertainty = '{"scenarios": 500, "total": 2000, "result": {"count": 500}}'`,
      of,
    );
    expect(await rows(id)).toEqual([
      {
        kind: "uncertainty",
        status: "processing",
        attempt: 0,
        done: 500,
        total: 2000,
        content: { count: 500 },
        over: false,
      },
      { ...blank, kind: "sizing", status: "completed", attempt: 1, over: true },
      { ...blank, kind: "sensitivity", status: "completed", attempt: 1, content: { npv_eur: 7 }, over: true },
    ]);
  });

  test("values this version writes into the rows of studies are in the columns", async () => {
    const id = "10000000-0000-4000-8000-000000000003";
    const of = (kind: string) => `computation_id = '${id}' AND kind = '${kind}'`;
    await query(
      database.url,
      `INSERT INTO studies (computation_id, kind, total)
       VALUES ('${id}', 'uncertainty', 2000), ('${id}', 'sensitivity', NULL), ('${id}', 'sizing', NULL),
              ('${id}', 'of-a-later-version', NULL)`,
    );
    const none = { tornado: null, sizing: null };
    const scenarios = { scenarios: 0, total: 2000, result: null };
    expect(await columns(id)).toEqual(["pending", 0, scenarios, "pending", 0, none]);
    await write("studies", "status = 'processing', attempt = 2", of("sensitivity"));
    expect((await columns(id)).slice(3)).toEqual(["processing", 2, none]);
    await write("studies", `status = 'completed', content = '{"npv_eur": 7}'`, of("sensitivity"));
    expect((await columns(id)).slice(3)).toEqual(["processing", 2, { tornado: { npv_eur: 7 }, sizing: null }]);
    await write("studies", "status = 'failed', attempt = 5", of("sizing"));
    await write(
      "studies",
      `status = 'processing', attempt = 1, done = 500, content = '{"count": 500}'`,
      of("uncertainty"),
    );
    expect(await columns(id)).toEqual([
      ...["processing", 1, { scenarios: 500, total: 2000, result: { count: 500 } }],
      ...["failed", 5, { tornado: { npv_eur: 7 }, sizing: null }],
    ]);
    await write("studies", "status = 'completed'", of("sizing"));
    expect((await columns(id))[3]).toBe("completed");
  });

  test("a try at a study of either version takes over from one of the other", async () => {
    const claims = (attempt: number) =>
      query(
        database.url,
        `UPDATE computations SET sensitivity_status = 'completed'
          WHERE id = '${FOLLOWED}' AND sensitivity_attempt = ${attempt} AND sensitivity_status = 'processing' RETURNING id`,
      );
    await write("computations", "sensitivity_status = 'processing', sensitivity_attempt = 1", `id = '${FOLLOWED}'`);
    const ofSizes = `computation_id = '${FOLLOWED}' AND kind = 'sizing'`;
    await write("studies", "attempt = attempt + 1", `${ofSizes} AND status = 'processing'`);
    expect(await claims(1)).toEqual([]);
    await write("computations", "sensitivity_attempt = sensitivity_attempt + 1", `id = '${FOLLOWED}'`);
    expect(await query(database.url, `SELECT attempt FROM studies WHERE ${ofSizes}`)).toEqual([{ attempt: 3 }]);
  });

  test("studies are deleted with their computation", async () => {
    await query(database.url, `DELETE FROM simulations WHERE computation_id = '10000000-0000-4000-8000-000000000003'`);
    await query(database.url, "DELETE FROM computations WHERE id = '10000000-0000-4000-8000-000000000003'");
    expect(await rows("10000000-0000-4000-8000-000000000003")).toEqual([]);
  });
});

describe("names and sites of holders", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await databaseOfVersion();
  });
  afterAll(() => database.drop());

  const one = `user_id = '30000000-0000-4000-8000-000000000001' AND simulation_id = '20000000-0000-4000-8000-000000000001'`;
  const set = (assignment: string) =>
    query(database.url, `UPDATE user_simulations SET ${assignment} WHERE ${one} RETURNING name`);
  const names = () => query(database.url, "SELECT name, own_name FROM user_simulations ORDER BY name, user_id");

  test("a holder's own name is the one lists sort by, until it is taken back", async () => {
    expect(await set("own_name = 'Nave 2'")).toEqual([{ name: "Nave 2" }]);
    // As the version before changes a row.
    expect(await set("is_favorite = NOT is_favorite")).toEqual([{ name: "Nave 2" }]);
    expect(await set("own_name = NULL")).toEqual([{ name: "Batería de 2 MWh" }]);
  });

  test.each(["own_name", "site"])(
    "%s takes one line of 1 to 120 characters without blanks around it",
    async (column) => {
      await set(`${column} = repeat('ñ', 120)`);
      for (const text of ["repeat('ñ', 121)", "''", "' a'", "'a '", "E'a\\nb'", "E'a\\u0085b'"])
        await expect(set(`${column} = ${text}`)).rejects.toMatchObject({ constraint: `ck_user_simulations_${column}` });
      await set(`${column} = NULL`);
    },
  );

  test("the battery's name is back where the migration is taken back", async () => {
    expect(await names()).toContainEqual({ name: "Nave 2, batería «grande»", own_name: "Nave 2, batería «grande»" });
    const dataSource = await createDataSource(database.url).initialize();
    for (let version = VERSIONS.length; version > VERSIONS.indexOf("0012-own-names"); version--)
      await dataSource.undoLastMigration();
    await dataSource.destroy();
    expect(
      await query(
        database.url,
        "SELECT 1 FROM user_simulations held JOIN simulations s ON s.id = simulation_id WHERE held.name <> s.name",
      ),
    ).toEqual([]);
  });
});

describe("the database itself", () => {
  test("the database lets one computation of an input be pending, processing or completed, and any number fail", async () => {
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
