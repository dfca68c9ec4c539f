import type { MigrationInterface, QueryRunner } from "typeorm";

/** Turns by the cost of a run, and a line of studies in which callers take turns too. */
export class FairTurns1700000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE computations
        ADD COLUMN cost integer NOT NULL DEFAULT 1,
        ADD COLUMN opened_at timestamptz NOT NULL DEFAULT to_timestamp(0),
        ADD COLUMN study_turn integer,
        ADD COLUMN studies_since timestamptz;
      DROP INDEX ix_computations_waiting;
      CREATE INDEX ix_computations_waiting ON computations (turn, lane, caller_hash, cost) WHERE status = 'pending';
      CREATE INDEX ix_computations_study_line ON computations (study_turn, caller_hash, cost) WHERE study_turn > 0;
      UPDATE computations SET study_turn = 1, studies_since = created_at
       WHERE id IN (SELECT computation_id FROM studies WHERE status IN ('pending', 'processing'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_computations_waiting;
      CREATE INDEX ix_computations_waiting ON computations (turn, lane, caller_hash) WHERE status = 'pending';
      ALTER TABLE computations DROP COLUMN cost, DROP COLUMN opened_at, DROP COLUMN study_turn, DROP COLUMN studies_since;
    `);
  }
}
