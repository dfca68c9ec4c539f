import type { CurveReport } from "@ecotrim/contracts/curves/curve";
import type { Net } from "./net.ts";
import type { CurveReading } from "./read-curve.ts";
import type { CurveFigures } from "./summary.ts";
import type { Year } from "./year.ts";

interface Behind extends Pick<Net, "net_case" | "repairs"> {
  /** Whether the visitor said that a plant is there, or is not. */
  isTold?: boolean;
}

/** What is kept of how a year was made of a file, in codes. `net` is left out for a production of its own. */
export function reportOf(
  { format, conventions, questions, report }: Pick<CurveReading, "format" | "conventions" | "questions" | "report">,
  { known_days, level_source, repairs }: Year,
  { measured_share, months }: CurveFigures,
  net?: Behind,
): CurveReport {
  const isAsked = questions.some(({ code }) => code === "net_or_gross");
  const { label, clock, unit, uncertain } = conventions;
  return {
    format,
    conventions: { label, clock, unit, uncertain },
    repairs: [...report.repairs, ...repairs, ...(net?.repairs ?? [])],
    notices: report.notices,
    measured_share,
    known_days,
    ...(net && { net_case: net.net_case, is_net_known: net.isTold || !isAsked }),
    level_source,
    months: months.map(({ kwh, filled_share }) => ({ kwh, filled_share })),
  };
}
