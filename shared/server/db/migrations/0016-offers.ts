import type { MigrationInterface, QueryRunner } from "typeorm";

/** Requests for a firm offer: one of a person for a simulation. */
export class Offers1700000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE offers (
        id uuid NOT NULL CONSTRAINT pk_offers PRIMARY KEY,
        simulation_id uuid CONSTRAINT fk_offers_simulation REFERENCES simulations (id) ON DELETE SET NULL,
        user_id uuid CONSTRAINT fk_offers_user REFERENCES users (id) ON DELETE CASCADE,
        name text NOT NULL,
        email text NOT NULL,
        company text NOT NULL,
        phone text,
        message text,
        sent jsonb NOT NULL,
        token text NOT NULL,
        consent_version text NOT NULL,
        consent_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT uq_offers_simulation_email UNIQUE (simulation_id, email),
        CONSTRAINT uq_offers_token UNIQUE (token)
      );
      CREATE INDEX ix_offers_user ON offers (user_id);
      CREATE INDEX ix_offers_date ON offers (created_at);
      CREATE INDEX ix_mails_offers ON mails (subject_id) WHERE kind IN ('offer', 'offer-copy');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE offers; DROP INDEX ix_mails_offers;");
  }
}
