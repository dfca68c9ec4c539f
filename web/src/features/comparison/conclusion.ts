import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { spell } from "@ecotrim/present/figures";
import { figuresOf, haveOtherBases, isOutOfCompetition, lossOdds, namesApart } from "./comparison.ts";

/** What the comparison comes to, in a sentence or two: which is worth most, what another has over it, the risk. */
export function conclusion(records: SimulationRecord[]): string {
  const names = namesApart(records);
  const valued = records
    .flatMap((record, index) => {
      const { npv, savings } = figuresOf(record);
      return npv === null || isOutOfCompetition(record)
        ? []
        : [{ record, name: `«${names[index]}»`, npv, savings: savings ?? 0 }];
    })
    .sort((one, other) => other.npv - one.npv);
  const [best, second] = valued;
  if (!best || !second) return "Hacen falta dos simulaciones con VAN para decir cuál vale más.";

  if (haveOtherBases(records))
    return "Con factura entera y solo energía: no comparables. Indique el contrato en todas para saber cuál vale más.";

  const euros = (value: number) => spell("npv", value);
  if (euros(best.npv) === euros(second.npv)) return `Dos o más valen lo mismo: un VAN de ${euros(best.npv)}.`;
  const leader =
    best.npv > 0
      ? `La que más vale es ${best.name}: un VAN de ${euros(best.npv)}, ${euros(best.npv - second.npv)} más que ${second.name}.`
      : `Ninguna recupera su inversión con estos datos; la que menos pierde es ${best.name}, con un VAN de ${euros(best.npv)}.`;
  const saver = valued.reduce((most, one) => (one.savings > most.savings ? one : most), best);
  const trade = saver === best ? "" : ` ${saver.name} ahorra más al año, pero cuesta tanto que vale menos.`;
  const odds = lossOdds(best.record);
  return `${leader}${trade}${odds ? ` ${best.name} ${odds}.` : ""}`;
}
