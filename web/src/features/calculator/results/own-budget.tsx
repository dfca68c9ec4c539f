import { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { Results } from "@ecotrim/contracts/simulations/result";
import { labelOf, type ResultKey } from "@ecotrim/present/figures";
import { classification } from "@ecotrim/present/results/profitability";
import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { useChunk } from "../../../lib/use-chunk.ts";
import { NumberField } from "../../../ui/number-field.tsx";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { DataTable } from "../../charts/data-table.tsx";
import { nullReason } from "../../results/null-reason.ts";
import { euros, RESULTS_STYLE, spell } from "./figures.ts";

const loadOwnCapex = () => import("@ecotrim/present/results/own-capex");

interface OwnBudgetProps {
  results: Results;
  /** EUR; null while none is given. */
  capexEur: number | null;
  onChange: (capexEur: number | null) => void;
}

/** "Tengo un presupuesto": the economics at the visitor's own investment beside the estimated ones. */
export function OwnBudget({ results, capexEur, onChange }: OwnBudgetProps) {
  // A new key mounts a new, empty field.
  const [round, setRound] = useState(0);
  const reset = () => {
    setRound(round + 1);
    onChange(null);
  };
  return (
    <section className="card own-budget">
      <h2>Tengo un presupuesto</h2>
      <div>
        <NumberField
          key={round}
          label="Inversión de su oferta"
          hint={`En lugar de los ${euros(results.summary.capex_eur)} estimados. Sin IVA, instalación incluida.`}
          schema={SimulationInput.properties.capex_eur}
          unit="€"
          decimals={2}
          money
          hideLimits
          value={capexEur}
          onChange={onChange}
        />
        {capexEur !== null && (
          <Button variant="default" onClick={reset}>
            Volver a la inversión estimada
          </Button>
        )}
      </div>
      {capexEur === null ? (
        <p className="result-note">
          Escriba el importe y la rentabilidad se recalcula al momento. La operación de la batería no cambia: no depende
          de lo que cueste.
        </p>
      ) : (
        <BudgetFigures results={results} capexEur={capexEur} />
      )}
    </section>
  );
}

const BUDGET_FIGURES = ["capex_eur", "npv", "irr", "payback_years", "lcoe"] as const satisfies ResultKey[];

function BudgetFigures({ results, capexEur }: { results: Results; capexEur: number }) {
  const engine = useChunk(loadOwnCapex);
  const withOwnCapex = engine.status === "ready" ? engine.value.withOwnCapex : undefined;
  const own = useMemo(() => withOwnCapex?.(results, capexEur), [withOwnCapex, results, capexEur]);

  if (engine.status === "failed")
    return <ErrorState title="No se ha podido cargar el cálculo" onRetry={engine.retry} />;
  if (!own) return <Loading heights={[260]} label="Cargando el cálculo" />;

  const { economics } = results.kpi_new_table;
  const rows: [name: string, estimated: string, own: string][] = [
    ...BUDGET_FIGURES.map((key): [string, string, string] => [
      labelOf(key),
      spell(key, economics[key]),
      spell(key, own[key]),
    ]),
    [
      "Clasificación",
      classification(economics.savings, economics.irr, economics.npv),
      classification(own.savings, own.irr, own.npv),
    ],
  ];
  const reasons = [
    ...new Set(["npv", "irr", "payback_years"].flatMap((key) => nullReason(own, key, RESULTS_STYLE) || [])),
  ];

  return (
    <div>
      <p role="status" className="own-budget-sentence">
        Con {euros(capexEur)} de inversión: VAN {spell("npv", own.npv)}, TIR {spell("irr", own.irr)}.
      </p>
      <DataTable
        label="Tabla: rentabilidad con su presupuesto"
        head={["Cifra", "Con la estimación", "Con su presupuesto"]}
        rows={rows.map(([name, ...cells]) => ({ key: name, label: name, cells }))}
      />
      <p className="result-note">
        {breakEvenText(own.break_even_capex_eur)} {reasons.join(" ")} Mantenimiento y sustitución siguen a la inversión.
      </p>
      <p className="own-budget-scope">
        Solo cambia esta tabla: la banda de escenarios, «De qué depende el VAN», el mejor tamaño y el resto de la
        pantalla siguen con la inversión estimada, {euros(economics.capex_eur)}.
      </p>
    </div>
  );
}

function breakEvenText(capexEur: number | null): string {
  if (capexEur === null) return "";
  return capexEur > 0
    ? `El VAN es cero con una inversión de ${euros(capexEur)}.`
    : "El VAN no llegaría a cero ni con una inversión nula.";
}
