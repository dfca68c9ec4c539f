import type { CurveReport, Repair } from "@ecotrim/contracts/curves/curve";
import { ESTIMATED } from "./flags.ts";
import type { Net } from "./net.ts";
import type { CurveReading } from "./read-curve.ts";
import type { CurveFigures } from "./summary.ts";
import { countOf } from "./trust.ts";
import type { Year } from "./year.ts";

interface Behind extends Pick<Net, "net_case" | "repairs"> {
  /** Whether the visitor said that a plant is there, or is not. */
  isTold?: boolean;
}

/** What is kept of how a year was made of a file, in codes. `net` is left out for a production of its own. */
export function reportOf(
  { format, conventions, questions, report }: Pick<CurveReading, "format" | "conventions" | "questions" | "report">,
  { curve, level_source, repairs }: Year,
  figures: CurveFigures,
  net?: Behind,
): CurveReport {
  const isAsked = questions.some(({ code }) => code === "net_or_gross");
  const { label, clock, unit, uncertain } = conventions;
  return {
    format,
    conventions: { label, clock, unit, uncertain },
    repairs: [...report.repairs.flatMap((one) => ofYear(one, curve)), ...repairs, ...(net?.repairs ?? [])],
    notices: report.notices,
    ...numbersOfReport(figures),
    ...(net && { net_case: net.net_case, is_net_known: net.isTold || !isAsked }),
    level_source,
  };
}

/** The part of a report that is computed from the numbers. */
export const numbersOfReport = ({ measured_share, known_days, months }: CurveFigures) => ({
  measured_share,
  known_days,
  months: months.map(({ kwh, filled_share }) => ({ kwh, filled_share })),
});

/** The share of estimates is one of the year, which may be less than the file. */
function ofYear(repair: Repair, { flags }: Year["curve"]): Repair[] {
  if (repair.code !== "estimated") return [repair];
  const count = countOf(flags, ESTIMATED);
  return count === 0 ? [] : [{ ...repair, count }];
}
