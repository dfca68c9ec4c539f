import type { Zone } from "@ecotrim/contracts/simulations/contract";
import type { TariffName } from "@ecotrim/contracts/simulations/tariff";
import rules from "../data/tariffs/rules.json" with { type: "json" };

const { general_pct, minimum_eur_mwh, taxed_share_with_reduction } = rules.electricity_tax;

/** Rate of the electricity tax where no law lowers it for a while, %. */
export const GENERAL_ELECTRICITY_TAX_PCT = general_pct;

export interface ElectricityTaxCase {
  tariff: TariffName;
  /** The reduction of industry: most of the base is free. */
  hasReduction: boolean;
  ratePct: number;
  baseEur: number;
  kwh: number;
  /** Where a bill states it. */
  minimumEurMwh?: number | undefined;
}

/** The least that the tax may be, EUR/MWh. */
const leastEurMwh = ({ tariff, hasReduction, minimumEurMwh }: ElectricityTaxCase): number =>
  minimumEurMwh ??
  (tariff === "3.0TD" && !hasReduction ? minimum_eur_mwh.low_voltage : minimum_eur_mwh.high_voltage_or_industrial);

/** The electricity tax, EUR: a share of its base, but so much for each MWh at least. */
export function electricityTaxEur(of: ElectricityTaxCase): number {
  const taxed = of.hasReduction ? of.baseEur * taxed_share_with_reduction : of.baseEur;
  return Math.max((taxed * of.ratePct) / 100, (leastEurMwh(of) * of.kwh) / 1000);
}

/** The indirect tax of a zone: IVA, IGIC or IPSI. */
export const vatOf = (zone: Zone): { name: string; pct: number; rental_pct: number } => rules.vat[zone];
