import type { Results } from "@ecotrim/contracts/simulations/result";
import { DEFAULT_CONTRACT_KIND } from "@ecotrim/contracts/simulations/tariff";
import { labelOf } from "@ecotrim/present/figures";
import { useNumberStyle } from "../../lib/number-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import type { CompletedRecord } from "./completed-record.ts";
import { ContractBill } from "./contract-bill.tsx";
import { ContractRange } from "./contract-range.tsx";
import { Financing } from "./financing/financing.tsx";
import { MonthlyBill } from "./monthly-bill.tsx";
import { SavingsWaterfall } from "./savings-waterfall.tsx";

interface MoneyPartProps {
  record: CompletedRecord;
  contractPath?: string | undefined;
}

/** The money of a result: where the saving comes from, the bill, the contract, year by year. */
export function MoneyPart(props: MoneyPartProps) {
  return (
    <>
      <MoneyFigures {...props} />
      <Financing record={props.record} otherwise={<CashFlowTable results={props.record.results} />} />
    </>
  );
}

/** Where the saving comes from, what the bill becomes, and what the battery is worth by contract. */
export function MoneyFigures({ record, contractPath }: MoneyPartProps) {
  const { results, uncertainty, inputParameters } = record;
  const { contract_kind = DEFAULT_CONTRACT_KIND } = inputParameters;
  return (
    <>
      <ContractBill results={results} />
      <div className="result-pair">
        <SavingsWaterfall results={results} />
        <MonthlyBill results={results} />
      </div>
      {!results.bill && (
        <ContractRange
          results={results}
          uncertainty={uncertainty?.result ?? null}
          isKnown={contract_kind !== "unknown"}
          changeTo={contractPath}
        />
      )}
    </>
  );
}

const CASH_FLOW_COLUMNS = [
  "saving_eur",
  "om_eur",
  "replacement_eur",
  "net_eur",
  "cumulative_eur",
  "discounted_eur",
] as const;

function CashFlowTable({ results: { economic_model, bill } }: { results: Results }) {
  const { spellBare } = useNumberStyle();
  const rows = economic_model?.cashflow_df ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="card">
      <h2>Flujo de caja, año a año</h2>
      <DataTable
        label="Tabla: flujo de caja"
        numbered
        // The bill of a contract takes the room of the years.
        phoneRows={bill ? 3 : 4}
        foldWide={bill !== undefined}
        head={["Año", ...CASH_FLOW_COLUMNS.map((key) => `${labelOf(key)} (€)`)]}
        rows={rows.map((row) => ({
          key: String(row.year),
          label: row.year,
          cells: CASH_FLOW_COLUMNS.map((key) => spellBare(key, row[key])),
        }))}
      />
    </section>
  );
}
