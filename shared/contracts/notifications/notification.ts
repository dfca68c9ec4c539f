import Type, { type Static } from "typebox";
import { ReportKind } from "../reports/report.ts";

/** Notifications of a user: stored, shown by the bell, and mailed where no browser showed them. */

export const NOTIFICATION_KINDS = [
  "simulation.completed",
  "simulation.failed",
  "simulation.shared",
  "report.ready",
  "report.failed",
  "payment.paid",
  "payment.failed",
  "payment.refunded",
  "subscription.active",
  "subscription.past_due",
  "subscription.ended",
] as const;
export const NotificationKind = Type.Enum([...NOTIFICATION_KINDS]);
export type NotificationKind = Static<typeof NotificationKind>;

/** Figures and names for the notification's sentence; ids and short texts only. */
export const NotificationData = Type.Object(
  {
    /** The simulation's name: the one its holder gave, else its battery's. */
    name: Type.Optional(Type.String()),
    /** EUR a year; null where a revenue share makes it another's than the value. */
    savings: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    /** EUR; absent in notifications of an old model, whose saving is told no more. */
    npv: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    /** The sentence of a verdict that waits for no scenarios. */
    verdict: Type.Optional(Type.String()),
    /** Reason of the failure: a sentence of the error catalogue. */
    reason: Type.Optional(Type.String()),
    /** Name of the person who shared it. */
    by: Type.Optional(Type.String()),
    reportKind: Type.Optional(ReportKind),
    /** Minor units and ISO currency. */
    amount: Type.Optional(Type.Integer()),
    currency: Type.Optional(Type.String()),
    product: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type NotificationData = Static<typeof NotificationData>;

export const Notification = Type.Object({
  id: Type.String({ format: "uuid" }),
  kind: NotificationKind,
  /** The simulation, report, payment or subscription that the notification is about. */
  subjectId: Type.String(),
  data: NotificationData,
  createdAt: Type.String({ format: "date-time" }),
  readAt: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
});
export type Notification = Static<typeof Notification>;

/** The newest first; `unread` counts all unread ones. */
export const NotificationList = Type.Object({
  notifications: Type.Array(Notification),
  unread: Type.Integer({ minimum: 0 }),
});
export type NotificationList = Static<typeof NotificationList>;

export const NOTIFICATION_LIST_SIZE = 50;

/** Whether results are mailed while the user is away. */
export const NotificationPreferences = Type.Object(
  { email: Type.Boolean({ title: "El aviso por correo" }) },
  { additionalProperties: false },
);
export type NotificationPreferences = Static<typeof NotificationPreferences>;
