import type { MigrationInterface, QueryRunner } from "typeorm";

export class Simulations1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE computations (
        id uuid NOT NULL CONSTRAINT pk_computations PRIMARY KEY,
        input_hash text NOT NULL,
        input jsonb NOT NULL,
        status text NOT NULL DEFAULT 'pending',
        run integer NOT NULL DEFAULT 1,
        attempt integer NOT NULL DEFAULT 0,
        progress jsonb,
        stages jsonb NOT NULL DEFAULT '[]',
        results jsonb,
        hourly bytea,
        error_code text,
        error_message text,
        engine_version text NOT NULL,
        tariff_version text,
        execution_time_ms integer,
        created_at timestamptz NOT NULL DEFAULT now(),
        enqueued_at timestamptz,
        started_at timestamptz,
        finished_at timestamptz,
        CONSTRAINT ck_computations_status CHECK (status IN ('pending', 'processing', 'completed', 'failed'))
      );
      CREATE UNIQUE INDEX uq_computations_input_hash ON computations (input_hash)
        WHERE status IN ('pending', 'processing', 'completed');
      CREATE INDEX ix_computations_unfinished ON computations (created_at)
        WHERE status IN ('pending', 'processing');

      CREATE TABLE simulations (
        id uuid NOT NULL CONSTRAINT pk_simulations PRIMARY KEY,
        computation_id uuid CONSTRAINT fk_simulations_computation REFERENCES computations (id),
        capability_hash text NOT NULL,
        input_parameters jsonb NOT NULL,
        calculator_context jsonb,
        source text NOT NULL DEFAULT 'platform',
        idempotency_key text,
        request_hash text,
        own_status text,
        own_error_code text,
        own_error_message text,
        own_results jsonb,
        own_execution_time_ms double precision,
        finished_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT ck_simulations_own_status CHECK (own_status IN ('completed', 'failed')),
        CONSTRAINT ck_simulations_source CHECK (source IN ('platform', 'external'))
      );
      CREATE INDEX ix_simulations_computation ON simulations (computation_id);
      CREATE UNIQUE INDEX uq_simulations_idempotency_key ON simulations (idempotency_key)
        WHERE idempotency_key IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE simulations; DROP TABLE computations;");
  }
}
