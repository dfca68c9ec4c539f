import type { MigrationInterface, QueryRunner } from "typeorm";

/** Declarations of withdrawal from a contract. */
export class Withdrawals1700000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE withdrawals (
        id uuid NOT NULL CONSTRAINT pk_withdrawals PRIMARY KEY,
        user_id uuid CONSTRAINT fk_withdrawals_user REFERENCES users (id) ON DELETE SET NULL,
        name text NOT NULL,
        email text NOT NULL,
        contract text NOT NULL,
        message text,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX ix_withdrawals_user ON withdrawals (user_id);
      CREATE INDEX ix_withdrawals_date ON withdrawals (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE withdrawals;");
  }
}
