import { LOCALE } from "@ecotrim/contracts/locale";
import { formatNumber } from "@ecotrim/contracts/numbers";
import { otherPlane } from "@ecotrim/contracts/simulations/plane";
import { DEFAULT_PROVINCE, provinceCode, provinceName } from "@ecotrim/contracts/simulations/provinces";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { spell } from "../phrase.ts";
import { CONTRACT_LABELS } from "../results/contract-labels.ts";
import { simulationName } from "./battery-name.ts";
import { planeWords } from "./plane-words.ts";

/** The case of a simulation in one line: what it is called, its site, what was answered, and its battery. */
export function caseLine(
  record: Pick<SimulationRecord, "name" | "site" | "inputParameters" | "calculatorContext">,
  locale = LOCALE,
): string {
  const { site, inputParameters: input } = record;
  const plane = otherPlane(provinceCode(input.province ?? DEFAULT_PROVINCE), input);
  const given = (value: number | undefined, unit: string) =>
    value === undefined ? [] : [formatNumber(value, { unit, locale })];
  return [
    simulationName(record),
    ...(site ? [site] : []),
    ...given(input.pv_value, "kWp"),
    ...given(input.demand_value, "kWh/h"),
    ...given(input.total_spending, "€ al año"),
    ...given(input.battery_capacity, "kWh"),
    ...given(input.max_charge_power, "kW"),
    ...given(input.capex_eur, "€ de inversión"),
    ...(input.province === undefined ? [] : [provinceName(provinceCode(input.province))]),
    ...(plane ? [spell(planeWords(plane), locale)] : []),
    ...(input.contract_kind === undefined || input.contract_kind === "unknown"
      ? []
      : [CONTRACT_LABELS[input.contract_kind].toLowerCase()]),
    ...(input.tariff === undefined ? [] : [input.tariff]),
  ].join(" · ");
}
