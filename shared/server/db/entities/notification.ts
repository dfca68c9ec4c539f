import type { NotificationData, NotificationKind } from "@ecotrim/contracts/notifications/notification";
import { EntitySchema } from "typeorm";
import type { User } from "./user.ts";

/** A notification of a user; `notify` creates it. */
export interface Notification {
  id: string;
  userId: string;
  user: User;
  kind: NotificationKind;
  subjectId: string;
  /** Idempotency key of the event: the same occasion is stored once. */
  occasion: string;
  data: NotificationData;
  createdAt: Date;
  /** Time at which a socket of the user acknowledged it; then no mail is sent. */
  deliveredAt: Date | null;
  readAt: Date | null;
}

export const NotificationEntity = new EntitySchema<Notification>({
  name: "Notification",
  tableName: "notifications",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_notifications" },
    userId: { name: "user_id", type: "uuid" },
    kind: { type: "text" },
    subjectId: { name: "subject_id", type: "text" },
    occasion: { type: "text" },
    data: { type: "jsonb", default: {} },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
    deliveredAt: { name: "delivered_at", type: "timestamptz", nullable: true },
    readAt: { name: "read_at", type: "timestamptz", nullable: true },
  },
  relations: {
    user: {
      type: "many-to-one",
      target: "User",
      onDelete: "CASCADE",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_notifications_user" },
    },
  },
  uniques: [{ name: "uq_notifications_occasion", columns: ["userId", "occasion"] }],
  indices: [
    { name: "ix_notifications_date", columns: ["userId", "createdAt"] },
    { name: "ix_notifications_unread", columns: ["userId"], where: "read_at IS NULL" },
  ],
});
