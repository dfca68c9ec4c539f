import Type, { type Static } from "typebox";
import { Email, Phone, PrivacyAccepted } from "../auth/account.ts";
import { Line } from "../line.ts";

const name = (title: string) => Line({ title, minLength: 1, maxLength: 160 });

/** Body of the contact call, and the rules of its form. */
export const ContactMessage = Type.Object(
  {
    name: name("El nombre"),
    phone: Type.Optional(Phone),
    email: Email,
    company: name("La empresa"),
    message: Type.String({ title: "El mensaje", minLength: 1, maxLength: 5000 }),
    privacyAccepted: PrivacyAccepted,
  },
  { additionalProperties: false },
);
export type ContactMessage = Static<typeof ContactMessage>;

/** Whether the message is linked to an account, and whose. */
export const ContactAnswer = Type.Object({
  hasUser: Type.Boolean(),
  user: Type.Optional(Type.Object({ firstName: Type.String(), lastName: Type.String() })),
});
export type ContactAnswer = Static<typeof ContactAnswer>;
