import type { Results } from "@ecotrim/contracts/simulations/result";
import { useNumberStyle } from "../../lib/number-style.ts";
import "./results.css";

/** The saving by how the energy is bought. */
export function ContractRange({ results: { contract_range } }: { results: Results }) {
  const { euros } = useNumberStyle();
  return (
    <section className="card">
      <h2>Según su contrato</h2>
      {contract_range.length === 0 ? (
        <p className="result-note">No aplicable: los precios vienen dados.</p>
      ) : (
        <>
          <table className="amounts">
            <tbody>
              {contract_range.map(({ key, label, energy_saving_eur }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  <td>{euros(energy_saving_eur)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="result-note">
            Ahorro de energía al año. Su gasto dice cuánto paga de media, no cómo. Con su factura lo afinamos. Esta
            diferencia no forma parte de la banda de escenarios.
          </p>
        </>
      )}
    </section>
  );
}
