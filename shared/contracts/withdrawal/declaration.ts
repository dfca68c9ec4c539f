import Type, { type Static } from "typebox";
import { Email } from "../auth/account.ts";
import { Line } from "../line.ts";

/** A consumer's withdrawal from a contract (Directive 2011/83/EU, art. 11a). */
export const Withdrawal = Type.Object(
  {
    /** Chosen by the sender, which makes repeated declarations idempotent. */
    id: Type.Optional(Type.String({ title: "El identificador", format: "uuid" })),
    name: Line({ title: "El nombre", minLength: 1, maxLength: 160 }),
    email: Email,
    contract: Line({ title: "El contrato o pedido", minLength: 1, maxLength: 300 }),
    message: Type.Optional(Type.String({ title: "El mensaje", maxLength: 2000 })),
  },
  { additionalProperties: false },
);
export type Withdrawal = Static<typeof Withdrawal>;

/** Proof of receipt: the reference and the time. */
export const WithdrawalAnswer = Type.Object({
  id: Type.String({ format: "uuid" }),
  receivedAt: Type.String({ format: "date-time" }),
});
export type WithdrawalAnswer = Static<typeof WithdrawalAnswer>;

/** The part of the identifier that people use as reference. */
export const withdrawalReference = (id: string): string => id.slice(0, 8).toUpperCase();
