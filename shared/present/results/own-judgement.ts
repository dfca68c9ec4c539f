import type { Assumption } from "@ecotrim/contracts/simulations/result";
import { phrase, spell } from "../phrase.ts";

/** How the source of an assumption begins that has nothing but the product's own judgement behind it. */
export const OWN_JUDGEMENT = phrase`Criterio propio`;

export const isOwnJudgement = ({ source }: Pick<Assumption, "source">): boolean =>
  source.startsWith(spell(OWN_JUDGEMENT));
