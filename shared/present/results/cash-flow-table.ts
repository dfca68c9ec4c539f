import type { CashflowYear } from "@ecotrim/contracts/simulations/result";
import type { Economics } from "@ecotrim/engine/economics/economics";

/** Cash flow of the owner, the investment in year 0; with a revenue share the customer's part is beside it. */
export function cashflowTable({ years }: Economics, capexEur: number, rate: number, shared: boolean): CashflowYear[] {
  let cumulative = -capexEur;
  const investment: CashflowYear = {
    year: 0,
    saving_eur: 0,
    om_eur: 0,
    replacement_eur: 0,
    net_eur: -capexEur,
    cumulative_eur: -capexEur,
    discounted_eur: -capexEur,
    ...(shared ? { customer_saving_eur: 0 } : {}),
  };
  const later = years.map(
    ({ year, ownerSavingEur, customerSavingEur, omEur, replacementEur, netEur }): CashflowYear => {
      cumulative += netEur;
      return {
        year,
        saving_eur: ownerSavingEur,
        om_eur: omEur,
        replacement_eur: replacementEur,
        net_eur: netEur,
        cumulative_eur: cumulative,
        discounted_eur: netEur / (1 + rate) ** year,
        ...(shared ? { customer_saving_eur: customerSavingEur } : {}),
      };
    },
  );
  return [investment, ...later];
}
