import type { Case } from "@ecotrim/contracts/simulations/input";
import { fastOperator } from "../dispatch/fast-operation.ts";
import { buildSite } from "../site/build-site.ts";
import { dispatchProblem } from "../site/dispatch-problem.ts";
import { lifeOf, nullIfInfeasible, operateAged, ownShare } from "./aged-operation.ts";
import { engineAssumptions } from "./assumptions.ts";
import { economicFigures } from "./economic-figures.ts";

/**
 * What the battery of a measured site would be said to save in year 1 from the mean of its consumption, its shifts and a
 * modelled plant, hour by hour and by the fast solver, EUR. Null where no mean is given, or the site does not fit in its
 * contracted power.
 */
export function savingByAverage({ curve: _, pvCurve: __, ...input }: Case): number | null {
  if (input.load.averageKw === 0) return null;
  const average = { ...input, period: { ...input.period, stepHours: 1 as const } };
  const site = buildSite(average);
  const assumptions = engineAssumptions(average);
  const problem = dispatchProblem(average, site, assumptions);
  const operator = nullIfInfeasible(() => fastOperator(problem, site));
  if (!operator) return null;
  const operated = operateAged(operator, site, problem.battery);
  const realisable_fct = input.battery.realisableShare ?? ownShare(problem, site, operated);
  const life = lifeOf(average, site, { ...assumptions, realisable_fct }, operated);
  return economicFigures(life, true, site.timeline.hours).figures.savings;
}
