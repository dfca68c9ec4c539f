import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { AppError } from "@ecotrim/contracts/errors";
import type {
  Associate,
  NameSimulation,
  ShareByLink,
  ShareLink,
  Sharing,
} from "@ecotrim/contracts/simulations/association";
import type { OwnNames, SimulationRecord } from "@ecotrim/contracts/simulations/record";
import type { HourlySeries } from "@ecotrim/contracts/simulations/result";
import { sharedPath } from "@ecotrim/contracts/website/pages";
import { forgetSimulations } from "@ecotrim/server/accounts/accounts";
import { ShareInvitationEntity, ShareLinkEntity } from "@ecotrim/server/db/entities/sharing";
import { SimulationEntity } from "@ecotrim/server/db/entities/simulation";
import { UserEntity } from "@ecotrim/server/db/entities/user";
import { siteNameOf, UserSimulationEntity } from "@ecotrim/server/db/entities/user-simulation";
import { publicUrl } from "@ecotrim/server/env/env";
import { notify } from "@ecotrim/server/events/notify";
import { sendSignal } from "@ecotrim/server/events/signals";
import { dispatchMails, type StoredMail, storeMail } from "@ecotrim/server/mail/outbox";
import type { Deps, Transaction } from "../../deps.ts";
import { countAttempt, countMailTo, type Limit } from "../../rate-counts.ts";
import { keepVisitorsSite } from "../installations/service.ts";
import { hold, noteOpened, openRow, type Reader, readUnguarded } from "../simulations/service.ts";
import { summariesOf } from "./lists.ts";
import { withoutContract } from "./without-contract.ts";
import { withoutCurves } from "./without-curves.ts";

/** Other modules import from this file only. */
export { summariesOf };

/** A simulation in a user's list. */
export interface Held {
  userId: string;
  simulationId: string;
}

const unzip = promisify(gunzip);

/** People one simulation may be shared with by e-mail. */
const MAX_PEOPLE = 20;
/** Rate limit of invitations, since they mail people who did not ask for mail. */
const INVITATIONS_BY_USER: Limit = { max: 30, windowS: 3600 };

/**
 * Claims the simulation that an access token opens, in any state, with its answers as the account's first site;
 * idempotent.
 * @throws AppError SIMULATION_NOT_FOUND.
 */
export async function claim(
  deps: Deps,
  { userId, simulationId }: Held,
  accessToken: string | undefined,
  metadata: Associate["metadata"],
): Promise<void> {
  const row = await deps.dataSource.transaction(async (manager) => {
    // The lock guards against another holder who removes the simulation at this moment.
    await manager.query("SELECT 1 FROM simulations WHERE id = $1 FOR SHARE", [simulationId]);
    const opened = await openRow(manager, { id: simulationId, accessToken, userId }, "change");
    if (await hold(manager, { userId, simulationId }, metadata))
      await keepVisitorsSite(manager, { userId, simulationId }, opened);
    return opened;
  });
  // What follows a visitor's run may have been left until somebody opens it; what is in a list is followed at once.
  await noteOpened(deps, row, { userId });
}

/** @throws AppError SIMULATION_NOT_FOUND unless the user created or claimed it. */
async function requireCreator(manager: Transaction, { userId, simulationId }: Held): Promise<void> {
  const isCreator = await manager
    .getRepository(UserSimulationEntity)
    .existsBy({ userId, simulationId, associationType: "creator" });
  if (!isCreator) throw new AppError("SIMULATION_NOT_FOUND");
}

/**
 * Gives another person read access: at once if their address is confirmed, else on confirmation.
 * @throws AppError SIMULATION_NOT_FOUND, INVALID_INPUT, RATE_LIMITED.
 */
export async function share(deps: Deps, held: Held, givenEmail: string): Promise<void> {
  const email = givenEmail.trim().toLowerCase();
  await countAttempt(deps, ["share", held.userId], INVITATIONS_BY_USER);
  const mails = await deps.dataSource.transaction(async (manager) => {
    await manager.query("SELECT 1 FROM simulations WHERE id = $1 FOR UPDATE", [held.simulationId]);
    await requireCreator(manager, held);
    const sharer = await manager.getRepository(UserEntity).findOneByOrFail({ id: held.userId });
    const refuse = (message: string) => new AppError("INVALID_INPUT", { field: "email", message });
    if (sharer.email === email) throw refuse("Esta simulación ya es suya.");
    const people = await peopleOf(manager, held.simulationId);
    if (people.some((person) => person.email === email)) return [];
    if (people.length >= MAX_PEOPLE)
      throw refuse(`Una simulación puede compartirse con ${MAX_PEOPLE} personas como máximo.`);
    await countMailTo({ ...deps, dataSource: manager }, "share", email);
    // The lock waits for a concurrent confirmation, which would no longer see the invitation.
    const person = await manager
      .getRepository(UserEntity)
      .findOne({ where: { email }, lock: { mode: "pessimistic_read" } });
    if (person?.emailConfirmedAt) return giveAccess(deps, manager, { ...held, userId: person.id }, sharer);
    await manager
      .getRepository(ShareInvitationEntity)
      .insert({ simulationId: held.simulationId, email, invitedById: held.userId });
    return [await storeMail(manager, { kind: "share-invitation", address: email, subjectId: held.simulationId })];
  });
  await dispatchMails(deps, mails);
}

async function giveAccess(
  { env }: Deps,
  manager: Transaction,
  { userId, simulationId }: Held,
  sharer: { id: string; firstName: string; lastName: string },
): Promise<StoredMail[]> {
  const [given] = await manager.query(
    // What the sharer calls it stays theirs; the name of its site tells the other which factory it is of.
    `INSERT INTO user_simulations (user_id, simulation_id, association_type, metadata, site)
     VALUES ($1, $2, 'shared', '{"associationSource": "manual_share"}', (
       SELECT installations.name FROM user_simulations held JOIN installations ON installations.id = installation_id
        WHERE held.user_id = $3 AND simulation_id = $2))
     ON CONFLICT ON CONSTRAINT pk_user_simulations DO NOTHING RETURNING user_id`,
    [userId, simulationId, sharer.id],
  );
  if (!given) return [];
  const simulation = await manager.getRepository(SimulationEntity).findOneByOrFail({ id: simulationId });
  return notify(
    manager,
    {
      userId,
      kind: "simulation.shared",
      subjectId: simulationId,
      // The time makes each occasion new: access revoked and given again is notified again.
      occasion: new Date().toISOString(),
      data: { name: simulation.name, by: `${sharer.firstName} ${sharer.lastName}` },
    },
    env.NOTIFICATION_MAIL_DELAY_S,
  );
}

/** Turns the invitations of a confirmed address into associations of its account. */
export async function acceptInvitations(
  deps: Deps,
  manager: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<StoredMail[]> {
  const invitations = await manager
    .getRepository(ShareInvitationEntity)
    .find({ where: { email }, relations: { invitedBy: true } });
  const mails: StoredMail[] = [];
  for (const { simulationId, invitedBy } of invitations)
    mails.push(...(await giveAccess(deps, manager, { userId, simulationId }, invitedBy)));
  await manager.getRepository(ShareInvitationEntity).delete({ email });
  return mails;
}

async function peopleOf(manager: Transaction, simulationId: string): Promise<Sharing["people"]> {
  const rows = await manager.query(
    `SELECT email, false AS accepted, created_at AS "createdAt" FROM share_invitations WHERE simulation_id = $1
     UNION ALL
     SELECT u.email, true, held.created_at FROM user_simulations held JOIN users u ON u.id = held.user_id
      WHERE held.simulation_id = $1 AND held.association_type = 'shared'
     ORDER BY 3`,
    [simulationId],
  );
  return rows.map((row: { email: string; accepted: boolean; createdAt: Date }) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
  }));
}

/** Revokes a person's access; idempotent. @throws AppError SIMULATION_NOT_FOUND. */
export function unshare(deps: Deps, held: Held, givenEmail: string): Promise<void> {
  const email = givenEmail.trim().toLowerCase();
  return deps.dataSource.transaction(async (manager) => {
    await requireCreator(manager, held);
    await manager.getRepository(ShareInvitationEntity).delete({ simulationId: held.simulationId, email });
    const [taken] = await manager.query(
      `DELETE FROM user_simulations
        WHERE simulation_id = $1 AND association_type = 'shared'
          AND user_id = (SELECT id FROM users WHERE email = $2)
       RETURNING user_id AS "userId"`,
      [held.simulationId, email],
    );
    for (const { userId } of taken)
      await sendSignal(manager, { type: "access-taken", userId, simulationId: held.simulationId });
  });
}

const linkUrl = ({ env }: Deps, token: string): string => `${publicUrl(env)}${sharedPath(token)}`;

/** The people and the link a simulation is shared with. @throws AppError SIMULATION_NOT_FOUND. */
export async function readSharing(deps: Deps, held: Held): Promise<Sharing> {
  const { manager } = deps.dataSource;
  await requireCreator(manager, held);
  const link = await manager.getRepository(ShareLinkEntity).findOneBy({ ...held });
  return {
    link: link && writtenLink(deps, link),
    people: await peopleOf(manager, held.simulationId),
  };
}

const writtenLink = (
  deps: Deps,
  { token, showsContract, createdAt }: { token: string; showsContract: boolean; createdAt: Date },
): ShareLink => ({ url: linkUrl(deps, token), showsContract, createdAt: createdAt.toISOString() });

/** The live link of a simulation, made if there is none. @throws AppError SIMULATION_NOT_FOUND. */
export async function openShareLink(deps: Deps, held: Held, { showsContract }: ShareByLink): Promise<ShareLink> {
  const { manager } = deps.dataSource;
  await requireCreator(manager, held);
  const [link] = await manager.query(
    `INSERT INTO share_links (simulation_id, user_id, token, shows_contract) VALUES ($1, $2, $3, coalesce($4, false))
     ON CONFLICT ON CONSTRAINT pk_share_links
     DO UPDATE SET shows_contract = coalesce($4, share_links.shows_contract)
     RETURNING token, shows_contract AS "showsContract", created_at AS "createdAt"`,
    [held.simulationId, held.userId, randomBytes(16).toString("base64url"), showsContract],
  );
  return writtenLink(deps, link);
}

/** Revokes the share link. @throws AppError SIMULATION_NOT_FOUND. */
export async function revokeShareLink({ dataSource }: Deps, held: Held): Promise<void> {
  await requireCreator(dataSource.manager, held);
  await dataSource.getRepository(ShareLinkEntity).delete({ ...held });
}

/**
 * The simulation that a live link opens, or the link the company was sent with a request for an offer; null where its
 * reader has this version.
 * @throws AppError SHARE_NOT_FOUND.
 */
export async function readShared(
  deps: Deps,
  token: string,
  reader: Pick<Reader, "version" | "address">,
): Promise<SimulationRecord | null> {
  const [link] = await deps.dataSource.query(
    `SELECT simulation_id AS "simulationId", shows_contract AS "showsContract" FROM share_links WHERE token = $1
      UNION ALL SELECT simulation_id, false FROM offers WHERE token = $1 AND simulation_id IS NOT NULL`,
    [token],
  );
  if (!link) throw new AppError("SHARE_NOT_FOUND");
  const { simulationId: id, showsContract } = link;
  if (!showsContract) {
    const record = await readUnguarded(deps, { ...reader, id });
    return record && withoutCurves(withoutContract(record));
  }
  // Who read it while the bill was hidden has another version.
  const { version = "" } = reader;
  const known = version.endsWith(WITH_CONTRACT) ? version.slice(0, -WITH_CONTRACT.length) : undefined;
  const record = await readUnguarded(deps, { ...reader, id, version: known });
  return record && { ...withoutCurves(record), version: record.version + WITH_CONTRACT };
}

/** Ends the version of a shared record that shows the contract. */
const WITH_CONTRACT = "-bill";

/** @returns whether the simulation is now a favourite. @throws AppError SIMULATION_NOT_FOUND. */
export async function toggleFavorite({ dataSource }: Deps, { userId, simulationId }: Held): Promise<boolean> {
  const [[toggled]] = await dataSource.query(
    `UPDATE user_simulations SET is_favorite = NOT is_favorite WHERE user_id = $1 AND simulation_id = $2
  RETURNING is_favorite AS "isFavorite"`,
    [userId, simulationId],
  );
  if (!toggled) throw new AppError("SIMULATION_NOT_FOUND");
  return toggled.isFavorite;
}

/** Done twice it changes nothing. @returns what it is called from now on. @throws AppError SIMULATION_NOT_FOUND. */
export async function nameSimulation(
  { dataSource }: Deps,
  { userId, simulationId }: Held,
  { name, site }: NameSimulation,
): Promise<OwnNames> {
  const [[named]] = await dataSource.query(
    // The name of its site is no text of its own, so that it follows the site's.
    `UPDATE user_simulations held SET own_name = nullif(coalesce($3, own_name), ''),
            site = nullif(nullif(coalesce($4, site), ''), (SELECT name FROM installations WHERE id = installation_id))
      WHERE user_id = $1 AND simulation_id = $2
  RETURNING own_name AS name, ${siteNameOf("held")} AS site`,
    [userId, simulationId, name?.trim(), site?.trim()],
  );
  if (!named) throw new AppError("SIMULATION_NOT_FOUND");
  return named;
}

/**
 * Removes a simulation from a list. A simulation that no list holds any more is deleted, and its run is stopped.
 * @throws AppError SIMULATION_NOT_FOUND.
 */
export function letGo({ dataSource }: Deps, { userId, simulationId }: Held): Promise<void> {
  return dataSource.transaction(async (manager) => {
    if ((await forgetSimulations(manager, userId, [simulationId])) === 0) throw new AppError("SIMULATION_NOT_FOUND");
  });
}

/**
 * The hourly series of a completed simulation in the user's list.
 * @throws AppError SIMULATION_NOT_FOUND; NOT_FOUND for external results; WRONG_STATE while it is not completed.
 */
export async function readHours({ dataSource }: Deps, { userId, simulationId }: Held): Promise<HourlySeries> {
  const [row] = await dataSource.query(
    `SELECT CASE WHEN s.own_status IS NULL AND c.status = 'completed' THEN c.hourly END AS hourly,
            coalesce(s.own_status = 'completed', false) AS "isExternal"
       FROM user_simulations held
       JOIN simulations s ON s.id = held.simulation_id
       LEFT JOIN computations c ON c.id = s.computation_id
      WHERE held.user_id = $1 AND held.simulation_id = $2`,
    [userId, simulationId],
  );
  if (!row) throw new AppError("SIMULATION_NOT_FOUND");
  if (row.isExternal)
    throw new AppError("NOT_FOUND", { message: "Una simulación calculada fuera no tiene datos horarios." });
  if (!row.hourly)
    throw new AppError("WRONG_STATE", { message: "Solo hay datos horarios de simulaciones completadas." });
  return JSON.parse((await unzip(row.hourly)).toString());
}
