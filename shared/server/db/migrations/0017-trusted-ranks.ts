import type { MigrationInterface, QueryRunner } from "typeorm";

/** Lists hide the saving of a result whose spending was replaced, so it has no rank by it either. */
export class TrustedRanks1700000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(listedFigures(`AND NOT ${IS_REPLACED}`));
    await runner.query(RERANK);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(listedFigures(""));
    await runner.query(RERANK);
  }
}

export const IS_REPLACED = `coalesce(c.verdict_basis @? '$.warnings[*] ? (@.code == "spending_out_of_range")', false)`;

export const listedFigures = (condition: string) => `
  CREATE OR REPLACE VIEW listed_figures AS
  SELECT simulation_id, computation_id, created_at, status, name, (shown ->> 'savings')::float8 AS savings,
         CASE WHEN is_ranked THEN (shown ->> 'savings')::float8 END AS ranked_savings,
         CASE WHEN is_ranked THEN (shown ->> 'npv')::float8 END AS ranked_npv
    FROM (SELECT s.id AS simulation_id, s.computation_id, s.created_at,
                 coalesce(s.own_status, c.status, 'pending') AS status, s.name,
                 CASE coalesce(s.own_status, c.status) WHEN 'completed' THEN
                   CASE WHEN s.own_status IS NULL THEN c.economics ELSE s.own_economics END END AS shown,
                 s.own_status IS NULL AND c.engine_version ~ '^([2-9]|[1-9][0-9]+)[.]' ${condition} AS is_ranked
            FROM simulations s LEFT JOIN computations c ON c.id = s.computation_id) AS listed
`;

/** Ranks of the rows held of such results, as the view now gives them. */
const RERANK = `
  UPDATE user_simulations held SET ranked_savings = listed.ranked_savings, ranked_npv = listed.ranked_npv
    FROM computations c JOIN listed_figures listed ON listed.computation_id = c.id
   WHERE ${IS_REPLACED} AND held.simulation_id = listed.simulation_id
`;
