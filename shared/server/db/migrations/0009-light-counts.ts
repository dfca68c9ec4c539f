import type { MigrationInterface, QueryRunner } from "typeorm";

/** Every request is counted, and no count is worth a wait for the disk: a crash of the server sets them to nothing. */
export class LightCounts1700000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE rate_counts SET UNLOGGED");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE rate_counts SET LOGGED");
  }
}
