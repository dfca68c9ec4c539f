import type { MigrationInterface, QueryRunner } from "typeorm";

const TABLES = ["simulations", "computations", "mails"];

/** Which request something came of: one id from the click to the result and its mail. */
export class RequestIds1700000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} ADD COLUMN request_id uuid`);
    await runner.query("CREATE INDEX ix_simulations_request ON simulations (request_id) WHERE request_id IS NOT NULL");
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN request_id`);
  }
}
