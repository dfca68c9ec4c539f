import type { MigrationInterface, QueryRunner } from "typeorm";

/** Sites of accounts, and the simulations that are of them. */
export class Installations1700000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE installations (
        id uuid NOT NULL CONSTRAINT pk_installations PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_installations_user REFERENCES users (id) ON DELETE CASCADE,
        name text NOT NULL CONSTRAINT ck_installations_name CHECK (
          char_length(name) BETWEEN 1 AND 120 AND name = btrim(name) AND name !~ '[\\u0001-\\u001f\\u007f-\\u009f]'),
        answers jsonb NOT NULL,
        idempotency_key text,
        request_hash text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX ix_installations_user ON installations (user_id, created_at);
      CREATE UNIQUE INDEX uq_installations_idempotency_key ON installations (idempotency_key)
        WHERE idempotency_key IS NOT NULL;

      -- Checked of new rows alone: none refers to a site yet.
      ALTER TABLE user_simulations ADD COLUMN installation_id uuid,
        ADD CONSTRAINT fk_user_simulations_installation FOREIGN KEY (installation_id)
          REFERENCES installations (id) ON DELETE SET NULL NOT VALID;
      CREATE INDEX ix_user_simulations_installation ON user_simulations (installation_id, simulation_created_at)
        WHERE installation_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE user_simulations SET site = installations.name FROM installations
       WHERE installations.id = installation_id AND site IS NULL;
      ALTER TABLE user_simulations DROP COLUMN installation_id;
      DROP TABLE installations;
    `);
  }
}
