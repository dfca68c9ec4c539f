import { type Contract, PERIODS } from "@ecotrim/contracts/simulations/contract";
import type { Timeline } from "../site/site.ts";
import { fixedPartEurMwh, MARGIN_EUR_MWH, marketPartEurMwh, tariffOf } from "../tariff/tariff.ts";
import { tablesOf } from "./tables.ts";

/**
 * Buy prices that a contract states, EUR/MWh per step; null where its kind is fixed and its prices are not known. What
 * follows the market pays it with losses, capacity payment, margin, toll and charge.
 */
export function contractEurMwh(
  contract: Pick<Contract, "tariff" | "tariff_year" | "pricing">,
  { tariffPeriod }: Pick<Timeline, "tariffPeriod">,
  marketEurMwh: Float64Array,
): Float64Array | null {
  const { tariff, tariff_year, pricing } = contract;
  if (pricing.kind === "fixed" || pricing.kind === "fixed_by_period") {
    const prices = heldEurMwh(contract);
    return prices ? marketEurMwh.map((_, t) => prices[tariffPeriod[t]! - 1]!) : null;
  }
  const regulated = tariffOf({ name: tariff, year: tariff_year }, pricing.fee_eur_mwh ?? MARGIN_EUR_MWH);
  return marketEurMwh.map((market, t) => {
    const period = tariffPeriod[t]!;
    return marketPartEurMwh(regulated, period, market) + fixedPartEurMwh(regulated, period);
  });
}

/** Fixed prices of P1..P6; tolls and charges are added where the contract says that they are apart. */
function heldEurMwh({ tariff, tariff_year, pricing }: Pick<Contract, "tariff" | "tariff_year" | "pricing">) {
  const { prices_eur_kwh, price_eur_kwh, atr_included = true } = pricing;
  const prices = prices_eur_kwh ?? (price_eur_kwh === undefined ? undefined : PERIODS.map(() => price_eur_kwh));
  const { toll_eur_kwh, charge_eur_kwh } = tablesOf(tariff, tariff_year);
  return prices?.map((eur, i) => 1000 * (atr_included ? eur : eur + toll_eur_kwh[i]! + charge_eur_kwh[i]!));
}
