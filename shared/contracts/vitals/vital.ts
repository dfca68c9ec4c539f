import Type, { type Static } from "typebox";
import { PAGES, UNKNOWN_PAGE } from "../website/pages.ts";

/** A Core Web Vital of a page, sent with the visitor's consent; it identifies nobody. */
export const Vital = Type.Object(
  {
    /** Largest paint and slowest interaction in milliseconds, layout shift as its score. */
    name: Type.Enum(["LCP", "INP", "CLS"], { title: "La medida" }),
    value: Type.Number({ title: "El valor", minimum: 0, maximum: 3_600_000 }),
    /** Route pattern of the address at which the visit began. */
    page: Type.Enum([...new Set([...PAGES, UNKNOWN_PAGE].map(({ path }) => path))], { title: "La página" }),
  },
  { additionalProperties: false },
);
export type Vital = Static<typeof Vital>;
