import type { MigrationInterface, QueryRunner } from "typeorm";

/** Purchases, subscriptions, what the payment provider tells, and reports. */
export class Billing1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE billing_customers (
        user_id uuid NOT NULL CONSTRAINT pk_billing_customers PRIMARY KEY
          CONSTRAINT fk_billing_customers_user REFERENCES users (id) ON DELETE CASCADE,
        stripe_customer_id text NOT NULL CONSTRAINT uq_billing_customers_stripe UNIQUE
      );

      CREATE TABLE payments (
        id uuid NOT NULL CONSTRAINT pk_payments PRIMARY KEY,
        user_id uuid CONSTRAINT fk_payments_user REFERENCES users (id) ON DELETE SET NULL,
        kind text NOT NULL CONSTRAINT ck_payments_kind CHECK (kind IN ('premium-report', 'subscription')),
        simulation_id uuid,
        title text NOT NULL,
        amount integer NOT NULL,
        refunded_amount integer NOT NULL DEFAULT 0,
        currency text NOT NULL,
        status text NOT NULL DEFAULT 'pending'
          CONSTRAINT ck_payments_status CHECK (status IN ('pending', 'paid', 'failed', 'refunded', 'cancelled')),
        customer_email text,
        payment_link_id text CONSTRAINT uq_payments_link UNIQUE,
        payment_link_url text,
        stripe_session_id text CONSTRAINT uq_payments_session UNIQUE,
        stripe_payment_intent_id text,
        stripe_invoice_id text CONSTRAINT uq_payments_invoice UNIQUE,
        invoice_url text,
        consent_at timestamptz,
        terms_version text,
        created_at timestamptz NOT NULL DEFAULT now(),
        paid_at timestamptz
      );
      CREATE UNIQUE INDEX uq_payments_live ON payments (user_id, simulation_id)
        WHERE kind = 'premium-report' AND status IN ('pending', 'failed', 'paid');
      CREATE INDEX ix_payments_user ON payments (user_id, created_at);
      CREATE INDEX ix_payments_open ON payments (created_at) WHERE status IN ('pending', 'failed');
      CREATE INDEX ix_payments_intent ON payments (stripe_payment_intent_id);

      CREATE TABLE subscriptions (
        id uuid NOT NULL CONSTRAINT pk_subscriptions PRIMARY KEY,
        user_id uuid CONSTRAINT fk_subscriptions_user REFERENCES users (id) ON DELETE SET NULL,
        product_slug text NOT NULL,
        status text NOT NULL DEFAULT 'pending',
        stripe_session_id text CONSTRAINT uq_subscriptions_session UNIQUE,
        stripe_subscription_id text CONSTRAINT uq_subscriptions_stripe UNIQUE,
        current_period_end timestamptz,
        trial_end timestamptz,
        cancel_at_period_end boolean NOT NULL DEFAULT false,
        past_due_since timestamptz,
        revision integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX uq_subscriptions_live ON subscriptions (user_id, product_slug)
        WHERE status IN ('pending', 'incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused');
      CREATE INDEX ix_subscriptions_user ON subscriptions (user_id);

      CREATE TABLE stripe_events (
        id text NOT NULL CONSTRAINT pk_stripe_events PRIMARY KEY,
        type text NOT NULL,
        object_id text NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        processed_at timestamptz,
        dead_at timestamptz,
        last_error text
      );
      CREATE INDEX ix_stripe_events_open ON stripe_events (received_at) WHERE processed_at IS NULL;

      CREATE TABLE reports (
        id uuid NOT NULL CONSTRAINT pk_reports PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_reports_user REFERENCES users (id) ON DELETE CASCADE,
        simulation_id uuid NOT NULL,
        simulation_created_at timestamptz NOT NULL,
        input_parameters jsonb NOT NULL,
        calculator_context jsonb,
        computation_id uuid NOT NULL CONSTRAINT fk_reports_computation REFERENCES computations (id),
        kind text NOT NULL CONSTRAINT ck_reports_kind CHECK (kind IN ('basic', 'premium')),
        status text NOT NULL DEFAULT 'pending'
          CONSTRAINT ck_reports_status CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
        run integer NOT NULL DEFAULT 1,
        file bytea,
        size integer,
        error_code text,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        CONSTRAINT uq_reports_simulation UNIQUE (user_id, simulation_id, kind)
      );
      CREATE INDEX ix_reports_computation ON reports (computation_id);
      CREATE INDEX ix_reports_unfinished ON reports (created_at) WHERE status IN ('pending', 'processing');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE reports, stripe_events, subscriptions, payments, billing_customers;");
  }
}
