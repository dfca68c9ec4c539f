import { randomUUID } from "node:crypto";
import type { ContactAnswer, ContactMessage } from "@ecotrim/contracts/contact/message";
import { ContactMessageEntity } from "@ecotrim/server/db/entities/contact-message";
import { UserEntity } from "@ecotrim/server/db/entities/user";
import { dispatchMails, storeMail } from "@ecotrim/server/mail/outbox";
import type { Deps } from "../../deps.ts";
import { acceptance } from "../../privacy.ts";

/** Stores a message, linked to the sender's account if there is one, and mails it to the company. */
export async function receiveMessage(
  deps: Deps,
  { name, email, company, phone, message, ...given }: ContactMessage,
  userId: string | null,
): Promise<ContactAnswer> {
  const id = randomUUID();
  const mail = await deps.dataSource.transaction(async (manager) => {
    await manager.getRepository(ContactMessageEntity).insert({
      id,
      userId,
      name,
      email,
      company,
      phone: phone?.trim() || null,
      message,
      ...acceptance(given),
    });
    return storeMail(manager, { kind: "contact", address: deps.env.CONTACT_EMAIL, subjectId: id });
  });
  await dispatchMails(deps, [mail]);
  const user = userId === null ? null : await deps.dataSource.getRepository(UserEntity).findOneBy({ id: userId });
  return user ? { hasUser: true, user: { firstName: user.firstName, lastName: user.lastName } } : { hasUser: false };
}
