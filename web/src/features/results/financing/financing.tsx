import { WAYS, type Way, type WayKey } from "@ecotrim/contracts/simulations/financing";
import { isProvisional } from "@ecotrim/contracts/simulations/result";
import { financingOf } from "@ecotrim/engine/economics/ways";
import {
  bearerTable,
  cashTable,
  discountNote,
  ownerTable,
  TAX_VIEWS,
  taxView,
  WAY_NAMES,
  type WayTable,
  wayTable,
} from "@ecotrim/present/finance/ways";
import { PROVISIONAL_NOTE } from "@ecotrim/present/results/provisional";
import { NativeSelect, SegmentedControl } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { useNumberStyle } from "../../../lib/number-style.ts";
import { Refine } from "../../../ui/refine.tsx";
import { DataTable } from "../../charts/data-table.tsx";
import type { CompletedRecord } from "../completed-record.ts";
import { TermsForm } from "./terms-form.tsx";
import { useTerms } from "./use-terms.ts";
import "./financing.css";

const TITLE = "Formas de tenerla";

interface FinancingProps {
  record: CompletedRecord;
  /** Stands where there are no ways, or none yet. */
  otherwise?: ReactNode;
}

/** The same battery and the same dispatch, by who pays for it; only of a result with a saving over its life. */
export function Financing({ record, otherwise = null }: FinancingProps) {
  const { results } = record;
  const terms = useTerms(record);
  const financing = useMemo(() => financingOf(results, terms.given), [results, terms.given]);
  const writer = useNumberStyle();
  if (!financing.ways) return otherwise;
  if (isProvisional(results))
    return (
      <>
        <section className="card">
          <h2>{TITLE}</h2>
          <p className="result-note">{PROVISIONAL_NOTE}</p>
        </section>
        {otherwise}
      </>
    );
  const { ways, terms: complete } = financing;
  return (
    <section className="card financing" aria-labelledby="financing-title">
      <div className="financing-head">
        <h2 id="financing-title">{TITLE}</h2>
        <SegmentedControl
          aria-label="Impuestos"
          size="sm"
          value={taxView(complete)}
          onChange={(view) =>
            terms.change({ ...terms.given, tax: { ...terms.given.tax, applies: view === TAX_VIEWS[1] } })
          }
          data={TAX_VIEWS.map((view) => ({ value: view, label: view.charAt(0).toUpperCase() + view.slice(1) }))}
        />
      </div>
      <Ways name={TITLE} table={wayTable(ways, complete, writer)} phoneRows={1} />
      <p className="result-note">
        La misma batería y la misma operación, sin IVA. Los pagos cuentan al final de cada año.{" "}
        {discountNote(results.economic_case!.assumptions.discount_rate, writer)}
      </p>
      <Refine title="Quién paga y quién asume qué" summary="cuotas, cobertura de la deuda, riesgos" lazy>
        <Ways name="Quién asume qué" table={bearerTable(ways, complete, writer)} />
        <Ways name="Quien pone el dinero" table={ownerTable(ways, complete, writer)} />
      </Refine>
      <Refine title="Flujo de caja, año a año" summary="por conceptos, de cada forma" lazy>
        <CashFlows ways={ways} results={results} />
      </Refine>
      <Refine title="Condiciones, impuestos y ayudas" summary="las de su banco, su oferta o su municipio" lazy>
        <TermsForm terms={terms} complete={complete} />
      </Refine>
    </section>
  );
}

function Ways({ name, table, phoneRows }: { name: string; table: WayTable; phoneRows?: number }) {
  return <DataTable label={`Tabla: ${name.toLowerCase()}`} {...table} {...(phoneRows && { phoneRows })} />;
}

/** The lines of a way's cash flow, for the customer or for whoever else owns the battery. */
function CashFlows({ ways, results }: { ways: readonly Way[]; results: CompletedRecord["results"] }) {
  const { figure } = useNumberStyle();
  const [key, setKey] = useState<WayKey>(results.owner ? "sharing" : "purchase");
  const [side, setSide] = useState<"customer" | "owner">("customer");
  const { customer, owner } = ways.find((way) => way.key === key)!;
  const { head, years } = cashTable(
    (side === "owner" && owner) || customer,
    results.economic_case!.assumptions.discount_rate,
  );
  return (
    <>
      <div className="financing-choice">
        <NativeSelect
          label="Forma"
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value as WayKey)}
          data={WAYS.map((way) => ({ value: way, label: WAY_NAMES[way] }))}
        />
        {owner && (
          <SegmentedControl
            aria-label="De quién es el flujo"
            value={side}
            onChange={(value) => setSide(value as typeof side)}
            data={[
              { value: "customer", label: "Usted" },
              { value: "owner", label: "Quien pone la batería" },
            ]}
          />
        )}
      </div>
      <DataTable
        label={`Tabla: flujo de caja, ${WAY_NAMES[key].toLowerCase()}`}
        numbered
        phoneRows={4}
        head={["Año", ...head.map((line) => `${line} (€)`)]}
        rows={years.map((cells, year) => ({
          key: String(year),
          label: year,
          cells: cells.map((eur) => figure(eur, 0)),
        }))}
      />
    </>
  );
}
