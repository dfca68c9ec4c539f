import type { Case } from "@ecotrim/contracts/simulations/input";
import { fastOperator } from "./dispatch/fast-operation.ts";
import type { DispatchProblem } from "./dispatch/problem.ts";
import { lifeOf, operateAged, ownShare } from "./economics/aged-operation.ts";
import { engineAssumptions } from "./economics/assumptions.ts";
import type { Economics } from "./economics/economics.ts";
import { siteUnder } from "./site/build-site.ts";
import type { FoundSlip } from "./site/plausibility.ts";
import type { Site } from "./site/site.ts";
import { PRICED_KINDS, type PricedKind } from "./tariff/contract-kind.ts";

/** What the battery is worth where the site buys by one kind of contract. */
export interface ContractRow {
  key: PricedKind;
  /** Whether it is the kind that the run is computed with. */
  isOwn: boolean;
  /** A year. */
  energySavingEur: number;
  economics: Economics | null;
}

/**
 * The same spending under every kind of contract. The run's own row is the run; each other is what a run of its kind
 * gives. Where a fixed price lies below the sell price its saving is a lower bound. Empty where prices were given.
 * @param site fits in its contracted power without battery
 */
export function contractRange(
  input: Case,
  site: Site,
  problem: DispatchProblem,
  own: Pick<ContractRow, "energySavingEur" | "economics">,
): ContractRow[] {
  if (site.pricesGiven) return [];
  return PRICED_KINDS.map((key) =>
    key === site.contract.kind ? { key, isOwn: true, ...own } : otherRow(key, input, site, problem),
  );
}

/** The same battery with a spending from which VAT is taken. */
export interface WithoutVat {
  spendingEurYear: number;
  npvEur: number;
}

/** Null where the spending is not doubted for its VAT, or there is no battery. */
export function withoutVat(
  slip: FoundSlip | undefined,
  input: Case,
  site: Site,
  problem: DispatchProblem,
): WithoutVat | null {
  if (slip?.code !== "spending_with_vat") return null;
  const spendingEurYear = Number(slip.suggestion!.value);
  const repaired = { ...input, tariff: { ...input.tariff, spendingEurYear } };
  const { economics } = otherRow(site.contract.kind, repaired, site, problem);
  return economics && { spendingEurYear, npvEur: economics.npvEur };
}

function otherRow(key: PricedKind, input: Case, site: Site, ofRun: DispatchProblem): ContractRow {
  if (input.battery.capacityKwh === 0) return { key, isOwn: false, energySavingEur: 0, economics: null };
  const variant = siteUnder(key, input, site);
  const problem = { ...ofRun, buyEurMwh: variant.buyEurMwh, sellEurMwh: variant.sellEurMwh };
  const operator = fastOperator(problem, variant);
  const operated = operateAged(operator, variant, problem.battery);
  const assumptions = {
    ...engineAssumptions(input),
    realisable_fct: input.battery.realisableShare ?? ownShare(problem, variant, operated),
  };
  const energySavingEur = operated.points[0]!.energySavingEur;
  return { key, isOwn: false, energySavingEur, economics: lifeOf(input, variant, assumptions, operated) };
}
