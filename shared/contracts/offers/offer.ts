import Type, { type Static } from "typebox";
import { Email, Phone } from "../auth/account.ts";
import { ContactMessage } from "../contact/message.ts";

/** Wordings of the consent by version. One that people gave stays, so that their version can still be read. */
export const OFFER_CONSENTS = {
  "2026-11":
    "Acepto que mi simulación y estos datos se envíen a la empresa, y que me escriba o me llame para prepararme una oferta en firme.",
} as const;
/** Version of the consent that the form asks for. */
export const OFFER_CONSENT_VERSION = "2026-11" satisfies keyof typeof OFFER_CONSENTS;

const { name, company } = ContactMessage.properties;

/** A buyer's request for a firm offer on a completed simulation, and the rules of its form. */
export const OfferRequest = Type.Object(
  {
    simulationId: Type.String({ title: "La simulación", format: "uuid" }),
    name,
    company,
    email: Email,
    phone: Type.Optional(Phone),
    message: Type.Optional(Type.String({ title: "El mensaje", maxLength: 2000 })),
    consent: Type.Literal(true, { title: "El consentimiento" }),
  },
  { additionalProperties: false },
);
export type OfferRequest = Static<typeof OfferRequest>;

/** The one request of this person for this simulation; sent again, it is the first. */
export const OfferAnswer = Type.Object({
  id: Type.String({ format: "uuid" }),
  receivedAt: Type.String({ format: "date-time" }),
  /** False for a request that was had already: nothing was stored or mailed. */
  isNew: Type.Boolean(),
});
export type OfferAnswer = Static<typeof OfferAnswer>;
