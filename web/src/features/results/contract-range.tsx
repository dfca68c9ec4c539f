import type { Results } from "@ecotrim/contracts/simulations/result";
import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { labelOf } from "@ecotrim/present/figures";
import { Link } from "react-router-dom";
import { useNumberStyle } from "../../lib/number-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import { contractRows } from "./contract-rows.ts";
import { nullReason } from "./null-reason.ts";
import "./results.css";

interface ContractRangeProps {
  results: Results;
  /** null until there are scenarios. */
  uncertainty: Uncertainty | null;
  /** Where the contract is told; undefined where it cannot be told. */
  changeTo?: string | undefined;
}

/** What the battery is worth by how the energy is bought. */
export function ContractRange({ results, uncertainty, changeTo }: ContractRangeProps) {
  const style = useNumberStyle();
  const { figure } = style;
  const rows = contractRows(results, uncertainty);
  const reasons = rows.flatMap(({ key, label, npvEur, paybackYears }) => {
    const missing = npvEur === null ? "npv_eur" : paybackYears === null && "payback_years";
    const reason = missing && nullReason(results, `contract_range.${key}.${missing}`, style);
    return reason ? `${label}: ${reason}` : [];
  });
  const hasOdds = rows.some(({ probability }) => probability !== null);
  return (
    <section className="card contract-range">
      <div className="bar">
        <h2>Según su contrato</h2>
        {changeTo && <Link to={changeTo}>Cambiar contrato</Link>}
      </div>
      {rows.length === 0 ? (
        <p className="result-note">No aplicable: los precios vienen dados.</p>
      ) : (
        <>
          <DataTable
            label="Tabla: según su contrato"
            head={[
              "Contrato",
              "Ahorro de energía (€)",
              `${labelOf("npv")} (€)`,
              "Recuperación (años)",
              ...(hasOdds ? ["Gana en (%)"] : []),
              "Veredicto",
            ]}
            rows={rows.map(({ key, label, own, savingEur, npvEur, paybackYears, probability, word, tone }) => ({
              key,
              label: (
                <>
                  {label}{" "}
                  {own && (
                    <span className="tag" data-tone="own">
                      suyo
                    </span>
                  )}
                </>
              ),
              cells: [
                figure(savingEur, 0),
                figure(npvEur, 0),
                figure(paybackYears, 1),
                ...(hasOdds ? [figure(probability === null ? null : 100 * probability, 0)] : []),
                <span key="word" className="tag" data-tone={tone ?? "none"}>
                  {word}
                </span>,
              ],
            }))}
          />
          <p className="result-note">
            {reasons.map((reason) => `${reason} `)}
            El ahorro es el óptimo de un año, antes de disponibilidad y consumo auxiliar.
            {hasOdds && " «Gana en»: parte de los escenarios con VAN positivo."} Su gasto dice cuánto paga de media, no
            cómo: con su factura lo afinamos.
          </p>
        </>
      )}
    </section>
  );
}
