import { type Case, caseOf, readCase, storedInput } from "@ecotrim/contracts/simulations/input";
import type { Computation } from "@ecotrim/server/db/entities/computation";

/**
 * The case of a stored computation. One that an older version stored is completed with today's defaults, since its
 * result will be one of today's.
 */
export function caseOfRow({ input, inputCase }: Pick<Computation, "input" | "inputCase">): Case {
  const isOfToday = input.conversion_efficiency !== undefined;
  return isOfToday ? (inputCase ?? caseOf(input)) : readCase(storedInput(input));
}
