import type { DataSource } from "typeorm";
import type { OfferedCase } from "../db/entities/offer.ts";

/** What became of a mail: its outcome, `due` without one, `unknown` once its row is purged. */
export type MailFate = "sent" | "needless" | "failed" | "due" | "unknown";

/** A request for a firm offer, with the personal data that whoever answers it needs. */
export interface ListedOffer {
  id: string;
  at: Date;
  name: string;
  company: string;
  email: string;
  phone: string | null;
  message: string | null;
  simulationId: string | null;
  case: string;
  verdict: OfferedCase["verdict"];
  figures: OfferedCase["figures"];
  consentVersion: string;
  mailToCompany: MailFate;
  copyToPerson: MailFate;
}

const fateOf = (kind: "offer" | "offer-copy"): string =>
  `coalesce((SELECT coalesce(outcome, 'due') FROM mails WHERE kind = '${kind}' AND subject_id = offers.id::text), 'unknown')`;

/** All requests for a firm offer, the newest first. */
export const readOffers = (dataSource: Pick<DataSource, "query">): Promise<ListedOffer[]> =>
  dataSource.query(
    `SELECT id, created_at AS at, name, company, email, phone, message, simulation_id AS "simulationId",
            sent ->> 'line' AS case, sent -> 'verdict' AS verdict, sent -> 'figures' AS figures,
            consent_version AS "consentVersion", ${fateOf("offer")} AS "mailToCompany",
            ${fateOf("offer-copy")} AS "copyToPerson"
       FROM offers ORDER BY created_at DESC, id`,
  );

/** SQL: requests that the company was not mailed, or not yet. */
export const UNSENT_OFFERS =
  "SELECT count(*)::int FROM mails WHERE kind = 'offer' AND (outcome IS NULL OR outcome = 'failed')";
