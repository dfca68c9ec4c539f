import { isProvisional, type Results } from "@ecotrim/contracts/simulations/result";
import {
  billSentences,
  COUNTED_EXCESS,
  type ContractBills,
  conceptRows,
  excessRows,
  type FigureRow,
  isOrientative,
  monthConcepts,
  monthExcess,
  powerRows,
  STEPS,
  type StepKey,
} from "@ecotrim/present/bill/contract-bill";
import { spell } from "@ecotrim/present/phrase";
import { PROVISIONAL_NOTE } from "@ecotrim/present/results/provisional";
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useNumberStyle } from "../../lib/number-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import "./results.css";

/** The bill under six powers, before and after. Nothing for a result without a contract. */
export function ContractBill({ results }: { results: Results }) {
  const { locale } = useNumberStyle();
  const { bill } = results;
  if (!bill) return null;
  return (
    <section className="card contract-bill">
      <h2>Potencias y factura de un año {isOrientative(results) && <span className="tag">Orientativo</span>}</h2>
      {isProvisional(results) && <p className="result-note">{PROVISIONAL_NOTE}</p>}
      {billSentences(bill, results).map((parts) => {
        const sentence = spell(parts, locale);
        return (
          <p key={sentence} className="result-note">
            {sentence}
          </p>
        );
      })}
      <div className="result-pair">
        <FigureTable name="Potencia contratada" unit="kW" columns={STEP_NAMES} rows={powerRows(bill)} />
        <FigureTable name="Factura por concepto" unit="€ al año" columns={STEP_NAMES} rows={conceptRows(bill)} />
      </div>
      <Months bills={bill} />
    </section>
  );
}

const STEP_NAMES = STEPS.map(({ name }) => name);

/** Each month by concept, and its excess by period, under the contract that is chosen. */
function Months({ bills }: { bills: ContractBills }) {
  const [step, setStep] = useState<StepKey>("best_with");
  const bill = bills[step];
  const excess = monthExcess(bill);
  return (
    <details className="bill-months">
      <summary>Excesos, y la factura mes a mes por concepto</summary>
      <FigureTable name="Excesos" columns={STEP_NAMES} rows={excessRows(bills)} />
      <SegmentedControl
        className="season-switch"
        aria-label="Potencias de la factura"
        value={step}
        onChange={(value) => setStep(value as StepKey)}
        data={STEPS.map(({ key, name }) => ({ value: key, label: name }))}
      />
      <FigureTable name="Mes" unit="€" {...monthConcepts(bill)} />
      {excess.columns.length > 0 ? (
        <FigureTable name="Exceso de cada mes" unit="€" {...excess} />
      ) : (
        <p className="result-note">Con estas potencias no hay excesos en ningún mes.</p>
      )}
      <p className="result-note">{COUNTED_EXCESS}</p>
    </details>
  );
}

interface FigureTableProps {
  name: string;
  unit?: string;
  columns: string[];
  rows: FigureRow[];
}

function FigureTable({ name, unit, columns, rows }: FigureTableProps) {
  const { figure } = useNumberStyle();
  return (
    <DataTable
      label={`Tabla: ${name.toLowerCase()}`}
      figures
      head={[unit ? `${name} (${unit})` : name, ...columns]}
      rows={rows.map(({ key, label, values, strong }) => ({
        key,
        label,
        cells: values.map((value, index) =>
          value === null ? "–" : strong ? <strong key={columns[index]}>{figure(value, 0)}</strong> : figure(value, 0),
        ),
      }))}
    />
  );
}
