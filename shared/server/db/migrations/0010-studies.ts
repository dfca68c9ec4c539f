import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Turns studies into rows. Triggers mirror them in the columns of the previous version; the next release drops
 * triggers, functions and columns.
 */
export class Studies1700000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE studies (
        computation_id uuid NOT NULL,
        kind text NOT NULL,
        status text NOT NULL DEFAULT 'pending'
          CONSTRAINT ck_studies_status CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
        attempt integer NOT NULL DEFAULT 0,
        done integer NOT NULL DEFAULT 0,
        total integer,
        content jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        CONSTRAINT pk_studies PRIMARY KEY (computation_id, kind)
      );
      CREATE INDEX ix_studies_unfinished ON studies (kind, created_at) WHERE status IN ('pending', 'processing');
    `);
    // Ended studies do not change any more, so most rows are copied before any lock is taken.
    await runner.query(COPY("study.status IN ('completed', 'failed')"));
    await runner.query(COLUMNS_TO_ROWS);
    await runner.query(COPY("NOT EXISTS (SELECT FROM studies WHERE computation_id = c.id AND kind = study.kind)"));
    await runner.query(ROWS_TO_COLUMNS);
    await runner.query(`
      ALTER TABLE studies ADD CONSTRAINT fk_studies_computation
        FOREIGN KEY (computation_id) REFERENCES computations (id) ON DELETE CASCADE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER tr_computations_uncertainty ON computations;
      DROP TRIGGER tr_computations_sensitivity ON computations;
      DROP TABLE studies;
      DROP FUNCTION copy_columns_to_studies, copy_studies_to_columns;
    `);
  }
}

/** SQL: copies the columns of computations `c` into rows that end at `end`. Tornado and sizes shared their columns. */
const rowsOfColumns = (condition: string, end: string): string => `
  INSERT INTO studies AS held (computation_id, kind, status, attempt, done, total, content, created_at, finished_at)
  SELECT c.id, study.kind, study.status, study.attempt, study.done, study.total, nullif(study.content, 'null'),
         coalesce(c.finished_at, c.created_at), CASE WHEN study.status IN ('completed', 'failed') THEN ${end} END
    FROM computations c, LATERAL (VALUES
           ('uncertainty', c.uncertainty_status, c.uncertainty_attempt,
            coalesce((c.uncertainty ->> 'scenarios')::integer, 0), (c.uncertainty ->> 'total')::integer,
            c.uncertainty -> 'result'),
           ('sensitivity', c.sensitivity_status, c.sensitivity_attempt, 0, NULL, c.sensitivity -> 'tornado'),
           ('sizing', c.sensitivity_status, c.sensitivity_attempt, 0, NULL, c.sensitivity -> 'sizing')
         ) AS study (kind, status, attempt, done, total, content)
   WHERE study.status IS NOT NULL AND ${condition}`;

/** The columns hold no end of a study; its run's end stands in for it. */
const COPY = (condition: string): string => rowsOfColumns(condition, "coalesce(c.finished_at, c.created_at)");

/**
 * Mirrors a write of the previous version; rows of the other job's studies stay as they are. At trigger depth 0 the
 * write is no copy itself.
 */
const COLUMNS_TO_ROWS = `
  CREATE FUNCTION copy_columns_to_studies() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${rowsOfColumns("c.id = NEW.id AND study.kind = ANY (TG_ARGV)", "now()")}
    ON CONFLICT ON CONSTRAINT pk_studies DO UPDATE
      SET status = excluded.status, attempt = excluded.attempt, done = excluded.done, total = excluded.total,
          content = excluded.content, finished_at = excluded.finished_at;
    RETURN NULL;
  END $$;
  ${[
    ["uncertainty", "'uncertainty'"],
    ["sensitivity", "'sensitivity', 'sizing'"],
  ]
    .map(
      ([name, kinds]) => `
  CREATE TRIGGER tr_computations_${name}
    AFTER UPDATE OF ${name}_status, ${name}_attempt, ${name} ON computations
    FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND NEW.${name}_status IS NOT NULL)
    EXECUTE FUNCTION copy_columns_to_studies(${kinds});`,
    )
    .join("")}
`;

/**
 * Mirrors a write of this version. Of two studies that share columns each write locks the computation, so the later one
 * sees the earlier.
 */
const ROWS_TO_COLUMNS = `
  CREATE FUNCTION copy_studies_to_columns() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM computations WHERE id = NEW.computation_id FOR NO KEY UPDATE;
    IF NEW.kind = 'uncertainty' THEN
      UPDATE computations
         SET uncertainty_status = NEW.status, uncertainty_attempt = NEW.attempt,
             uncertainty = jsonb_build_object('scenarios', NEW.done, 'total', NEW.total, 'result', NEW.content)
       WHERE id = NEW.computation_id;
    ELSE
      UPDATE computations
         SET sensitivity_status = joint.status, sensitivity_attempt = joint.attempt, sensitivity = joint.content
        FROM (SELECT max(attempt) AS attempt,
                     CASE WHEN bool_and(status = 'pending') THEN 'pending'
                          WHEN bool_or(status IN ('pending', 'processing')) THEN 'processing'
                          WHEN bool_or(status = 'failed') THEN 'failed'
                          ELSE 'completed' END AS status,
                     '{"tornado": null, "sizing": null}' ||
                       jsonb_object_agg(CASE kind WHEN 'sensitivity' THEN 'tornado' ELSE kind END, content) AS content
                FROM studies
               WHERE computation_id = NEW.computation_id AND kind IN ('sensitivity', 'sizing')) joint
       WHERE id = NEW.computation_id;
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER tr_studies_columns AFTER INSERT OR UPDATE ON studies
    FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND NEW.kind IN ('uncertainty', 'sensitivity', 'sizing'))
    EXECUTE FUNCTION copy_studies_to_columns();
`;
