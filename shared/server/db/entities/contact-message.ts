import { EntitySchema } from "typeorm";
import type { User } from "./user.ts";

/** A message from the contact page. */
export interface ContactMessage {
  id: string;
  userId: string | null;
  user: User | null;
  name: string;
  email: string;
  company: string;
  phone: string | null;
  message: string;
  /** Time of acceptance and accepted version of the privacy policy; null where the client sent none. */
  privacyAcceptedAt: Date | null;
  privacyVersion: string | null;
  createdAt: Date;
}

export const ContactMessageEntity = new EntitySchema<ContactMessage>({
  name: "ContactMessage",
  tableName: "contact_messages",
  columns: {
    id: { type: "uuid", primary: true, primaryKeyConstraintName: "pk_contact_messages" },
    userId: { name: "user_id", type: "uuid", nullable: true },
    name: { type: "text" },
    email: { type: "text" },
    company: { type: "text" },
    phone: { type: "text", nullable: true },
    message: { type: "text" },
    privacyAcceptedAt: { name: "privacy_accepted_at", type: "timestamptz", nullable: true },
    privacyVersion: { name: "privacy_version", type: "text", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", default: () => "now()" },
  },
  relations: {
    user: {
      type: "many-to-one",
      target: "User",
      nullable: true,
      onDelete: "CASCADE",
      joinColumn: { name: "user_id", foreignKeyConstraintName: "fk_contact_messages_user" },
    },
  },
  indices: [
    { name: "ix_contact_messages_user", columns: ["userId"] },
    { name: "ix_contact_messages_date", columns: ["createdAt"] },
  ],
});
