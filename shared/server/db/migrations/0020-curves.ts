import type { MigrationInterface, QueryRunner } from "typeorm";

/** Measured curves: contents by their hash, and the rows of those who sent them. */
export class Curves1700000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE curve_contents (
        hash text NOT NULL CONSTRAINT pk_curve_contents PRIMARY KEY,
        start_at timestamptz NOT NULL,
        step_minutes integer NOT NULL,
        steps integer NOT NULL,
        series bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE curves (
        id uuid NOT NULL CONSTRAINT pk_curves PRIMARY KEY,
        hash text NOT NULL CONSTRAINT fk_curves_content REFERENCES curve_contents (hash),
        kind text NOT NULL CONSTRAINT ck_curves_kind CHECK (kind IN ('load', 'pv')),
        user_id uuid CONSTRAINT fk_curves_user REFERENCES users (id) ON DELETE CASCADE,
        capability_hash text,
        idempotency_key text,
        request_hash text,
        report jsonb NOT NULL,
        summary jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT ck_curves_access CHECK (user_id IS NOT NULL OR capability_hash IS NOT NULL)
      );
      CREATE INDEX ix_curves_hash ON curves (hash);
      CREATE INDEX ix_curves_user ON curves (user_id) WHERE user_id IS NOT NULL;
      CREATE INDEX ix_curves_unclaimed ON curves (created_at) WHERE user_id IS NULL;
      CREATE UNIQUE INDEX uq_curves_idempotency_key ON curves (idempotency_key) WHERE idempotency_key IS NOT NULL;
      CREATE UNIQUE INDEX uq_curves_sent ON curves (user_id, hash) WHERE capability_hash IS NULL;
    `);
    // The bytes are compressed already.
    await runner.query("ALTER TABLE curve_contents ALTER COLUMN series SET STORAGE EXTERNAL");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE curves; DROP TABLE curve_contents;");
  }
}
