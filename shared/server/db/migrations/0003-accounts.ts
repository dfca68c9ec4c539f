import type { MigrationInterface, QueryRunner } from "typeorm";

/** Accounts, what they hold, and what they are told. */
export class Accounts1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- As people sort: accents and capitals aside, 2 MWh before 10 MWh.
      CREATE COLLATION es_natural (provider = icu, locale = 'es-u-kn-true');
      ALTER TABLE simulations ADD COLUMN name text NOT NULL DEFAULT 'Batería';

      CREATE TABLE users (
        id uuid NOT NULL CONSTRAINT pk_users PRIMARY KEY,
        email text NOT NULL CONSTRAINT uq_users_email UNIQUE,
        first_name text NOT NULL,
        last_name text NOT NULL,
        company text,
        phone text,
        password_hash text NOT NULL,
        email_confirmed_at timestamptz,
        privacy_accepted_at timestamptz NOT NULL,
        privacy_version text NOT NULL,
        notify_by_email boolean NOT NULL DEFAULT true,
        last_seen_at timestamptz NOT NULL DEFAULT now(),
        retention_warned_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX ix_users_last_seen ON users (last_seen_at);

      CREATE TABLE sessions (
        id uuid NOT NULL CONSTRAINT pk_sessions PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_sessions_user REFERENCES users (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX ix_sessions_user ON sessions (user_id);
      CREATE INDEX ix_sessions_expiry ON sessions (expires_at);

      CREATE TABLE link_tokens (
        token_hash text NOT NULL CONSTRAINT pk_link_tokens PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_link_tokens_user REFERENCES users (id) ON DELETE CASCADE,
        purpose text NOT NULL CONSTRAINT ck_link_tokens_purpose CHECK (purpose IN ('confirm-email', 'reset-password')),
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX ix_link_tokens_user ON link_tokens (user_id, purpose);

      CREATE TABLE rate_counts (
        key text NOT NULL CONSTRAINT pk_rate_counts PRIMARY KEY,
        hits integer NOT NULL,
        resets_at timestamptz NOT NULL
      );
      CREATE INDEX ix_rate_counts_reset ON rate_counts (resets_at);

      CREATE TABLE share_invitations (
        simulation_id uuid NOT NULL
          CONSTRAINT fk_share_invitations_simulation REFERENCES simulations (id) ON DELETE CASCADE,
        email text NOT NULL,
        invited_by uuid NOT NULL CONSTRAINT fk_share_invitations_user REFERENCES users (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_share_invitations PRIMARY KEY (simulation_id, email)
      );
      CREATE INDEX ix_share_invitations_email ON share_invitations (email);

      CREATE TABLE share_links (
        simulation_id uuid NOT NULL CONSTRAINT fk_share_links_simulation REFERENCES simulations (id) ON DELETE CASCADE,
        user_id uuid NOT NULL CONSTRAINT fk_share_links_user REFERENCES users (id) ON DELETE CASCADE,
        token text NOT NULL CONSTRAINT uq_share_links_token UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_share_links PRIMARY KEY (simulation_id, user_id)
      );

      CREATE TABLE notifications (
        id uuid NOT NULL CONSTRAINT pk_notifications PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_notifications_user REFERENCES users (id) ON DELETE CASCADE,
        kind text NOT NULL,
        subject_id text NOT NULL,
        occasion text NOT NULL,
        data jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL DEFAULT now(),
        delivered_at timestamptz,
        read_at timestamptz,
        CONSTRAINT uq_notifications_occasion UNIQUE (user_id, occasion)
      );
      CREATE INDEX ix_notifications_date ON notifications (user_id, created_at);
      CREATE INDEX ix_notifications_unread ON notifications (user_id) WHERE read_at IS NULL;

      CREATE TABLE mails (
        id uuid NOT NULL CONSTRAINT pk_mails PRIMARY KEY,
        kind text NOT NULL,
        user_id uuid CONSTRAINT fk_mails_user REFERENCES users (id) ON DELETE CASCADE,
        address text,
        subject_id text,
        send_after timestamptz NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        settled_at timestamptz,
        outcome text CONSTRAINT ck_mails_outcome CHECK (outcome IN ('sent', 'needless', 'failed')),
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX ix_mails_due ON mails (send_after) WHERE settled_at IS NULL;
      CREATE INDEX ix_mails_user ON mails (user_id);

      CREATE TABLE contact_messages (
        id uuid NOT NULL CONSTRAINT pk_contact_messages PRIMARY KEY,
        user_id uuid CONSTRAINT fk_contact_messages_user REFERENCES users (id) ON DELETE CASCADE,
        name text NOT NULL,
        email text NOT NULL,
        company text NOT NULL,
        phone text,
        message text NOT NULL,
        privacy_accepted_at timestamptz NOT NULL,
        privacy_version text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX ix_contact_messages_user ON contact_messages (user_id);
      CREATE INDEX ix_contact_messages_date ON contact_messages (created_at);

      CREATE TABLE user_simulations (
        user_id uuid NOT NULL CONSTRAINT fk_user_simulations_user REFERENCES users (id) ON DELETE CASCADE,
        simulation_id uuid NOT NULL
          CONSTRAINT fk_user_simulations_simulation REFERENCES simulations (id) ON DELETE CASCADE,
        association_type text NOT NULL DEFAULT 'creator'
          CONSTRAINT ck_user_simulations_association_type CHECK (association_type IN ('creator', 'shared')),
        is_favorite boolean NOT NULL DEFAULT false,
        metadata jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL DEFAULT now(),
        simulation_created_at timestamptz NOT NULL,
        status text NOT NULL
          CONSTRAINT ck_user_simulations_status CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
        name text COLLATE es_natural NOT NULL,
        savings double precision,
        CONSTRAINT pk_user_simulations PRIMARY KEY (user_id, simulation_id)
      );
      CREATE INDEX ix_user_simulations_simulation ON user_simulations (simulation_id);
      CREATE INDEX ix_user_simulations_date ON user_simulations (user_id, simulation_created_at, simulation_id);
      CREATE INDEX ix_user_simulations_status
        ON user_simulations (user_id, status, simulation_created_at, simulation_id);
      CREATE INDEX ix_user_simulations_name ON user_simulations (user_id, name, simulation_id);
      CREATE INDEX ix_user_simulations_savings
        ON user_simulations (user_id, savings DESC NULLS LAST, simulation_id DESC);
      CREATE INDEX ix_user_simulations_completed_name ON user_simulations (user_id, name, simulation_id)
        WHERE status = 'completed';
      CREATE INDEX ix_user_simulations_completed_savings
        ON user_simulations (user_id, savings DESC NULLS LAST, simulation_id DESC) WHERE status = 'completed';
      CREATE INDEX ix_user_simulations_favorite ON user_simulations (user_id, simulation_created_at, simulation_id)
        WHERE is_favorite;
      CREATE INDEX ix_simulations_created ON simulations (created_at);
    `);
    await runner.query(ECONOMICS);
    await runner.query(LISTED_FIGURES);
    await runner.query(TRIGGERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER tr_computations_listed ON computations;
      DROP TRIGGER tr_simulations_listed ON simulations;
      DROP INDEX ix_simulations_created;
      DROP TABLE user_simulations, contact_messages, mails, notifications, share_links, share_invitations,
        rate_counts, link_tokens, sessions, users;
      DROP FUNCTION copy_listed_figures_on_insert, copy_listed_figures_of_computation, copy_listed_figures_of_simulation;
      DROP VIEW listed_figures;
      DROP TRIGGER tr_computations_economics ON computations;
      DROP TRIGGER tr_simulations_economics ON simulations;
      DROP FUNCTION extract_economics, extract_own_economics, economics_of;
      ALTER TABLE computations DROP COLUMN economics;
      ALTER TABLE simulations DROP COLUMN name, DROP COLUMN own_economics;
      DROP COLLATION es_natural;
    `);
  }
}

/**
 * The figures lists show, kept beside the results: those are hundreds of kilobytes, of which reading one figure reads
 * all. In results of an API client's own shape one counts only where it is a number, or an array that begins with one.
 */
const ECONOMICS = `
  CREATE FUNCTION economics_of(results jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT jsonb_object_agg(name, CASE jsonb_typeof(value)
                                    WHEN 'number' THEN value
                                    WHEN 'array' THEN CASE jsonb_typeof(value -> 0) WHEN 'number' THEN value -> 0 END
                                  END)
      FROM (SELECT results #> '{kpi_new_table,economics}' AS given OFFSET 0) AS economics,
           unnest(ARRAY['savings', 'irr', 'npv', 'lcoe', 'payback_years']) AS name,
           LATERAL (SELECT given -> name AS value) AS figure
  $$;

  ALTER TABLE computations ADD COLUMN economics jsonb;
  UPDATE computations SET economics = economics_of(results) WHERE results IS NOT NULL;
  CREATE FUNCTION extract_economics() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.economics := economics_of(NEW.results);
    RETURN NEW;
  END $$;
  CREATE TRIGGER tr_computations_economics BEFORE INSERT OR UPDATE OF results ON computations
    FOR EACH ROW EXECUTE FUNCTION extract_economics();

  ALTER TABLE simulations ADD COLUMN own_economics jsonb;
  UPDATE simulations SET own_economics = economics_of(own_results) WHERE own_results IS NOT NULL;
  CREATE FUNCTION extract_own_economics() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.own_economics := economics_of(NEW.own_results);
    RETURN NEW;
  END $$;
  CREATE TRIGGER tr_simulations_economics BEFORE INSERT OR UPDATE OF own_results ON simulations
    FOR EACH ROW EXECUTE FUNCTION extract_own_economics();
`;

/** What lists say of a simulation, as its holder sees it: what the row says of itself wins over its computation. */
const LISTED_FIGURES = `
  CREATE VIEW listed_figures AS
  SELECT s.id AS simulation_id, s.computation_id, s.created_at,
         coalesce(s.own_status, c.status, 'pending') AS status,
         s.name,
         CASE coalesce(s.own_status, c.status)
           WHEN 'completed' THEN
             ((CASE WHEN s.own_status IS NULL THEN c.economics ELSE s.own_economics END) ->> 'savings')::float8
         END AS savings
    FROM simulations s LEFT JOIN computations c ON c.id = s.computation_id
`;

const COPY = (condition: string) => `
  UPDATE user_simulations held SET status = listed.status, savings = listed.savings
    FROM listed_figures listed
   WHERE ${condition} AND held.simulation_id = listed.simulation_id
     AND (held.status, held.savings) IS DISTINCT FROM (listed.status, listed.savings)`;

const TRIGGERS = `
  CREATE FUNCTION copy_listed_figures_on_insert() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- Whoever is changing them ends first, and whoever will finds the new row.
    PERFORM FROM simulations WHERE id = NEW.simulation_id FOR SHARE;
    PERFORM FROM computations WHERE id = (SELECT computation_id FROM simulations WHERE id = NEW.simulation_id) FOR SHARE;
    SELECT created_at, status, name, savings INTO NEW.simulation_created_at, NEW.status, NEW.name, NEW.savings
      FROM listed_figures WHERE simulation_id = NEW.simulation_id;
    RETURN NEW;
  END $$;
  CREATE TRIGGER tr_user_simulations_listed BEFORE INSERT ON user_simulations
    FOR EACH ROW EXECUTE FUNCTION copy_listed_figures_on_insert();

  CREATE FUNCTION copy_listed_figures_of_computation() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${COPY("listed.computation_id = NEW.id")};
    RETURN NULL;
  END $$;
  CREATE TRIGGER tr_computations_listed AFTER UPDATE OF status ON computations
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION copy_listed_figures_of_computation();

  CREATE FUNCTION copy_listed_figures_of_simulation() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- Whoever is ending the computation ends first: this row, unknown to them yet, would keep what was before.
    PERFORM FROM computations WHERE id = NEW.computation_id FOR SHARE;
    ${COPY("listed.simulation_id = NEW.id")};
    RETURN NULL;
  END $$;
  CREATE TRIGGER tr_simulations_listed AFTER UPDATE OF own_status, own_results, computation_id ON simulations
    FOR EACH ROW EXECUTE FUNCTION copy_listed_figures_of_simulation();
`;
