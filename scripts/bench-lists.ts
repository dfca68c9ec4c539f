import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AreaQuery, HistoryQuery } from "@ecotrim/contracts/simulations/association";
import { listArea, listHistory, readStats } from "../api/src/modules/user-simulations/lists.ts";
import { createDataSource } from "../shared/server/db/data-source.ts";
import { migrate } from "../shared/server/db/migrate.ts";
import { startEmbeddedPostgres } from "./dev/embedded-postgres.ts";

/**
 * `npm run bench:lists`: database time of the lists and counts of a user with 100,000 simulations, among as many of
 * others, with a warm cache. A call's figure is the execution time of its slowest statement, since all run in parallel,
 * as the median of some calls.
 */
const SIMULATIONS = 100_000;
/** Computations that the simulations share, each with results as large as those of a year. */
const COMPUTATIONS = 1000;
const CALLS = 9;

const dataDir = mkdtempSync(join(tmpdir(), "ecotrim-bench-"));
chmodSync(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir });
try {
  console.error("Filling the lists ...");
  await migrate(postgres.url);
  const dataSource = await createDataSource(postgres.url).initialize();
  const [owner, other] = [randomUUID(), randomUUID()];
  for (const user of [owner, other])
    await dataSource.query(
      `INSERT INTO users (id, email, first_name, last_name, password_hash, privacy_accepted_at, privacy_version)
       VALUES ($1::uuid, $1::text, '', '', '', now(), '')`,
      [user],
    );
  await dataSource.query(
    `INSERT INTO computations (id, input_hash, input, status, results, engine_version)
     SELECT gen_random_uuid(), i::text, '{}', (ARRAY['completed', 'completed', 'completed', 'failed'])[1 + i % 4],
            jsonb_build_object('kpi_new_table', jsonb_build_object('economics',
              jsonb_build_object('savings', i * 7919 % 200003, 'irr', 0.1, 'npv', i, 'lcoe', 40, 'payback_years', 8)),
              'plots', (SELECT jsonb_agg(round((1000 * random())::numeric, 2)) FROM generate_series(1, 8784))), '2.0.0'
       FROM generate_series(1, $1) i`,
    [COMPUTATIONS],
  );
  await dataSource.query(
    `INSERT INTO simulations (id, computation_id, capability_hash, input_parameters, name, created_at)
     SELECT gen_random_uuid(), id, '', '{"battery_capacity": 1000}',
            'Batería de ' || (i * 31 % 5000) || ' kWh', now() - i * interval '5 minutes'
       FROM generate_series(1, $1) i JOIN computations ON input_hash = (1 + i % $2)::text`,
    [2 * SIMULATIONS, COMPUTATIONS],
  );
  await dataSource.query(
    `INSERT INTO user_simulations (user_id, simulation_id, is_favorite)
     SELECT CASE WHEN row_number() OVER () % 2 = 0 THEN $1::uuid ELSE $2::uuid END, id, random() < 0.02 FROM simulations`,
    [owner, other],
  );
  await dataSource.query("VACUUM ANALYZE");

  let executionMs = 0;
  const deps = {
    dataSource: {
      async query(sql: string, parameters: unknown[]) {
        const [{ "QUERY PLAN": plans }] = await dataSource.query(
          `EXPLAIN (ANALYZE, TIMING off, FORMAT JSON) ${sql}`,
          parameters,
        );
        executionMs = Math.max(executionMs, plans[0]["Execution Time"]);
        return dataSource.query(sql, parameters);
      },
    },
  } as never;
  const time = async (work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call++) {
      executionMs = 0;
      await work();
      times.push(executionMs);
    }
    return times.sort((a, b) => a - b)[Math.floor(CALLS / 2)] as number;
  };
  const area = (query: AreaQuery) => () => listArea(deps, owner, query);
  const history = (query: HistoryQuery) => () => listHistory(deps, owner, query);
  const last = Math.ceil(SIMULATIONS / 12);
  const cases: Record<string, () => Promise<unknown>> = {
    counts: () => readStats(deps, owner),
    "by date, first page": area({}),
    "by date, middle page": area({ page: Math.round(last / 2) }),
    "by date, last page": area({ page: last }),
    "by name, first page": area({ sort: "name" }),
    "by name, last page": area({ sort: "name", page: last }),
    "by savings, first page": area({ sort: "savings" }),
    "by savings, last page": area({ sort: "savings", page: last }),
    "by name, middle page": area({ sort: "name", page: Math.round(last / 2) }),
    "by savings, middle page": area({ sort: "savings", page: Math.round(last / 2) }),
    favourites: area({ filter: "favorites" }),
    "favourites by name": area({ filter: "favorites", sort: "name" }),
    "favourites by savings": area({ filter: "favorites", sort: "savings" }),
    "completed by date, last page": area({ filter: "completed", page: Math.round(last * 0.75) }),
    "completed by savings": area({ filter: "completed", sort: "savings" }),
    "completed by name, last page": area({ filter: "completed", sort: "name", page: Math.round(last * 0.75) }),
    "history of one status": history({ status: "failed" }),
    "history of a month": history({ startDate: "2026-06-01", endDate: "2026-06-30", limit: 50 }),
    "history, last page": history({ page: SIMULATIONS / 50, limit: 50 }),
  };
  for (const [name, work] of Object.entries(cases))
    console.log(`${name.padEnd(32)} ${(await time(work)).toFixed(1)} ms`);
  await dataSource.destroy();
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
