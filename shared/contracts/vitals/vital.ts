import Type, { type Static } from "typebox";
import { PAGES, UNKNOWN_PAGE } from "../website/pages.ts";

/** How a page felt to somebody who allowed to measure it: nothing in it tells who. */
export const Vital = Type.Object(
  {
    /** Largest paint and slowest interaction in milliseconds, layout shift as its score. */
    name: Type.Enum(["LCP", "INP", "CLS"], { title: "La medida" }),
    value: Type.Number({ title: "El valor", minimum: 0, maximum: 3_600_000 }),
    /** Pattern of the address the visit began at. */
    page: Type.Enum([...new Set([...PAGES, UNKNOWN_PAGE].map(({ path }) => path))], { title: "La página" }),
  },
  { additionalProperties: false },
);
export type Vital = Static<typeof Vital>;
