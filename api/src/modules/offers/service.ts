import { randomBytes, randomUUID } from "node:crypto";
import { AppError } from "@ecotrim/contracts/errors";
import { OFFER_CONSENT_VERSION, type OfferAnswer, type OfferRequest } from "@ecotrim/contracts/offers/offer";
import { caseLine } from "@ecotrim/present/simulations/case-line";
import { isOfferable } from "@ecotrim/present/simulations/offerable";
import { OfferEntity, type OfferedCase } from "@ecotrim/server/db/entities/offer";
import { dispatchMails, storeMail } from "@ecotrim/server/mail/outbox";
import type { Deps } from "../../deps.ts";
import { countReceipt } from "../../rate-counts.ts";
import { openRow, recordOf, type SimulationRow } from "../simulations/service.ts";

interface Sender {
  userId: string | null;
  accessToken: string | undefined;
}

/**
 * Stores a request for a firm offer on a simulation that is its sender's own. One person has one for each simulation, and
 * asking again changes nothing in it. Mails the case to the company and a copy to the person.
 * @throws AppError SIMULATION_NOT_FOUND, NOT_OFFERABLE, RATE_LIMITED.
 */
export async function requestOffer(
  deps: Deps,
  { simulationId, email: givenEmail, ...person }: OfferRequest,
  { userId, accessToken }: Sender,
): Promise<OfferAnswer> {
  const email = givenEmail.toLowerCase();
  const { isNew, offer, mails } = await deps.dataSource.transaction(async (manager) => {
    const row = await openRow(manager, { id: simulationId, accessToken, userId: userId ?? undefined }, "change");
    const [stored] = await manager.query(
      `INSERT INTO offers (id, simulation_id, user_id, name, email, company, phone, message, sent, token,
                           consent_version, consent_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now())
       ON CONFLICT ON CONSTRAINT uq_offers_simulation_email DO NOTHING RETURNING id`,
      [
        randomUUID(),
        simulationId,
        userId,
        person.name.trim(),
        email,
        person.company.trim(),
        person.phone?.trim() || null,
        person.message?.trim() || null,
        offeredCase(row),
        randomBytes(16).toString("base64url"),
        OFFER_CONSENT_VERSION,
      ],
    );
    if (stored) {
      await countReceipt({ ...deps, dataSource: manager }, "offer", { email, userId });
    } else {
      // Whoever asked before logging in holds the request from now on, once the address is known to be theirs.
      await manager.query(
        `UPDATE offers SET user_id = users.id FROM users
          WHERE simulation_id = $1 AND offers.email = $2 AND user_id IS NULL
            AND users.id = $3 AND users.email = offers.email AND email_confirmed_at IS NOT NULL`,
        [simulationId, email, userId],
      );
    }
    return {
      isNew: Boolean(stored),
      offer: await manager.getRepository(OfferEntity).findOneByOrFail({ simulationId, email }),
      mails: stored
        ? [
            await storeMail(manager, { kind: "offer", address: deps.env.CONTACT_EMAIL, subjectId: stored.id }),
            // Of the account, with which the address goes.
            await storeMail(manager, { kind: "offer-copy", userId, address: email, subjectId: stored.id }),
          ]
        : [],
    };
  });
  await dispatchMails(deps, mails);
  return { id: offer.id, receivedAt: offer.createdAt.toISOString(), isNew };
}

/** @throws AppError NOT_OFFERABLE. */
function offeredCase(row: SimulationRow): OfferedCase {
  const record = recordOf(row);
  if (!isOfferable(record)) throw new AppError("NOT_OFFERABLE");
  const { results, verdict } = record;
  const { curve_id, pv_curve_id, ...inputParameters } = record.inputParameters;
  return {
    line: caseLine(record),
    verdict: { code: verdict.code, word: verdict.word, sentence: verdict.sentence },
    figures: results.summary,
    owner: results.owner,
    inputParameters,
    engineVersion: results.engine_version,
    tariffVersion: results.tariff_version,
  };
}
