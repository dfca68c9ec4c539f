import type { Results } from "@ecotrim/contracts/simulations/result";
import { figuresOf, labelOf, type ResultKey } from "@ecotrim/present/figures";
import { useNumberStyle } from "../../lib/number-style.ts";
import { nullReason } from "./null-reason.ts";
import "./results.css";

const BALANCE_FIGURES: ResultKey[] = [
  "total_demand",
  "total_generation",
  "total_autoconsume",
  "self_consumption_fct",
  "total_import",
  "total_export",
  "cycles_per_year",
];

/** Where a year's energy comes from and goes to, with the battery. */
export function Balance({ results }: { results: Results }) {
  const style = useNumberStyle();
  const figures = figuresOf(results);
  return (
    <section className="card">
      <h2>Balance de energía con batería</h2>
      <table className="amounts">
        <tbody>
          {BALANCE_FIGURES.map((key) => {
            const reason = figures[key] === null && nullReason(results, key, style);
            return (
              <tr key={key}>
                <th scope="row">
                  {labelOf(key, "balance")}
                  {reason && <small>{reason}</small>}
                </th>
                <td>{style.spell(key, figures[key], "balance")}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {(figures.total_autoconsume ?? 0) > 0 && figures.cycles_per_year !== null && (
        <p className="result-note">
          Autoconsumo: generación que va a su consumo o a la batería, que además carga de la red y pierde una parte.
        </p>
      )}
    </section>
  );
}
