import { CONTRACT_KINDS, type ContractKind } from "@ecotrim/contracts/simulations/tariff";

/** Kinds of contract with prices of their own. */
export type PricedKind = Exclude<ContractKind, "unknown">;
export const PRICED_KINDS: readonly PricedKind[] = CONTRACT_KINDS.filter((kind) => kind !== "unknown");

/** The kind by which a contract is priced: an unknown one is the market plus a fixed margin. */
const pricedKind = (kind: ContractKind): PricedKind => (kind === "unknown" ? "fixed_margin" : kind);

/** How a site buys. */
export interface SupplyContract {
  kind: PricedKind;
  /**
   * Whether surplus may earn more than energy costs, as under a fixed price. Not where the battery may export: it would
   * carry energy from a fixed price to the market, which no such contract allows for long.
   */
  sellsAboveBuy: boolean;
}

export function supplyContract(kind: ContractKind, batteryMayExport: boolean): SupplyContract {
  const priced = pricedKind(kind);
  return { kind: priced, sellsAboveBuy: isFixed(priced) && !batteryMayExport };
}

/** Whether a price holds for longer than an hour. */
export const isFixed = (kind: PricedKind): boolean => kind === "fixed_by_period" || kind === "fixed";
