import file from "./incentives.json" with { type: "json" };

/** How the law stands: in force, its call closed, repealed, or not checked by anyone. */
export type IncentiveStatus = "in_force" | "closed" | "repealed" | "unchecked";
/** What its value means: a share of the investment, EUR once, EUR a year, or the whole depreciation in year 1. */
export type IncentiveKind = "grant_share" | "grant_eur" | "icio" | "ibi" | "depreciation";

export interface Incentive {
  id: string;
  name: string;
  norm: string;
  from: string | null;
  to: string | null;
  status: IncentiveStatus;
  checked_on: string;
  kind: IncentiveKind;
  note: string;
}

/** Incentives of Spain as they were checked; none counts unless a person asks for it. */
export const INCENTIVES = file as readonly Incentive[];
