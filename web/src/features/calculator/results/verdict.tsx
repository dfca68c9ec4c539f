import { PROFITABILITY, profitability } from "@ecotrim/shared/simulations/profitability";
import type { Results } from "@ecotrim/shared/simulations/result";
import { breakEven, euros, inResultsStyle, percent, savesByAssumptionOnly } from "./figures.ts";

/** The label of the specification and, in the same size, what it leaves unsaid. */
export function Verdict({ results }: { results: Results }) {
  const { savings, irr, npv } = results.summary;
  const label = profitability(savings, irr);
  const sentences = [
    ...(npv !== null && npv < 0 ? [negativeNpv(results)] : []),
    ...(savesByAssumptionOnly(results) ? ["El ahorro procede solo de partidas supuestas."] : []),
  ];

  return (
    <div className="verdict">
      <p className="verdict-label" data-verdict={label}>
        {PROFITABILITY[label]}
      </p>
      {sentences.map((sentence) => (
        <p key={sentence} className="verdict-sentence">
          {sentence}
        </p>
      ))}
    </div>
  );
}

function negativeNpv(results: Results): string {
  const rate = results.assumptions.find(({ key }) => key === "discount_rate")?.value.replace(/ nominal$/, "");
  const first = `VAN negativo: al ${inResultsStyle(rate ?? "7,5\u00a0%")} esta batería no recupera la inversión.`;
  const zero = breakEven(results);
  if (!zero) return `${first} Con este ahorro no lo haría ningún precio de la batería.`;
  const { capex_eur } = results.summary;
  return `${first} Lo haría si costara ${euros(zero.capexEur)} o menos en vez de ${euros(capex_eur)}, o si ahorrase un ${percent(zero.savingsGrowth)} más.`;
}
