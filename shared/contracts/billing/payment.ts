import Type, { type Static } from "typebox";
import { Line } from "../line.ts";
import { WithdrawalRight } from "../withdrawal/right.ts";
import { PURCHASES_PAGE_SIZE } from "./prices.ts";

/** One-off purchases and their history. Amounts in minor units. */

const closed = { additionalProperties: false } as const;
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const DateTime = Type.String({ format: "date-time" });

/** Version of the terms that an order accepts; stored with it. */
export const TERMS_VERSION = "2026-11";

export const PAYMENT_STATUSES = ["pending", "paid", "failed", "refunded", "cancelled"] as const;
export const PaymentStatus = Type.Enum([...PAYMENT_STATUSES], { title: "El estado del pago" });
export type PaymentStatus = Static<typeof PaymentStatus>;

export const PAYMENT_KINDS = ["premium-report", "subscription"] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const CreatePaymentLink = Type.Object(
  {
    /** The simulation's id. */
    reportId: Type.String({ title: "El identificador del informe", format: "uuid" }),
    /** Accepted but ignored: the server decides price and currency. */
    amount: Type.Optional(Type.Unknown()),
    currency: Type.Optional(Type.Unknown()),
    reportTitle: Type.Optional(Line({ title: "El título del informe", maxLength: 200 })),
    /** The buyer asks for immediate delivery, knowing that it ends the right of withdrawal. */
    immediateDelivery: Type.Optional(Type.Boolean({ title: "La entrega inmediata" })),
  },
  closed,
);
export type CreatePaymentLink = Static<typeof CreatePaymentLink>;

export const PaymentLink = Type.Object({ payment_link_id: Type.String(), payment_link_url: Type.String() });
export type PaymentLink = Static<typeof PaymentLink>;

/** In test mode the provider charges nothing. */
export const PaymentMode = Type.Object({ testMode: Type.Boolean() });
export type PaymentMode = Static<typeof PaymentMode>;

/** Stripe's id of a checkout; the provider is not asked for anything else. */
const SessionId = Type.String({ title: "La sesión de pago", pattern: "^cs_[A-Za-z0-9_]+$", maxLength: 255 });

export const VerifySession = Type.Object({ sessionId: SessionId }, closed);

/** The provider's state of a checkout, as far as its buyer may see it. */
export const VerifiedPayment = Type.Object({
  id: Type.String(),
  amount_total: Type.Integer(),
  currency: Type.String(),
  status: PaymentStatus,
  /** The simulation's id. */
  reportId: Nullable(Type.String()),
});
export type VerifiedPayment = Static<typeof VerifiedPayment>;

export const Payment = Type.Object({
  id: Type.String({ format: "uuid" }),
  kind: Type.Enum([...PAYMENT_KINDS]),
  amount: Type.Integer(),
  currency: Type.String(),
  status: PaymentStatus,
  createdAt: DateTime,
  paidAt: Nullable(DateTime),
  stripeSessionId: Nullable(Type.String()),
  invoiceUrl: Nullable(Type.String()),
  productInfo: Type.Object({ reportTitle: Type.String() }),
  /**
   * null for a subscription. Title and site are those that the buyer gives the simulation now; once it has left their
   * list, the title is that of the order.
   */
  simulation: Nullable(Type.Object({ id: Type.String(), title: Type.String(), site: Nullable(Type.String()) })),
  customerInfo: Type.Object({ email: Nullable(Type.String()) }),
  /** null where nothing is paid, so that there is nothing to give back. */
  withdrawal: Nullable(WithdrawalRight),
});
export type Payment = Static<typeof Payment>;

export const PurchaseHistoryQuery = Type.Object(
  {
    page: Type.Optional(Type.Integer({ title: "La página", minimum: 1, maximum: 1_000_000, default: 1 })),
    limit: Type.Optional(
      Type.Integer({ title: "El tamaño de página", minimum: 1, maximum: 100, default: PURCHASES_PAGE_SIZE }),
    ),
    status: Type.Optional(PaymentStatus),
  },
  closed,
);
export type PurchaseHistoryQuery = Static<typeof PurchaseHistoryQuery>;

export const PurchaseHistory = Type.Object({
  payments: Type.Array(Payment),
  pagination: Type.Object({
    page: Type.Integer(),
    limit: Type.Integer(),
    total: Type.Integer(),
    pages: Type.Integer(),
  }),
});
export type PurchaseHistory = Static<typeof PurchaseHistory>;

export const PaymentStats = Type.Object({
  totalPayments: Type.Integer(),
  /** Sum of payments that were not refunded. */
  totalRevenue: Type.Integer(),
  stats: Type.Array(Type.Object({ status: PaymentStatus, count: Type.Integer() })),
});
export type PaymentStats = Static<typeof PaymentStats>;
