import { type ResultKey, spell } from "@ecotrim/present/figures";
import { investmentHolds } from "@ecotrim/present/results/not-included";
import { Figures } from "../../ui/figure.tsx";
import { KeyFigure } from "../results/key-figure.tsx";
import { IndicatorTable } from "./indicator-table.tsx";
import { platformResults } from "./read-results.ts";
import type { TabProps } from "./tab-props.ts";

/** Figures of the detail, each with its basis. */
export const ENERGY_FIGURES: [key: ResultKey, note: string][] = [
  ["total_demand", "en el periodo analizado"],
  ["total_generation", "en el periodo analizado"],
  ["self_consumption_fct", "de la generación, batería incluida"],
  ["self_sufficiency_fct", "del consumo que no viene de la red"],
];
export const ECONOMICS_FIGURES: [key: ResultKey, note: string][] = [
  ["savings", "primer año"],
  ["irr", "antes de impuestos"],
  ["npv", "valor actual neto de la inversión"],
  ["lcoe", ""],
  ["payback_years", "hasta recuperar la inversión"],
  ["spending_to_savings", "años de ahorro que suman el gasto de un año"],
];
/** Figures beyond the specification, shown for a client's results only where it gives them. */
export const FURTHER_FIGURES: [key: ResultKey, note: string][] = [
  ["capex_eur", ""],
  ["lcos", "carga, inversión y mantenimiento"],
  ["first_year_income_by_power", "ahorro por kW de batería"],
];

/** The figures of energy and money, each with its basis. */
export function KpiTab({ record, view }: TabProps) {
  const { figures, whyNot } = view;
  const results = platformResults(record);
  const { lcoe_without_battery: lcoeWithout } = figures;
  const ownNotes: Partial<Record<ResultKey, string>> = {
    lcoe: lcoeWithout === null ? "" : `sin batería: ${spell("lcoe_without_battery", lcoeWithout)}`,
    capex_eur: results ? investmentHolds(results) : "",
  };
  const further = FURTHER_FIGURES.filter(([key]) => results || figures[key] !== null);

  const cards = (shown: typeof ENERGY_FIGURES) => (
    <Figures>
      {shown.map(([key, note]) => (
        <KeyFigure
          key={key}
          name={key}
          value={figures[key]}
          note={figures[key] === null ? whyNot(key) : (ownNotes[key] ?? note)}
        />
      ))}
    </Figures>
  );

  return (
    <>
      <h2 className="detail-part">Energía</h2>
      {cards(ENERGY_FIGURES)}
      <h2 className="detail-part">Economía</h2>
      {cards([...ECONOMICS_FIGURES, ...further])}
      <IndicatorTable indicators={view.indicators} />
    </>
  );
}
