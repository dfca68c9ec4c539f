import type { BatteryValue, ContractBill } from "@ecotrim/contracts/simulations/result";
import type { ContractBills } from "./contract-bill.ts";

const NOTHING = { power_eur: 0, excess_eur: 0, energy_eur: 0, reactive_eur: 0, tax_eur: 0, total_eur: 0 };

/** A bill whose months are alike but for the last one, which has what is left. */
function bill(contracted_kw: number[], given: Partial<ContractBill>): ContractBill {
  const { excess_by_period_eur = [0, 0, 0, 0, 0, 0] } = given;
  const parts = { ...NOTHING, ...given };
  const share = (eur: number, month: number) => (month < 11 ? Math.floor(eur / 12) : eur - 11 * Math.floor(eur / 12));
  return {
    ...{ contracted_kw, meter: "quarter_hours", surplus_eur: 0, access_right_eur: 0, excess_by_period_eur },
    ...{ power_by_period_eur: [0, 0, 0, 0, 0, 0], periods: 21, periods_without_excess: 21, days_with_excess: 0 },
    months: Array.from({ length: 12 }, (_, month) => ({
      month: `2024-${String(month + 1).padStart(2, "0")}`,
      power_eur: share(parts.power_eur, month),
      excess_eur: share(parts.excess_eur, month),
      energy_eur: share(parts.energy_eur, month),
      reactive_eur: share(parts.reactive_eur, month),
      tax_eur: share(parts.tax_eur, month),
      total_eur: share(parts.total_eur, month),
      excess_by_period_eur: excess_by_period_eur.map((eur) => share(eur, month)),
    })),
    ...parts,
  };
}

/** A steel works of 629 kW, whose battery of 250 kW lowers power and energy. */
export const BILLS: ContractBills = {
  as_is: bill([629, 629, 629, 629, 629, 629], { power_eur: 37_997, energy_eur: 90_000, total_eur: 127_997 }),
  best_without: bill([527, 527, 527, 527, 527, 527], {
    ...{ power_eur: 31_852, excess_eur: 2420, excess_by_period_eur: [0, 1420, 1000, 0, 0, 0] },
    ...{ energy_eur: 90_000, total_eur: 124_272, periods_without_excess: 13, days_with_excess: 31 },
  }),
  best_with: bill([388, 420, 420, 420, 420, 420], {
    ...{ power_eur: 24_200, excess_eur: 496, excess_by_period_eur: [0, 496, 0, 0, 0, 0] },
    ...{ energy_eur: 83_000, total_eur: 107_696, periods_without_excess: 15, days_with_excess: 10 },
  }),
};

export const VALUE: BatteryValue = {
  ...{ expected_eur: 11_621, energy_eur: 7000, power_eur: 7652, excess_eur: 1924, wear_eur: 4532 },
  ...{ ceiling_eur: 14_267, ceiling_kw: [359, 390, 390, 390, 390, 390], bound_eur: 14_520, quick_eur: 13_566 },
  margin_fct: 0.08,
};
