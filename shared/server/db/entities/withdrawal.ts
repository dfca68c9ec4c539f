import { EntitySchema } from "typeorm";
import type { User } from "./user.ts";

/** A consumer's withdrawal from a contract. It outlives the account, since it proves the declaration and its time. */
export interface Withdrawal {
  id: string;
  userId: string | null;
  user: User | null;
  name: string;
  email: string;
  /** The contract, in the consumer's words. */
  contract: string;
  message: string | null;
  createdAt: Date;
}

export const WithdrawalEntity = new EntitySchema<Withdrawal>({
  name: "Withdrawal",
  tableName: "withdrawals",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_withdrawals" },
    userId: { name: "user_id", type: "uuid", nullable: true },
    name: { type: "text" },
    email: { type: "text" },
    contract: { type: "text" },
    message: { type: "text", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
  },
  relations: {
    user: {
      type: "many-to-one",
      target: "User",
      nullable: true,
      onDelete: "SET NULL",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_withdrawals_user" },
    },
  },
  indices: [
    { name: "ix_withdrawals_user", columns: ["userId"] },
    { name: "ix_withdrawals_date", columns: ["createdAt"] },
  ],
});
