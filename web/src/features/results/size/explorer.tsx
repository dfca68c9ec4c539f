import { SimulationInput } from "@ecotrim/contracts/simulations/input";
import { variantInputs } from "@ecotrim/engine/studies/variant";
import type { ExploredCase } from "@ecotrim/present/studies/explored-case";
import { Button } from "@mantine/core";
import { type ReactNode, useCallback, useMemo } from "react";
import { useNumberStyle } from "../../../lib/number-style.ts";
import { NumberField } from "../../../ui/number-field.tsx";
import { Loading } from "../../../ui/states.tsx";
import type { CompletedRecord } from "../completed-record.ts";
import { LeverSlider } from "./lever-slider.tsx";
import { changesOf, LEVERS, type LeverKey, type LeverValues, type Moved, neutralValues, withLever } from "./levers.ts";
import type { useSaveVariant } from "./save-variant.ts";
import { useExplorer } from "./use-explorer.ts";
import { VariantAnswer } from "./variant-answer.tsx";

const FIRST_LEVERS = ["capacity", "power", "capex", "level", "spread", "rate"] as const;
const FOLDED_LEVERS = ["growth", "life", "roundTrip"] as const;
const ANSWER_HEIGHT = 260;
/** EUR by which the browser's saving may differ from the stored one and still be the same. */
const SAME_EUR = 0.5;

interface ExplorerProps {
  record: CompletedRecord;
  explored: ExploredCase;
  calculated: LeverValues;
  moved: Moved;
  onMove: (change: (moved: Moved) => Moved) => void;
  saving: ReturnType<typeof useSaveVariant>;
  /** Stands below the answer, beside the sliders. */
  children: ReactNode;
}

/** Sliders, and what the battery is worth where they stand. */
export function Explorer({ record, explored, calculated, moved, onMove, saving, children }: ExplorerProps) {
  const { inputs } = explored;
  const neutral = useMemo(() => neutralValues(moved, calculated, inputs), [moved, calculated, inputs]);
  const variant = useMemo(() => variantInputs(inputs, changesOf(moved, inputs)), [moved, inputs]);
  const answer = useExplorer(explored, variant);
  const isCalculated = Object.keys(moved).length === 0;
  const move = useCallback(
    (key: LeverKey, value: number | null) =>
      onMove((before) => withLever(before, key, value, neutralValues(before, calculated, inputs))),
    [onMove, calculated, inputs],
  );
  const { euros, figure } = useNumberStyle();
  const capex = moved.capex ?? neutral.capex;
  const capacity = moved.capacity ?? neutral.capacity;
  const notes: Partial<Record<LeverKey, string>> = {
    capex: `${figure(capex / capacity, 0, "€/kWh")}${capex === calculated.capex ? "" : ` · antes ${euros(calculated.capex)}`}`,
  };
  const slider = (key: LeverKey) => (
    <LeverSlider
      key={key}
      lever={key}
      value={moved[key] ?? neutral[key]}
      neutral={neutral[key]}
      stops={LEVERS[key].stops(key === "capex" ? neutral : calculated, inputs)}
      note={notes[key]}
      onMove={move}
    />
  );
  const save = () => saving?.save(variant);
  const isLowerBound = answer.calculated?.isApproximate || answer.variant?.isApproximate;
  const differs =
    answer.calculated !== null &&
    Math.abs(answer.calculated.savings - (record.results.summary.savings ?? 0)) > SAME_EUR;

  return (
    <>
      <section className="card explorer-levers" aria-labelledby="explorer-title">
        <div className="explorer-head">
          <h2 id="explorer-title">Explorador</h2>
          <Button variant="subtle" size="compact-sm" disabled={isCalculated} onClick={() => onMove(() => ({}))}>
            Volver al calculado
          </Button>
        </div>
        {FIRST_LEVERS.map(slider)}
        <details open={FOLDED_LEVERS.some((key) => moved[key] !== undefined) || undefined}>
          <summary>Crecimiento, vida útil y rendimiento</summary>
          {FOLDED_LEVERS.map(slider)}
        </details>
        {saving && (
          <>
            <Button fullWidth disabled={isCalculated} loading={saving.isPending} onClick={save}>
              Guardar esta variante
            </Button>
            <Budget
              value={moved.capex ?? null}
              onChange={(eur) => move("capex", eur)}
              isPending={saving.isPending}
              onAsk={save}
            />
          </>
        )}
      </section>
      <div className="explorer-answer">
        {answer.calculated && answer.variant ? (
          <VariantAnswer
            variant={answer.variant}
            calculated={answer.calculated}
            isCalculated={isCalculated}
            band={record.uncertainty?.result?.cumulative_eur ?? null}
          />
        ) : answer.failed ? (
          <p className="card">Este navegador no puede calcular variantes. Las cifras del resultado son válidas.</p>
        ) : (
          <Loading heights={[ANSWER_HEIGHT]} label="Preparando el explorador" />
        )}
        {(isLowerBound || differs) && (
          <p className="result-note">Cifras aproximadas: las certifica el cálculo al guardar la variante.</p>
        )}
        {children}
      </div>
    </>
  );
}

interface BudgetProps {
  value: number | null;
  onChange: (eur: number | null) => void;
  isPending: boolean;
  onAsk: () => void;
}

/** An amount instead of the slider of the price, and every figure of the page at it. */
function Budget({ value, onChange, isPending, onAsk }: BudgetProps) {
  return (
    <div className="budget">
      <NumberField
        label="Tengo un presupuesto"
        schema={SimulationInput.properties.capex_eur}
        unit="€"
        decimals={2}
        money
        optional
        hideLimits
        quantity={{ kind: "money", shown: "€" }}
        value={value}
        onChange={onChange}
      />
      <Button variant="default" disabled={value === null} loading={isPending} onClick={onAsk}>
        Recalcular todo con él
      </Button>
    </div>
  );
}
