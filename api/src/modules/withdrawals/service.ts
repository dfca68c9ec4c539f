import { randomUUID } from "node:crypto";
import { AppError } from "@ecotrim/contracts/errors";
import type { Withdrawal, WithdrawalAnswer } from "@ecotrim/contracts/withdrawal/declaration";
import { type Withdrawal as Row, WithdrawalEntity } from "@ecotrim/server/db/entities/withdrawal";
import { dispatchMails, storeMail } from "@ecotrim/server/mail/outbox";
import type { Deps } from "../../deps.ts";
import { countReceipt } from "../../rate-counts.ts";

/**
 * Stores a declaration, idempotent by its identifier. Mails a receipt to its sender and a notice to the company.
 * @throws AppError IDEMPOTENCY_CONFLICT where another declaration has its identifier; RATE_LIMITED.
 */
export async function receiveWithdrawal(
  deps: Deps,
  { id = randomUUID(), name, email, contract, message }: Withdrawal,
  userId: string | null,
): Promise<WithdrawalAnswer> {
  const declared = {
    name: name.trim(),
    email,
    contract: contract.trim(),
    message: message?.trim() || null,
  };
  const { row, mails } = await deps.dataSource.transaction(async (manager) => {
    const [stored] = await manager.query(
      `INSERT INTO withdrawals (id, user_id, name, email, contract, message) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [id, userId, declared.name, declared.email, declared.contract, declared.message],
    );
    if (stored) await countReceipt({ ...deps, dataSource: manager }, "withdrawal", { email, userId });
    return {
      row: await manager.getRepository(WithdrawalEntity).findOneByOrFail({ id }),
      mails: stored
        ? [
            await storeMail(manager, { kind: "withdrawal-receipt", address: email, subjectId: id }),
            await storeMail(manager, { kind: "withdrawal", address: deps.env.CONTACT_EMAIL, subjectId: id }),
          ]
        : [],
    };
  });
  if (!isSame(row, declared)) throw new AppError("IDEMPOTENCY_CONFLICT");
  await dispatchMails(deps, mails);
  return { id, receivedAt: row.createdAt.toISOString() };
}

type Declared = Pick<Row, "name" | "email" | "contract" | "message">;

const isSame = (row: Declared, declared: Declared): boolean =>
  (["name", "email", "contract", "message"] as const).every((key) => row[key] === declared[key]);
