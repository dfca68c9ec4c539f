import type { Results } from "@ecotrim/contracts/simulations/result";
import type { Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { labelOf } from "@ecotrim/present/figures";
import { contractRows, noContractRows } from "@ecotrim/present/results/contract-rows";
import { Link } from "react-router-dom";
import { useNumberStyle } from "../../lib/number-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import { nullReason } from "./null-reason.ts";
import "./results.css";

interface ContractRangeProps {
  results: Results;
  /** null until there are scenarios. */
  uncertainty: Uncertainty | null;
  /** Whether the caller told the contract: the row computed with is else a supposition. */
  isKnown: boolean;
  /** Where the contract is told; undefined where it cannot be told. */
  changeTo?: string | undefined;
}

/** What the battery is worth by how the energy is bought. */
export function ContractRange({ results, uncertainty, isKnown, changeTo }: ContractRangeProps) {
  const style = useNumberStyle();
  const { figure } = style;
  const rows = contractRows(results, uncertainty);
  const reasons = rows.flatMap(({ key, label, npv, payback }) => {
    const missing = npv === null ? "npv_eur" : payback === null && "payback_years";
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
        <p className="result-note">{noContractRows(results)}</p>
      ) : (
        <>
          <DataTable
            label="Tabla: según su contrato"
            head={[
              "Contrato",
              "Ahorro al año (€)",
              `${labelOf("npv")} (€)`,
              "Recuperación (años)",
              ...(hasOdds ? ["Gana en (%)"] : []),
              "Veredicto",
            ]}
            rows={rows.map(({ key, label, own, saving, npv, payback, probability, verdict }) => ({
              key,
              label: (
                <>
                  {label}{" "}
                  {own && (
                    <span className="tag" data-tone="own">
                      {isKnown ? "suyo" : "supuesto"}
                    </span>
                  )}
                </>
              ),
              cells: [
                figure(saving, 0),
                figure(npv, 0),
                figure(payback, 1),
                ...(hasOdds ? [figure(probability === null ? null : 100 * probability, 0)] : []),
                verdict ? (
                  <span key="word" className="tag" data-tone={verdict.tone ?? "none"}>
                    {verdict.word}
                  </span>
                ) : (
                  figure(null)
                ),
              ],
            }))}
          />
          <p className="result-note">
            {reasons.map((reason) => `${reason} `)}
            {hasOdds && "«Gana en»: parte de los escenarios con VAN positivo. "}
            Su gasto dice cuánto paga de media, no cómo.
          </p>
        </>
      )}
    </section>
  );
}
