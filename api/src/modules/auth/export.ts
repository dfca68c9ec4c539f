import { Readable } from "node:stream";
import { OFFERS_OF_USER } from "@ecotrim/server/accounts/accounts";
import { siteNameOf } from "@ecotrim/server/db/entities/user-simulation";
import type { Deps } from "../../deps.ts";
import { countAttempt, type Limit } from "../../rate-counts.ts";
import { type CurveReader, exportCurves } from "../curves/service.ts";

const EXPORTS_BY_USER: Limit = { max: 10, windowS: 3600 };

/** Personal data by table, without the simulations. Parameter: the user's id. */
const PARTS = {
  account: `SELECT id, email, first_name AS "firstName", last_name AS "lastName", company, phone,
                   email_confirmed_at AS "emailConfirmedAt", privacy_accepted_at AS "privacyAcceptedAt",
                   privacy_version AS "privacyVersion", notify_by_email AS "notifyByEmail",
                   last_seen_at AS "lastSeenAt", created_at AS "createdAt"
              FROM users WHERE id = $1`,
  sessions: `SELECT created_at AS "createdAt", expires_at AS "expiresAt" FROM sessions WHERE user_id = $1`,
  installations: `SELECT id, name, answers, created_at AS "createdAt", updated_at AS "updatedAt"
                    FROM installations WHERE user_id = $1 ORDER BY created_at`,
  sharedWith: `SELECT simulation_id AS "simulationId", email, created_at AS "createdAt"
                 FROM share_invitations WHERE invited_by = $1`,
  shareLinks: `SELECT simulation_id AS "simulationId", shows_contract AS "showsContract", created_at AS "createdAt"
                 FROM share_links WHERE user_id = $1`,
  notifications: `SELECT kind, subject_id AS "subjectId", data, created_at AS "createdAt", read_at AS "readAt"
                    FROM notifications WHERE user_id = $1 ORDER BY created_at`,
  mails: `SELECT kind, created_at AS "createdAt", settled_at AS "settledAt", outcome
            FROM mails WHERE user_id = $1 ORDER BY created_at`,
  contactMessages: `SELECT name, email, company, phone, message, created_at AS "createdAt"
                      FROM contact_messages WHERE user_id = $1`,
  offers: `SELECT simulation_id AS "simulationId", name, email, company, phone, message, sent,
                  consent_version AS "consentVersion", consent_at AS "consentAt", created_at AS "createdAt"
             FROM offers WHERE ${OFFERS_OF_USER} ORDER BY created_at`,
  billingCustomer: `SELECT stripe_customer_id AS "stripeCustomerId" FROM billing_customers WHERE user_id = $1`,
  payments: `SELECT id, kind, simulation_id AS "simulationId", title, amount, refunded_amount AS "refundedAmount",
                    currency, status, customer_email AS "customerEmail", invoice_url AS "invoiceUrl",
                    consent_at AS "consentAt", terms_version AS "termsVersion", created_at AS "createdAt",
                    paid_at AS "paidAt"
               FROM payments WHERE user_id = $1 ORDER BY created_at`,
  subscriptions: `SELECT product_slug AS product, status, trial_end AS "trialEnd",
                         current_period_end AS "currentPeriodEnd", created_at AS "createdAt"
                    FROM subscriptions WHERE user_id = $1`,
  brand: `SELECT company, accent, text, encode(logo, 'base64') AS logo, updated_at AS "updatedAt"
            FROM brands WHERE user_id = $1`,
  reports: `SELECT simulation_id AS "simulationId", kind, proposal, status, created_at AS "createdAt"
              FROM reports WHERE user_id = $1`,
  withdrawals: `SELECT name, email, contract, message, created_at AS "createdAt"
                  FROM withdrawals WHERE user_id = $1`,
} as const;

const HELD = `
  SELECT s.id FROM user_simulations held JOIN simulations s ON s.id = held.simulation_id
   WHERE held.user_id = $1 ORDER BY s.created_at, s.id`;

/** Parameters: the user's id and the ids of simulations. */
const SIMULATIONS = `
  SELECT s.id, s.created_at AS "createdAt", held.association_type AS "associationType",
         held.is_favorite AS "isFavorite", held.status, held.name, held.own_name AS "ownName", ${siteNameOf("held")} AS site,
         held.installation_id AS "installationId", held.metadata,
         s.input_parameters AS "inputParameters", s.calculator_context AS "calculatorContext", s.finance_terms AS "financeTerms",
         c.results -> 'summary' AS summary, s.own_results AS "externalResults"
    FROM user_simulations held
    JOIN simulations s ON s.id = held.simulation_id
    LEFT JOIN computations c ON c.id = s.computation_id AND s.own_status IS NULL
   WHERE held.user_id = $1 AND s.id = ANY($2) ORDER BY s.created_at, s.id`;
const SIMULATIONS_AT_A_TIME = 100;

/**
 * All personal data (GDPR art. 15 and 20) as JSON, from one snapshot of the database. Curves and the content of
 * simulations are read later in pieces, since they may exceed memory.
 * @throws AppError RATE_LIMITED.
 */
export async function exportAccount(deps: Deps, reader: CurveReader, userId: string): Promise<Readable> {
  await countAttempt(deps, ["export", userId], EXPORTS_BY_USER);
  return deps.dataSource.transaction("REPEATABLE READ", async (manager) => {
    const parts: Record<string, unknown> = { exportedAt: new Date().toISOString() };
    for (const [name, sql] of Object.entries(PARTS)) parts[name] = await manager.query(sql, [userId]);
    const held: { id: string }[] = await manager.query(HELD, [userId]);
    return Readable.from(
      pieces(
        deps,
        reader,
        userId,
        parts,
        held.map(({ id }) => id),
      ),
    );
  });
}

async function* pieces(
  deps: Deps,
  reader: CurveReader,
  userId: string,
  parts: Record<string, unknown>,
  held: string[],
) {
  // The object stays open for the lists of curves and simulations.
  yield `${JSON.stringify(parts).slice(0, -1)},"curves":[`;
  yield* inList(exportCurves(deps, reader, userId));
  yield '],"simulations":[';
  yield* inList(simulationsOf(deps, userId, held));
  yield "]}";
}

async function* inList(entries: AsyncIterable<object>) {
  let separator = "";
  for await (const entry of entries) {
    yield separator + JSON.stringify(entry);
    separator = ",";
  }
}

async function* simulationsOf({ dataSource }: Deps, userId: string, held: string[]) {
  for (let from = 0; from < held.length; from += SIMULATIONS_AT_A_TIME)
    yield* await dataSource.query(SIMULATIONS, [userId, held.slice(from, from + SIMULATIONS_AT_A_TIME)]);
}
