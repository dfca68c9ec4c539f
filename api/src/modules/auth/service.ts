import { randomUUID } from "node:crypto";
import type {
  ChangePassword,
  Login,
  Register,
  ResetPassword,
  UpdateProfile,
  User,
} from "@ecotrim/contracts/auth/account";
import { AppError } from "@ecotrim/contracts/errors";
import { deleteAccount } from "@ecotrim/server/accounts/accounts";
import { endSubscriptionsOf } from "@ecotrim/server/billing/subscriptions";
import { SessionEntity } from "@ecotrim/server/db/entities/session";
import { UserEntity, type User as UserRow } from "@ecotrim/server/db/entities/user";
import { signalEndedSessions } from "@ecotrim/server/events/signals";
import { ownerOfLinkToken, spendLinkToken } from "@ecotrim/server/mail/link-tokens";
import { dispatchMails, type StoredMail, sendMail, storeMail } from "@ecotrim/server/mail/outbox";
import type { Deps, Transaction } from "../../deps.ts";
import type { CurrentSession } from "../../plugins/sessions.ts";
import { acceptance } from "../../privacy.ts";
import {
  attemptsOn,
  countAttempt,
  countMailTo,
  forgetAttempts,
  forgiveAttempts,
  type Limit,
  networkOf,
  rememberPlace,
} from "../../rate-counts.ts";
import { closeOrdersOf } from "../billing/service.ts";
import { acceptInvitations } from "../user-simulations/service.ts";
import { hashPassword, isPassword, refuseCommon } from "./passwords.ts";

/** Opens a session and returns its token. */
type OpenSession = (manager: Transaction, userId: string) => Promise<string>;

export interface OpenedSession {
  token: string;
  user: User;
}

const HOUR_S = 3600;
/**
 * Login rate limits: from one address to one account, and to one account from anywhere. A setting limits the logins
 * from one address.
 */
const LOGINS_BY_ADDRESS: Limit = { max: 5, windowS: 60 };
const LOGINS_BY_ACCOUNT: Limit = { max: 20, windowS: HOUR_S };
/** Rate limit on mailed links for one person, from any address. */
const LINKS_BY_PERSON: Limit = { max: 5, windowS: HOUR_S };

const normalEmail = (email: string): string => email.trim().toLowerCase();
const orNull = (text: string | undefined): string | null => text?.trim() || null;

export const userOf = (row: UserRow): User => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  company: row.company,
  phone: row.phone,
  createdAt: row.createdAt.toISOString(),
  emailConfirmed: row.emailConfirmedAt !== null,
});

/**
 * Opens an account and logs in to it.
 * @throws AppError EMAIL_TAKEN, RATE_LIMITED, INVALID_INPUT for names of blanks.
 */
export async function register(
  deps: Deps,
  openSession: OpenSession,
  { password, email, firstName, lastName, company, phone, ...given }: Register,
  ip: string,
): Promise<OpenedSession> {
  await limitByAddress(deps, "register", ip);
  for (const [field, value] of Object.entries({ firstName, lastName }))
    if (!value.trim())
      throw new AppError("INVALID_INPUT", { field, message: "Por favor completa todos los campos obligatorios." });
  refuseCommon(password, "password");
  const passwordHash = await hashPassword(password);
  const id = randomUUID();
  const [opened, mail] = await deps.dataSource.transaction(async (manager) => {
    const users = manager.getRepository(UserEntity);
    // Conflicts are ignored rather than refused: the database logs what it refuses, e-mail addresses included.
    const { raw } = await users
      .createQueryBuilder()
      .insert()
      .values({
        id,
        email: normalEmail(email),
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        company: orNull(company),
        phone: orNull(phone),
        passwordHash,
        ...acceptance(given),
      })
      .orIgnore()
      .returning("id")
      .execute();
    if (raw.length === 0) throw new AppError("EMAIL_TAKEN", { field: "email" });
    // An account may be opened and deleted again and again.
    await countMailTo({ ...deps, dataSource: manager }, "register", email);
    const token = await openSession(manager, id);
    const user = userOf(await users.findOneByOrFail({ id }));
    return [{ token, user }, await storeMail(manager, { kind: "confirm-email", userId: id })] as const;
  });
  await rememberPlace(deps, ip, normalEmail(email));
  await dispatchMails(deps, [mail]);
  return opened;
}

/** @throws AppError INVALID_CREDENTIALS, the same for unknown addresses and wrong passwords; RATE_LIMITED. */
export async function login(
  deps: Deps,
  openSession: OpenSession,
  { email, password }: Login,
  ip: string,
): Promise<OpenedSession> {
  const address = normalEmail(email);
  const byAddress = ["login", networkOf(ip), address];
  // Counted first, so that a caller who tries one account after another costs no more than this query.
  const fromNetwork = ["login from", networkOf(ip)];
  await countAttempt(deps, fromNetwork, {
    max: deps.env.RATE_LIMIT_LOGINS_PER_HOUR,
    windowS: HOUR_S,
  });
  await countAttempt(deps, byAddress, LOGINS_BY_ADDRESS);
  const onAccount = await attemptsOn(deps, "login", address, ip);
  await countAttempt(deps, onAccount, LOGINS_BY_ACCOUNT);
  const row = await withPassword(deps, { email: address });
  if (!(await isPassword(password, row?.passwordHash)) || !row) {
    deps.logger.warn({ user: row?.id ?? null }, "login refused");
    throw new AppError("INVALID_CREDENTIALS");
  }
  await forgetAttempts(deps, byAddress);
  await forgiveAttempts(deps, [fromNetwork, onAccount]);
  await rememberPlace(deps, ip, address);
  const token = await deps.dataSource.transaction(async (manager) => {
    // A password changed since the comparison must not open a session.
    const { affected } = await manager
      .getRepository(UserEntity)
      .update({ id: row.id, passwordHash: row.passwordHash }, { lastSeenAt: new Date(), retentionWarnedAt: null });
    if (affected !== 1) throw new AppError("INVALID_CREDENTIALS");
    return openSession(manager, row.id);
  });
  deps.logger.info({ user: row.id }, "logged in");
  return { token, user: userOf(row) };
}

const withPassword = ({ dataSource }: Deps, where: { email: string } | { id: string }): Promise<UserRow | null> =>
  dataSource.getRepository(UserEntity).createQueryBuilder("user").addSelect("user.passwordHash").where(where).getOne();

const limitByAddress = (deps: Deps, what: "register" | "forgot" | "reset" | "resend", ip: string) =>
  countAttempt(deps, [what, networkOf(ip)], { max: deps.env.RATE_LIMIT_ACCOUNTS_PER_HOUR, windowS: HOUR_S });

/** @throws AppError UNAUTHENTICATED for an account that was deleted meanwhile. */
export async function readUser({ dataSource }: Deps, id: string): Promise<User> {
  const row = await dataSource.getRepository(UserEntity).findOneBy({ id });
  if (!row) throw new AppError("UNAUTHENTICATED");
  return userOf(row);
}

/** Updates a profile; empty fields keep their value. */
export async function updateProfile(deps: Deps, id: string, changes: UpdateProfile): Promise<User> {
  const given = Object.entries(changes).flatMap(([key, value]) => (value?.trim() ? [[key, value.trim()]] : []));
  if (given.length > 0) await deps.dataSource.getRepository(UserEntity).update({ id }, Object.fromEntries(given));
  return readUser(deps, id);
}

/** Changes the password and ends the other sessions. @throws AppError WRONG_PASSWORD, RATE_LIMITED. */
export async function changePassword(
  deps: Deps,
  session: CurrentSession,
  { currentPassword, newPassword }: ChangePassword,
): Promise<void> {
  await checkPassword(deps, session.userId, currentPassword, "currentPassword");
  refuseCommon(newPassword, "newPassword");
  const passwordHash = await hashPassword(newPassword);
  const mail = await deps.dataSource.transaction((manager) =>
    setPassword(manager, { userId: session.userId, passwordHash, keptSession: session.id }),
  );
  deps.logger.info({ user: session.userId }, "password changed");
  await dispatchMails(deps, [mail]);
}

/** Sets a password, ends all sessions but `keptSession` and invalidates links for a new password. */
async function setPassword(
  manager: Transaction,
  { userId, passwordHash, keptSession }: { userId: string; passwordHash: string; keptSession?: string },
): Promise<StoredMail> {
  // The user's row is locked first: a concurrent login that holds the lock has opened its session before sessions are
  // ended.
  await manager.getRepository(UserEntity).update({ id: userId }, { passwordHash });
  await endSessions(manager, userId, keptSession);
  await manager.query(
    "UPDATE link_tokens SET used_at = now() WHERE user_id = $1 AND purpose = 'reset-password' AND used_at IS NULL",
    [userId],
  );
  return storeMail(manager, { kind: "password-changed", userId });
}

async function checkPassword(deps: Deps, id: string, password: string, field: string): Promise<void> {
  await countAttempt(deps, ["password", id], LOGINS_BY_ACCOUNT);
  const row = await withPassword(deps, { id });
  if (await isPassword(password, row?.passwordHash)) return;
  deps.logger.warn({ user: id }, "password refused");
  throw new AppError("WRONG_PASSWORD", { field });
}

/** Ends every session of a user but one, and its sockets. */
async function endSessions(manager: Transaction, userId: string, but?: string): Promise<void> {
  const [ended] = await manager.query(
    "DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2 RETURNING id",
    [userId, but ?? null],
  );
  await signalEndedSessions(
    manager,
    ended.map(({ id }: { id: string }) => id),
  );
}

export async function logout({ dataSource }: Deps, { id }: CurrentSession): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.getRepository(SessionEntity).delete({ id });
    await signalEndedSessions(manager, [id]);
  });
}

/**
 * Mails a link for a new password. Neither the answer nor its time reveals whether an account exists. Without an
 * account a mail is stored as well, and the worker drops it.
 * @throws AppError RATE_LIMITED.
 */
export async function forgotPassword(deps: Deps, email: string, ip: string): Promise<void> {
  await limitByAddress(deps, "forgot", ip);
  const address = normalEmail(email);
  await countAttempt(deps, await attemptsOn(deps, "forgot of", address, ip), LINKS_BY_PERSON);
  const user = await deps.dataSource.getRepository(UserEntity).findOneBy({ email: address });
  await sendMail(deps, { kind: "reset-password", userId: user?.id ?? null });
}

/**
 * Ends every session and confirms the address, since the link arrived there.
 * @throws AppError LINK_INVALID, RATE_LIMITED.
 */
export async function resetPassword(deps: Deps, { token, newPassword }: ResetPassword, ip: string): Promise<void> {
  await limitByAddress(deps, "reset", ip);
  refuseCommon(newPassword, "newPassword");
  const passwordHash = await hashPassword(newPassword);
  const mails = await deps.dataSource.transaction(async (manager) => {
    const userId = await spendLinkToken(manager, { token, purpose: "reset-password" });
    if (!userId) throw new AppError("LINK_INVALID");
    deps.logger.info({ user: userId }, "password chosen by link");
    const { email } = await manager.getRepository(UserEntity).findOneByOrFail({ id: userId });
    // The owner has proved to be one: failures of strangers must not keep the new password out.
    await forgetAttempts({ ...deps, dataSource: manager }, ["login", email]);
    return [await setPassword(manager, { userId, passwordHash }), ...(await confirm(deps, manager, userId))];
  });
  await dispatchMails(deps, mails);
}

/** Confirms an address; idempotent for the same link. @throws AppError LINK_INVALID. */
export async function confirmEmail(deps: Deps, token: string): Promise<void> {
  const purpose = "confirm-email";
  const mails = await deps.dataSource.transaction(async (manager) => {
    const userId =
      (await spendLinkToken(manager, { token, purpose })) ?? (await ownerOfLinkToken(manager, { token, purpose }));
    if (!userId) throw new AppError("LINK_INVALID");
    return confirm(deps, manager, userId);
  });
  await dispatchMails(deps, mails);
}

/** Confirms the address and gives the account what was shared with it. */
async function confirm(deps: Deps, manager: Transaction, userId: string): Promise<StoredMail[]> {
  const users = manager.getRepository(UserEntity);
  const { email, emailConfirmedAt } = await users.findOneByOrFail({ id: userId });
  if (emailConfirmedAt) return [];
  await users.update({ id: userId }, { emailConfirmedAt: new Date() });
  return acceptInvitations(deps, manager, { userId, email });
}

/** Mails the confirmation link again, unless the address is confirmed. @throws AppError RATE_LIMITED. */
export async function resendConfirmation(deps: Deps, userId: string, ip: string): Promise<void> {
  await limitByAddress(deps, "resend", ip);
  await countAttempt(deps, ["resend of", userId], LINKS_BY_PERSON);
  const { emailConfirmed } = await readUser(deps, userId);
  if (!emailConfirmed) await sendMail(deps, { kind: "confirm-email", userId });
}

/** Deletes the account for good. @throws AppError WRONG_PASSWORD, RATE_LIMITED, PAYMENT_PROVIDER_UNAVAILABLE. */
export async function closeAccount(deps: Deps, { userId }: CurrentSession, password: string): Promise<void> {
  await checkPassword(deps, userId, password, "password");
  // Subscriptions end first, since an account that is gone could not end them.
  await endSubscriptionsOf(deps, userId);
  await closeOrdersOf(deps, userId);
  const mails = await deps.dataSource.transaction(async (manager) => {
    const address = await deleteAccount(manager, userId);
    return address ? [await storeMail(manager, { kind: "account-deleted", address })] : [];
  });
  deps.logger.info({ user: userId }, "account deleted");
  await dispatchMails(deps, mails);
}
