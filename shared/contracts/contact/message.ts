import Type, { type Static } from "typebox";
import { Email, Phone, PrivacyAccepted } from "../auth/account.ts";

const required = (title: string, maxLength: number) => Type.String({ title, minLength: 1, maxLength });

/** Body of the contact call, and the rules of its form. */
export const ContactMessage = Type.Object(
  {
    name: required("El nombre", 160),
    phone: Type.Optional(Phone),
    email: Email,
    company: required("La empresa", 160),
    message: required("El mensaje", 5000),
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
