import type { MigrationInterface, QueryRunner } from "typeorm";

/** Contract and bill stay off a link unless its owner ticks them, so links of before go on without. */
export class SharedContracts1700000000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE share_links ADD COLUMN shows_contract boolean NOT NULL DEFAULT false");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE share_links DROP COLUMN shows_contract");
  }
}
