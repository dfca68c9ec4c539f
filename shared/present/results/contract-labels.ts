import type { Zone } from "@ecotrim/contracts/simulations/contract";
import type { Results } from "@ecotrim/contracts/simulations/result";
import type { PricedKind } from "@ecotrim/engine/tariff/contract-kind";

/** Kinds of contract as people call them; that of a fixed margin is what most supply contracts at the market are. */
export const CONTRACT_LABELS: Record<PricedKind, string> = {
  indexed: "Todo según el mercado",
  fixed_margin: "Indexado al mercado",
  fixed_by_period: "Precio fijo por periodos",
  fixed: "Un solo precio fijo",
};

export const ZONE_LABELS: Record<Zone, string> = {
  peninsula: "Península",
  baleares: "Baleares",
  canarias: "Canarias",
  ceuta: "Ceuta",
  melilla: "Melilla",
};

/** Whether energy is priced as a typed contract says, not as a spending does. */
export const isPricedByContract = ({ assumptions }: Pick<Results, "assumptions">): boolean =>
  assumptions.some(({ key }) => key === "contract_prices");

/** Keys of what a bill says of its contract: shared links hide them with the contract. */
export const CONTRACT_ASSUMPTIONS: readonly string[] = [
  "contract",
  "contract_prices",
  "contract_zone",
  "contract_maximeters",
];
