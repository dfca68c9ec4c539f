import type { MigrationInterface, QueryRunner } from "typeorm";

const TABLES = ["reports", "mails", "stripe_events"];

/** How many workers in a row died at a piece of work, so that it can be given up; and of which request a report came. */
export class UnendedTries1700000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`ALTER TABLE ${table} ADD COLUMN unended_tries integer NOT NULL DEFAULT 0`);
    await runner.query("ALTER TABLE reports ADD COLUMN request_id uuid");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE reports DROP COLUMN request_id");
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN unended_tries`);
  }
}
