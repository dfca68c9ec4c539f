import type { PricedKind } from "@ecotrim/engine/tariff/contract-kind";

/** Kinds of contract as people call them; that of a fixed margin is what most supply contracts at the market are. */
export const CONTRACT_LABELS: Record<PricedKind, string> = {
  indexed: "Todo según el mercado",
  fixed_margin: "Indexado al mercado",
  fixed_by_period: "Precio fijo por periodos",
  fixed: "Un solo precio fijo",
};
