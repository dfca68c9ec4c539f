import Type, { type Static } from "typebox";
import { COLOR } from "../color.ts";
import { Line } from "../line.ts";
import { formatNumber } from "../numbers.ts";

/** A subscriber's brand, under which proposals are made to their own clients. */

const closed = { additionalProperties: false } as const;

export const MOST_LOGO_BYTES = 150_000;
export const LOGO_TOO_LARGE = `El logotipo debe ocupar como mucho ${formatNumber(MOST_LOGO_BYTES / 1000)} kB.`;
export const MOST_LOGO_PIXELS = 2_000_000;

const BASE64 = { contentEncoding: "base64", pattern: "^[A-Za-z0-9+/]+={0,2}$" };
const Logo = Type.String({ title: "El logotipo", maxLength: 1.4 * MOST_LOGO_BYTES, ...BASE64 });

export const BrandCompany = Line({ title: "La empresa", minLength: 1, maxLength: 120 });
export const MOST_TEXT_LETTERS = 600;
export const BrandText = Line({ title: "El texto", maxLength: MOST_TEXT_LETTERS });

export const Brand = Type.Object(
  {
    company: BrandCompany,
    /** Of headings and cover, dark enough for white letters on it. */
    accent: Type.String({ title: "El color", pattern: COLOR }),
    /** The first words of a proposal; may be empty. */
    text: BrandText,
    /** A PNG or JPEG; left out, there is none. */
    logo: Type.Optional(Logo),
  },
  closed,
);
export type Brand = Static<typeof Brand>;

/** To whom a proposal is made, for which site, and until when it holds. */
export const Proposal = Type.Object(
  {
    client: Line({ title: "El cliente", minLength: 1, maxLength: 120 }),
    site: Line({ title: "El emplazamiento", minLength: 1, maxLength: 120 }),
    validUntil: Type.String({ title: "La fecha de validez", format: "date" }),
  },
  closed,
);
export type Proposal = Static<typeof Proposal>;
