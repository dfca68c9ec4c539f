import type { MigrationInterface, QueryRunner } from "typeorm";

const NAMES = ["uncertainty", "sensitivity"];

/** What follows a completed run; runs completed before have none. */
export class FollowUps1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const name of NAMES) {
      await runner.query(`
        ALTER TABLE computations
          ADD COLUMN ${name}_status text CONSTRAINT ck_computations_${name}_status
            CHECK (${name}_status IN ('pending', 'processing', 'completed', 'failed')),
          ADD COLUMN ${name}_attempt integer NOT NULL DEFAULT 0,
          ADD COLUMN ${name} jsonb;
        CREATE INDEX ix_computations_unfinished_${name} ON computations (finished_at)
          WHERE ${name}_status IN ('pending', 'processing');
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of NAMES) {
      await runner.query(`
        ALTER TABLE computations DROP COLUMN ${name}_status, DROP COLUMN ${name}_attempt, DROP COLUMN ${name};
      `);
    }
  }
}
