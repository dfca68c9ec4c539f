import type { MigrationInterface, QueryRunner } from "typeorm";

/** The previous version stores rows without a case, so the column stays nullable until the next release fills it. */
export class Cases1700000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE computations ADD COLUMN input_case jsonb");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE computations DROP COLUMN input_case");
  }
}
