import { AppError } from "@ecotrim/contracts/errors";
import type { CaseSeries } from "@ecotrim/contracts/simulations/case-file";
import { type Case, caseOf, readCase, storedInput } from "@ecotrim/contracts/simulations/input";
import { unpackCurve } from "@ecotrim/curves/codec";
import { storedSeries } from "@ecotrim/curves/stored-series";
import type { Computation } from "@ecotrim/server/db/entities/computation";
import type { Database } from "./job.ts";

/**
 * The case of a stored computation. One that an older version stored is completed with today's defaults, since its
 * result will be one of today's.
 */
export function caseOfRow({ input, inputCase }: Pick<Computation, "input" | "inputCase">): Case {
  const isOfToday = input.conversion_efficiency !== undefined;
  return isOfToday ? (inputCase ?? caseOf(input)) : readCase(storedInput(input));
}

/**
 * The series of the curves that a case names, for run and studies alike.
 * @throws AppError CURVE_GONE where somebody has deleted one
 */
export async function seriesOfCase(dataSource: Database, input: Case): Promise<CaseSeries> {
  const { curve, pvCurve } = input;
  if (!curve && !pvCurve) return {};
  const hashes = [curve, pvCurve].flatMap((of) => of?.hash ?? []);
  const contents: { hash: string; series: Buffer }[] = await dataSource.query(
    "SELECT hash, series FROM curve_contents WHERE hash = ANY($1)",
    [hashes],
  );
  const contentOf = (of: Case["curve"]) => {
    if (!of) return undefined;
    const content = contents.find(({ hash }) => hash === of.hash);
    if (!content) throw new AppError("CURVE_GONE");
    return unpackCurve(content.series);
  };
  return storedSeries(input, { load: contentOf(curve), pv: contentOf(pvCurve) });
}
