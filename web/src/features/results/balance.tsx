import type { Results } from "@ecotrim/contracts/simulations/result";
import { nullReason } from "./null-reason.ts";
import { useNumberStyle } from "./number-style.ts";
import "./results.css";

interface BalanceRow {
  label: string;
  value: string;
  /** Why there is no figure. */
  reason?: string | undefined;
}

/** Where a year's energy comes from and goes to, with the battery. */
export function Balance({ results }: { results: Results }) {
  const style = useNumberStyle();
  const { figure, percent } = style;
  const { energetics } = results.kpi_new_table;
  const { total_autoconsume, self_consumption_fct: share, cycles_per_year: cycles } = energetics;
  const energy = (label: string, mwh: number): BalanceRow => ({ label, value: figure(mwh, 0, "MWh") });
  const orWhy = (key: string, label: string, value: string | null): BalanceRow =>
    value === null ? { label, value: "No aplicable", reason: nullReason(results, key, style) } : { label, value };
  const rows = [
    energy("Consumo", energetics.total_demand),
    energy("Generación fotovoltaica", energetics.total_generation),
    energy("Autoconsumo, batería incluida", total_autoconsume),
    orWhy("self_consumption_fct", "Autoconsumo sobre generación", share === null ? null : percent(share, 1)),
    energy("Compra a la red", energetics.total_import),
    energy("Excedentes", energetics.total_export),
    orWhy("cycles_per_year", "Ciclos de la batería", cycles === null ? null : `${figure(cycles, 0)} al año`),
  ];
  return (
    <section className="card">
      <h2>Balance de energía con batería</h2>
      <table className="amounts">
        <tbody>
          {rows.map(({ label, value, reason }) => (
            <tr key={label}>
              <th scope="row">
                {label}
                {reason && <small>{reason}</small>}
              </th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total_autoconsume > 0 && cycles !== null && (
        <p className="result-note">
          Autoconsumo: generación que va a su consumo o a la batería. No es lo mismo que lo que ambas cubren de su
          consumo: la batería lleva también energía de la red y pierde una parte.
        </p>
      )}
    </section>
  );
}
