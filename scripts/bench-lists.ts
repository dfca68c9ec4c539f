import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AreaQuery, HistoryQuery } from "@ecotrim/shared/simulations/association";
import { listArea, listHistory, readStats } from "../api/src/modules/user-simulations/lists.ts";
import { createDataSource } from "../shared/src/server/db/data-source.ts";
import { migrate } from "../shared/src/server/db/migrate.ts";
import { startEmbeddedPostgres } from "../shared/src/server/embedded-postgres.ts";

/**
 * `npm run bench:lists`: how long the database takes for the lists and counts of a user with 100,000 simulations among
 * as many of others. Each figure is the median of some calls, round trip included.
 */
const SIMULATIONS = 100_000;
const CALLS = 9;

const dataDir = mkdtempSync(join(tmpdir(), "ecotrim-bench-"));
chmodSync(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir });
try {
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
              jsonb_build_object('savings', i * 7919 % 200003, 'irr', 0.1, 'npv', i, 'lcoe', 40, 'payback_years', 8))), '1'
       FROM generate_series(1, $1) i`,
    [2 * SIMULATIONS],
  );
  await dataSource.query(
    `INSERT INTO simulations (id, computation_id, capability_hash, input_parameters, name, created_at)
     SELECT gen_random_uuid(), id, '', '{"battery_capacity": 1000}',
            'Batería de ' || (input_hash::int * 31 % 5000) || ' kWh', now() - input_hash::int * interval '5 minutes'
       FROM computations`,
  );
  await dataSource.query(
    `INSERT INTO user_simulations (user_id, simulation_id, is_favorite)
     SELECT CASE WHEN row_number() OVER () % 2 = 0 THEN $1::uuid ELSE $2::uuid END, id, random() < 0.02 FROM simulations`,
    [owner, other],
  );
  await dataSource.query("VACUUM ANALYZE");

  const time = async (work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call++) {
      const begun = performance.now();
      await work();
      times.push(performance.now() - begun);
    }
    return times.sort((a, b) => a - b)[Math.floor(CALLS / 2)] as number;
  };
  const area = (query: AreaQuery) => () => listArea({ dataSource } as never, owner, query);
  const history = (query: HistoryQuery) => () => listHistory({ dataSource } as never, owner, query);
  const last = Math.ceil(SIMULATIONS / 12);
  const cases: Record<string, () => Promise<unknown>> = {
    counts: () => readStats({ dataSource } as never, owner),
    "by date, first page": area({}),
    "by date, middle page": area({ page: Math.round(last / 2) }),
    "by date, last page": area({ page: last }),
    "by name, first page": area({ sort: "name" }),
    "by name, last page": area({ sort: "name", page: last }),
    "by savings, first page": area({ sort: "savings" }),
    "by savings, last page": area({ sort: "savings", page: last }),
    favourites: area({ filter: "favorites" }),
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
