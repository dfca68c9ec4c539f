import { PERIODS } from "@ecotrim/contracts/simulations/contract";
import type { BatteryValue, ContractBill, Results } from "@ecotrim/contracts/simulations/result";
import { toCents, type YearBillLine } from "@ecotrim/engine/bill/year-bill";
import type { Outcome } from "@ecotrim/engine/outcome";
import type { BilledPowers, ExpectedValue } from "@ecotrim/engine/power-contract/contract-value";
import { accessRightEur } from "@ecotrim/engine/power-contract/peak-limit";

/** The bills and the battery's value under a contract, a year; that of energy by month where no power term is known. */
export function billResults({
  contractValue,
  billByMonth,
  site,
}: Outcome): Pick<Results, "bill" | "battery_value" | "bill_by_month"> {
  if (!contractValue) return { bill_by_month: billByMonth };
  const { highestEverKw, asIs, bestWithout, bestWith, battery } = contractValue;
  const { annualFactor } = site.timeline;
  const billOf = (powers: BilledPowers) => ({
    ...contractBill(powers, annualFactor),
    access_right_eur: toCents(accessRightEur(powers.contractedKw, highestEverKw)),
  });
  return {
    bill: { as_is: billOf(asIs), best_without: billOf(bestWithout), best_with: billOf(bestWith) },
    ...(battery?.expected && { battery_value: batteryValue(battery.expected, bestWithout, annualFactor) }),
  };
}

function contractBill(
  { contractedKw, meter, bill, surplusEur, ...counts }: BilledPowers,
  annualFactor: number,
): Omit<ContractBill, "access_right_eur"> {
  const yearly = (eur: number) => toCents(eur * annualFactor);
  const lines = bill.months.flatMap((month) => month.lines);
  return {
    contracted_kw: [...contractedKw],
    meter,
    ...partsOf(lines, yearly),
    surplus_eur: yearly(surplusEur),
    power_by_period_eur: byPeriod(lines, "power", yearly),
    excess_by_period_eur: byPeriod(lines, "excess", yearly),
    months: bill.months.map(({ month, lines: ofMonth }) => ({
      month,
      ...partsOf(ofMonth, toCents),
      excess_by_period_eur: byPeriod(ofMonth, "excess", toCents),
    })),
    periods: counts.periods,
    periods_without_excess: counts.periodsWithoutExcess,
    days_with_excess: counts.daysWithExcess,
  };
}

/** The parts add up to the total as they are shown. */
function partsOf(lines: readonly YearBillLine[], written: (eur: number) => number) {
  const sumOf = (kind: YearBillLine["kind"]) =>
    written(lines.reduce((sum, line) => (line.kind === kind ? sum + line.eur : sum), 0));
  const parts = {
    power_eur: sumOf("power"),
    excess_eur: sumOf("excess"),
    energy_eur: sumOf("energy"),
    reactive_eur: sumOf("reactive"),
    tax_eur: sumOf("electricity_tax"),
  };
  return { ...parts, total_eur: toCents(Object.values(parts).reduce((sum, eur) => sum + eur, 0)) };
}

const byPeriod = (
  lines: readonly YearBillLine[],
  kind: YearBillLine["kind"],
  written: (eur: number) => number,
): number[] =>
  PERIODS.map((period) =>
    written(lines.reduce((sum, line) => (line.kind === kind && line.period === period ? sum + line.eur : sum), 0)),
  );

function batteryValue(
  { contract: expected, ceilingEur, ceilingKw, boundEur, quickEur }: ExpectedValue,
  without: BilledPowers,
  annualFactor: number,
): BatteryValue {
  const yearly = (eur: number) => toCents(eur * annualFactor);
  const { energy_eur, power_eur, excess_eur } = without.bill.totals;
  return {
    expected_eur: yearly(expected.savingEur),
    energy_eur: yearly(energy_eur - without.surplusEur - expected.energyEur),
    power_eur: yearly(power_eur - expected.powerEur),
    excess_eur: yearly(excess_eur - expected.excessEur),
    wear_eur: yearly(expected.wearEur),
    ceiling_eur: yearly(ceilingEur),
    ceiling_kw: [...ceilingKw],
    bound_eur: boundEur === null ? null : yearly(boundEur),
    quick_eur: yearly(quickEur),
    margin_fct: expected.margin,
  };
}
