import type { MigrationInterface, QueryRunner } from "typeorm";

/** Who waits for what in the line of runs, and how fast it moves. */
export class QueueLanes1700000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE computations
        ADD COLUMN lane text NOT NULL DEFAULT 'visitor'
          CONSTRAINT ck_computations_lane CHECK (lane IN ('visitor', 'user')),
        ADD COLUMN turn integer NOT NULL DEFAULT 1,
        ADD COLUMN caller_hash text;
      CREATE INDEX ix_computations_waiting ON computations (turn, lane, caller_hash) WHERE status = 'pending';
      -- Compressed already: trying again only takes time.
      ALTER TABLE computations ALTER COLUMN hourly SET STORAGE EXTERNAL;
      CREATE INDEX ix_computations_completed ON computations (finished_at) WHERE status = 'completed';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_computations_completed;
      ALTER TABLE computations ALTER COLUMN hourly SET STORAGE EXTENDED;
      ALTER TABLE computations DROP COLUMN lane, DROP COLUMN turn, DROP COLUMN caller_hash;
    `);
  }
}
