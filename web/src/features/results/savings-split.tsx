import type { Results } from "@ecotrim/contracts/simulations/result";
import { labelOf } from "@ecotrim/present/figures";
import { type NumberStyle, useNumberStyle } from "../../lib/number-style.ts";
import { nullReason } from "./null-reason.ts";
import "./results.css";

/** The parts of the saving, and the counted share of the optimum. */
export function SavingsSplit({ results }: { results: Results }) {
  const style = useNumberStyle();
  const { euros, spell } = style;
  const { savings_split, summary, possible_extras = [] } = results;
  const upperBound = upperBoundText(results, style);
  return (
    <section className="card">
      <h2>De dónde sale el ahorro</h2>
      {savings_split.length === 0 ? (
        <p className="result-note">No aplicable. {nullReason(results, "savings", style)}</p>
      ) : (
        <table className="amounts">
          <tbody>
            {savings_split.map(({ key, label, value_eur, assumed }) => (
              <tr key={key}>
                <th scope="row">
                  {label} {assumed && <span className="tag">supuesto</span>}
                </th>
                <td>{euros(value_eur)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{labelOf("savings", "firstYear")}</th>
              <td>{spell("savings", summary.savings)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {possible_extras.length > 0 && (
        <>
          <h3>Posible extra, no calculado</h3>
          <p className="result-note">Indicado, no calculado: no entra en ninguna cifra de este resultado.</p>
          <table className="amounts">
            <tbody>
              {possible_extras.map(({ key, label, value_eur }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  <td>{euros(value_eur)} al año</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {upperBound && <p className="result-note">{upperBound}</p>}
    </section>
  );
}

/** The optimum has perfect foresight of the year; the saving counts the share that an operator attains without it. */
function upperBoundText({ realisable: { fct, optimum_eur } }: Results, { euros, percent }: NumberStyle): string {
  if (optimum_eur === null || optimum_eur <= 0) return "";
  return `En energía contamos el ${percent(fct, 1)} del ahorro óptimo, ${euros(optimum_eur)}, que es la cota superior: solo se alcanza conociendo el futuro.`;
}
