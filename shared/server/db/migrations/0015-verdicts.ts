import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What lists need for verdicts and for the order of savings. Results of engines before 2.0.0 held assumed savings, and
 * nobody here calculated those of other programs: neither have a rank.
 */
export class Verdicts1700000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE computations ADD COLUMN verdict_basis jsonb;
      ALTER TABLE user_simulations ADD COLUMN ranked_savings double precision, ADD COLUMN ranked_npv double precision;
    `);
    await runner.query(BASIS);
    await runner.query(LISTED_FIGURES);
    await runner.query(copies("status", "savings", "ranked_savings", "ranked_npv"));
    // None of the rows so far has a rank.
    await runner.query(`
      DROP INDEX ix_user_simulations_savings, ix_user_simulations_completed_savings;
      CREATE INDEX ix_user_simulations_ranked
        ON user_simulations (user_id, ranked_savings DESC NULLS LAST, simulation_id DESC);
      CREATE INDEX ix_user_simulations_completed_ranked
        ON user_simulations (user_id, ranked_savings DESC NULLS LAST, simulation_id DESC) WHERE status = 'completed';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(copies("status", "savings"));
    await runner.query(`
      DROP INDEX ix_user_simulations_ranked, ix_user_simulations_completed_ranked;
      CREATE INDEX ix_user_simulations_savings
        ON user_simulations (user_id, savings DESC NULLS LAST, simulation_id DESC);
      CREATE INDEX ix_user_simulations_completed_savings
        ON user_simulations (user_id, savings DESC NULLS LAST, simulation_id DESC) WHERE status = 'completed';
      DROP VIEW listed_figures;
      CREATE VIEW listed_figures AS
      SELECT s.id AS simulation_id, s.computation_id, s.created_at,
             coalesce(s.own_status, c.status, 'pending') AS status,
             s.name,
             CASE coalesce(s.own_status, c.status)
               WHEN 'completed' THEN
                 ((CASE WHEN s.own_status IS NULL THEN c.economics ELSE s.own_economics END) ->> 'savings')::float8
             END AS savings
        FROM simulations s LEFT JOIN computations c ON c.id = s.computation_id;
      CREATE OR REPLACE FUNCTION extract_economics() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.economics := economics_of(NEW.results);
        RETURN NEW;
      END $$;
      DROP FUNCTION verdict_basis_of;
      ALTER TABLE computations DROP COLUMN verdict_basis;
      ALTER TABLE user_simulations DROP COLUMN ranked_savings, DROP COLUMN ranked_npv;
    `);
  }
}

/** The part of the results that a verdict is about, in their own shape, so that lists never read the results. */
const BASIS = `
  CREATE FUNCTION verdict_basis_of(results jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT jsonb_strip_nulls(jsonb_build_object(
             'null_reasons_parts', results -> 'null_reasons_parts',
             'economic_case', CASE WHEN results ? 'economic_case' THEN
               jsonb_build_object('assumptions', results #> '{economic_case,assumptions}') END))
           || CASE WHEN results ? 'owner' THEN jsonb_build_object('owner', results -> 'owner') ELSE '{}' END
           || jsonb_build_object(
             'summary', results -> 'summary', 'contract_range', results -> 'contract_range',
             'warnings', results -> 'warnings', 'null_reasons', results -> 'null_reasons',
             'engine_version', results -> 'engine_version')
  $$;
  CREATE OR REPLACE FUNCTION extract_economics() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.economics := economics_of(NEW.results);
    NEW.verdict_basis := verdict_basis_of(NEW.results);
    RETURN NEW;
  END $$;
`;

const LISTED_FIGURES = `
  CREATE OR REPLACE VIEW listed_figures AS
  SELECT simulation_id, computation_id, created_at, status, name, (shown ->> 'savings')::float8 AS savings,
         CASE WHEN is_ranked THEN (shown ->> 'savings')::float8 END AS ranked_savings,
         CASE WHEN is_ranked THEN (shown ->> 'npv')::float8 END AS ranked_npv
    FROM (SELECT s.id AS simulation_id, s.computation_id, s.created_at,
                 coalesce(s.own_status, c.status, 'pending') AS status, s.name,
                 CASE coalesce(s.own_status, c.status) WHEN 'completed' THEN
                   CASE WHEN s.own_status IS NULL THEN c.economics ELSE s.own_economics END END AS shown,
                 s.own_status IS NULL AND c.engine_version ~ '^([2-9]|[1-9][0-9]+)[.]' AS is_ranked
            FROM simulations s LEFT JOIN computations c ON c.id = s.computation_id) AS listed
`;

/** The functions that keep the columns of `user_simulations`, for the given ones. */
function copies(...columns: string[]): string {
  const listed = columns.map((column) => `listed.${column}`).join(", ");
  const copy = (condition: string) => `
    UPDATE user_simulations held SET ${columns.map((column) => `${column} = listed.${column}`).join(", ")}
      FROM listed_figures listed
     WHERE ${condition} AND held.simulation_id = listed.simulation_id
       AND (${columns.map((column) => `held.${column}`).join(", ")}) IS DISTINCT FROM (${listed})`;
  return `
    CREATE OR REPLACE FUNCTION copy_listed_figures_on_insert() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- Whoever is changing them ends first, and whoever will finds the new row.
      PERFORM FROM simulations WHERE id = NEW.simulation_id FOR SHARE;
      PERFORM FROM computations WHERE id = (SELECT computation_id FROM simulations WHERE id = NEW.simulation_id)
        FOR SHARE;
      SELECT created_at, name, ${columns.join(", ")}
        INTO NEW.simulation_created_at, NEW.name, ${columns.map((column) => `NEW.${column}`).join(", ")}
        FROM listed_figures WHERE simulation_id = NEW.simulation_id;
      RETURN NEW;
    END $$;
    CREATE OR REPLACE FUNCTION copy_listed_figures_of_computation() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${copy("listed.computation_id = NEW.id")};
      RETURN NULL;
    END $$;
    CREATE OR REPLACE FUNCTION copy_listed_figures_of_simulation() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- Whoever is ending the computation ends first: this row, unknown to them yet, would keep what was before.
      PERFORM FROM computations WHERE id = NEW.computation_id FOR SHARE;
      ${copy("listed.simulation_id = NEW.id")};
      RETURN NULL;
    END $$;
  `;
}
