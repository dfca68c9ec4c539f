import { formatNumber } from "@ecotrim/contracts/numbers";
import type { ReactNode } from "react";
import { Figure, Figures } from "../../ui/figure.tsx";
import { Balance } from "../results/balance.tsx";
import { ContractRange } from "../results/contract-range.tsx";
import { SavingsSplit } from "../results/savings-split.tsx";
import { IndicatorTable } from "./indicator-table.tsx";
import { type FigureKey, platformResults } from "./read-results.ts";
import type { TabProps } from "./simulation-detail.tsx";

/** The figures of energy and money, each with what stands behind it. */
export function KpiTab({ record, view }: TabProps) {
  const { figures, whyNot } = view;
  const results = platformResults(record);

  const figure = (key: FigureKey, label: string, unit: string, { decimals = 2, factor = 1, note = "" }): ReactNode => {
    const value = figures[key];
    return (
      <Figure
        label={label}
        value={value === null ? null : formatNumber(value * factor, { decimals })}
        unit={unit}
        note={value === null ? whyNot(key) : note}
      />
    );
  };
  const energy = (key: FigureKey, label: string) => {
    const mwh = figures[key] ?? 0;
    const decimals = Math.abs(mwh) < 100 && !Number.isInteger(mwh) ? 2 : 0;
    return figure(key, label, "MWh", { decimals, note: "en el periodo analizado" });
  };
  // Those that the specification does not name are shown of a client only where it gives them.
  const further: typeof figure = (key, ...args) => (results || figures[key] !== null ? figure(key, ...args) : null);
  const { lcoe_without_battery: lcoeWithout } = figures;

  return (
    <>
      <h2 className="detail-part">Energía</h2>
      <Figures>
        {energy("total_demand", "Consumo total")}
        {energy("total_generation", "Generación total")}
        {figure("self_consumption_fct", "Autoconsumo", "%", {
          decimals: 1,
          factor: 100,
          note: "de la generación, batería incluida",
        })}
      </Figures>
      <h2 className="detail-part">Economía</h2>
      <Figures>
        {figure("savings", "Ahorro anual", "€", { note: "primer año" })}
        {figure("irr", "TIR", "%", { factor: 100, note: "antes de impuestos" })}
        {figure("npv", "VAN", "€", { note: "valor actual neto de la inversión" })}
        {figure("lcoe", "LCOE · coste de su energía", "€/MWh", {
          note: lcoeWithout === null ? "" : `sin batería: ${formatNumber(lcoeWithout, { decimals: 2, unit: "€/MWh" })}`,
        })}
        {figure("payback_years", "Periodo de retorno", "años", { note: "hasta recuperar la inversión" })}
        {figure("spending_to_savings", "Gasto energético / ahorro", "años", {
          note: "años de ahorro que suman el gasto de un año",
        })}
        {further("capex_eur", "Inversión", "€", { decimals: 0, note: "batería instalada, sin IVA" })}
        {further("lcos", "LCOS · coste de lo que entrega la batería", "€/MWh", {
          note: "carga, inversión y mantenimiento",
        })}
        {further("first_year_income_by_power", "Ingreso del primer año por potencia", "€/kW", {
          note: "ahorro por kW de batería",
        })}
      </Figures>
      {results && (
        <>
          <div className="result-pair">
            <SavingsSplit results={results} />
            <ContractRange results={results} />
          </div>
          <Balance results={results} />
        </>
      )}
      <IndicatorTable indicators={view.indicators} />
    </>
  );
}
