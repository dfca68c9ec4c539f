import Type, { type Static } from "typebox";
import { Line } from "../line.ts";
import { MIN_PASSWORD_LENGTH } from "./limits.ts";

/** Bodies and answers of the account calls; forms take their rules from the same schemas. */

const name = (title: string) => Line({ title, minLength: 1, maxLength: 80 });
export const FirstName = name("El nombre");
export const LastName = name("El apellido");
/** Quoted local parts are refused, since mail programs may read more than one address in them. */
export const Email = Type.String({
  title: "El correo electrónico",
  format: "email",
  pattern: '^[^\\s",;:<>()\\[\\]\\\\]+$',
  maxLength: 254,
});
export const Company = Line({ title: "La empresa", maxLength: 160 });
export const Phone = Line({ title: "El teléfono", maxLength: 40 });
const password = (title: string) => Type.String({ title, minLength: MIN_PASSWORD_LENGTH, maxLength: 128 });
export const Password = password("La contraseña");
export const NewPassword = password("La nueva contraseña");
/** A password for comparison only: any text that is short enough to be hashed quickly. */
const givenPassword = (title: string) => Type.String({ title, minLength: 1, maxLength: 1024 });
const GivenPassword = givenPassword("La contraseña");

const closed = { additionalProperties: false } as const;

/** Version of the privacy policy that a registration accepts. */
export const PRIVACY_VERSION = "2026-11";

/** The pages ask for it; a client of the API may leave it out, and then no acceptance is stored. */
export const PrivacyAccepted = Type.Optional(
  Type.Literal(true, { title: "La aceptación de la política de privacidad" }),
);

export const Register = Type.Object(
  {
    firstName: FirstName,
    lastName: LastName,
    email: Email,
    password: Password,
    company: Type.Optional(Company),
    phone: Type.Optional(Phone),
    privacyAccepted: PrivacyAccepted,
  },
  closed,
);
export type Register = Static<typeof Register>;

export const Login = Type.Object(
  { email: Type.String({ title: "El correo electrónico", minLength: 1, maxLength: 254 }), password: GivenPassword },
  closed,
);
export type Login = Static<typeof Login>;

/** Empty or missing fields keep their value. */
export const UpdateProfile = Type.Object(
  {
    firstName: Type.Optional(Line({ title: "El nombre", maxLength: 80 })),
    lastName: Type.Optional(Line({ title: "El apellido", maxLength: 80 })),
    company: Type.Optional(Company),
    phone: Type.Optional(Phone),
  },
  closed,
);
export type UpdateProfile = Static<typeof UpdateProfile>;

export const ChangePassword = Type.Object(
  { currentPassword: givenPassword("La contraseña actual"), newPassword: NewPassword },
  closed,
);
export type ChangePassword = Static<typeof ChangePassword>;

export const ForgotPassword = Type.Object({ email: Email }, closed);

const LinkToken = Type.String({ title: "El código del enlace", minLength: 1, maxLength: 200 });
export const ResetPassword = Type.Object({ token: LinkToken, newPassword: NewPassword }, closed);
export type ResetPassword = Static<typeof ResetPassword>;
export const ConfirmEmail = Type.Object({ token: LinkToken }, closed);

export const DeleteAccount = Type.Object({ password: GivenPassword }, closed);

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const User = Type.Object({
  id: Type.String({ format: "uuid" }),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  company: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  createdAt: Type.String({ format: "date-time" }),
  emailConfirmed: Type.Boolean(),
});
export type User = Static<typeof User>;

/** Answer to registration and login; `token` is the bearer credential of a new session. */
export const Session = Type.Object({ token: Type.String(), user: User });
export type Session = Static<typeof Session>;
