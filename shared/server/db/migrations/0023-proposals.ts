import type { MigrationInterface, QueryRunner } from "typeorm";

/** Brands of accounts, and the reports that are proposals under them. */
export class Proposals1700000000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE brands (
        user_id uuid NOT NULL CONSTRAINT pk_brands PRIMARY KEY
          CONSTRAINT fk_brands_user REFERENCES users (id) ON DELETE CASCADE,
        company text NOT NULL,
        accent text NOT NULL CONSTRAINT ck_brands_accent CHECK (accent ~ '^#[0-9A-Fa-f]{6}$'),
        text text NOT NULL,
        logo bytea,
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      ALTER TABLE reports ADD COLUMN proposal jsonb;
      -- Checked of new rows alone: those before are of kinds that stay.
      ALTER TABLE reports DROP CONSTRAINT ck_reports_kind,
        ADD CONSTRAINT ck_reports_kind CHECK (kind IN ('basic', 'premium', 'workbook', 'proposal')) NOT VALID;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM reports WHERE kind = 'proposal';
      ALTER TABLE reports DROP COLUMN proposal, DROP CONSTRAINT ck_reports_kind,
        ADD CONSTRAINT ck_reports_kind CHECK (kind IN ('basic', 'premium', 'workbook')) NOT VALID;
      DROP TABLE brands;
    `);
  }
}
