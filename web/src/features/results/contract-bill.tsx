import { isProvisional, type Results } from "@ecotrim/contracts/simulations/result";
import {
  billSentences,
  conceptRows,
  excessRows,
  powerRows,
  STEP_NAMES,
  type StepRow,
} from "@ecotrim/present/bill/contract-bill";
import { spell } from "@ecotrim/present/phrase";
import { PROVISIONAL_NOTE } from "@ecotrim/present/results/provisional";
import { useNumberStyle } from "../../lib/number-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import "./results.css";

/** The bill under six powers, before and after. Nothing for a result without a contract. */
export function ContractBill({ results }: { results: Results }) {
  const { bill, battery_value } = results;
  const { locale } = useNumberStyle();
  if (!bill) return null;
  const excesses = excessRows(bill);
  return (
    <section className="card contract-bill">
      <h2>Potencias y factura de un año</h2>
      {isProvisional(results) && <p className="result-note">{PROVISIONAL_NOTE}</p>}
      {billSentences(bill, battery_value).map((parts) => {
        const sentence = spell(parts, locale);
        return (
          <p key={sentence} className="result-note">
            {sentence}
          </p>
        );
      })}
      <div className="result-pair">
        <StepTable label="Potencia contratada" unit="kW" rows={powerRows(bill)} />
        <StepTable label="Factura por concepto" unit="€ al año" rows={conceptRows(bill)} />
      </div>
      {excesses.length > 0 && <StepTable label="Excesos por periodo" unit="€ al año" rows={excesses} />}
    </section>
  );
}

function StepTable({ label, unit, rows }: { label: string; unit: string; rows: StepRow[] }) {
  const { figure } = useNumberStyle();
  return (
    <DataTable
      label={`Tabla: ${label.toLowerCase()}`}
      head={[`${label} (${unit})`, ...STEP_NAMES]}
      rows={rows.map(({ key, label: name, values, strong }) => ({
        key,
        label: name,
        cells: values.map((value, index) =>
          strong ? <strong key={STEP_NAMES[index]}>{figure(value, 0)}</strong> : figure(value, 0),
        ),
      }))}
    />
  );
}
