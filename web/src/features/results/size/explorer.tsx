import { SimulationInput } from "@ecotrim/contracts/simulations/input";
import { variantInputs } from "@ecotrim/engine/studies/variant";
import { replacementYearOf } from "@ecotrim/present/results/return-curve";
import type { ExploredCase } from "@ecotrim/present/studies/explored-case";
import { Button, type ButtonProps } from "@mantine/core";
import { type ComponentProps, memo, type ReactNode, useCallback, useMemo, useRef } from "react";
import { useNumberStyle } from "../../../lib/number-style.ts";
import { NumberField } from "../../../ui/number-field.tsx";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import type { CompletedRecord } from "../completed-record.ts";
import type { useCurveNumbers } from "./curve-numbers.ts";
import { LeverSlider } from "./lever-slider.tsx";
import {
  changesOf,
  LEVER_KEYS,
  LEVERS,
  type LeverKey,
  type LeverValues,
  type Moved,
  neutralValues,
  withLever,
} from "./levers.ts";
import { Outage } from "./outage.tsx";
import type { useSaveVariant } from "./save-variant.ts";
import { type ExplorerFailure, useExplorer } from "./use-explorer.ts";
import { VariantAnswer } from "./variant-answer.tsx";

const FIRST_LEVERS = ["capacity", "power", "capex", "level", "spread", "rate"] as const;
const FOLDED_LEVERS = ["growth", "life", "roundTrip"] as const;
const ANSWER_HEIGHT = 260;
/** EUR by which the browser's saving may differ from the stored one and still be the same. */
const SAME_EUR = 0.5;

interface ExplorerProps {
  record: CompletedRecord;
  explored: ExploredCase;
  numbers: ReturnType<typeof useCurveNumbers>;
  calculated: LeverValues;
  moved: Moved;
  onMove: (change: (moved: Moved) => Moved) => void;
  saving: ReturnType<typeof useSaveVariant>;
  /** Stands below the answer, beside the sliders. */
  children: ReactNode;
}

/** A step of a slider renders the library's buttons only where they change. */
const StillButton = memo(function StillButton(props: ButtonProps & ComponentProps<"button">) {
  return <Button {...props} />;
});

/** Sliders, and what the battery is worth where they stand. */
export function Explorer({ record, explored, numbers, calculated, moved, onMove, saving, children }: ExplorerProps) {
  const { inputs } = explored;
  const { euros, figure, given } = useNumberStyle();
  const neutral = useMemo(() => neutralValues(moved, calculated, inputs), [moved, calculated, inputs]);
  const variant = useMemo(() => variantInputs(inputs, changesOf(moved, inputs)), [moved, inputs]);
  const stops = useMemo(
    () =>
      Object.fromEntries(LEVER_KEYS.map((key) => [key, LEVERS[key].stops(calculated, inputs)])) as Record<
        LeverKey,
        number[]
      >,
    [calculated, inputs],
  );
  const prices = useMemo(
    () => LEVERS.capex.stops({ ...calculated, capex: neutral.capex }, inputs),
    [calculated, neutral.capex, inputs],
  );
  const move = useCallback(
    (key: LeverKey, value: number | null) =>
      onMove((before) => withLever(before, key, value, neutralValues(before, calculated, inputs))),
    [onMove, calculated, inputs],
  );
  const latest = useRef({ variant, moved });
  latest.current = { variant, moved };
  const save = saving?.save;
  const reset = useCallback(() => onMove(() => ({})), [onMove]);
  const saveVariant = useCallback(() => save?.(latest.current.variant), [save]);
  // "Con él" is the budget alone, whatever else is moved.
  const saveBudget = useCallback(
    () => save?.(variantInputs(inputs, LEVERS.capex.inputs(latest.current.moved.capex!, inputs))),
    [save, inputs],
  );
  const spend = useCallback((eur: number | null) => move("capex", eur), [move]);
  const isCalculated = Object.keys(moved).length === 0;
  const capex = moved.capex ?? neutral.capex;
  const before = capex === calculated.capex ? "" : ` · antes ${euros(calculated.capex)}`;
  const priceNote = `${figure(capex / (moved.capacity ?? neutral.capacity), 0, "€/kWh")}${before}`;
  const size = `${given(moved.capacity ?? neutral.capacity, "kWh")} / ${given(moved.power ?? neutral.power, "kW")}`;
  const slider = (key: LeverKey) => (
    <LeverSlider
      key={key}
      lever={key}
      value={moved[key] ?? neutral[key]}
      neutral={neutral[key]}
      stops={key === "capex" ? prices : stops[key]}
      note={key === "capex" ? priceNote : undefined}
      onMove={move}
    />
  );

  return (
    <>
      <section className="card explorer-levers" aria-labelledby="explorer-title">
        <div className="explorer-head">
          <h2 id="explorer-title">Explorador</h2>
          <StillButton variant="subtle" size="compact-sm" disabled={isCalculated} onClick={reset}>
            Volver al calculado
          </StillButton>
        </div>
        {FIRST_LEVERS.map(slider)}
        <details open={FOLDED_LEVERS.some((key) => moved[key] !== undefined) || undefined}>
          <summary>Crecimiento, vida útil y rendimiento</summary>
          {FOLDED_LEVERS.map(slider)}
        </details>
        {saving && (
          <StillButton fullWidth disabled={isCalculated} loading={saving.isPending} onClick={saveVariant}>
            Guardar esta variante
          </StillButton>
        )}
        <div className="budget">
          <Budget size={size} value={moved.capex ?? null} onChange={spend} />
          {saving && (
            <StillButton
              variant="default"
              disabled={moved.capex === undefined}
              loading={saving.isPending}
              onClick={saveBudget}
            >
              Recalcular todo con él
            </StillButton>
          )}
        </div>
      </section>
      <div className="explorer-answer">
        <Answer record={record} explored={explored} numbers={numbers} variant={variant} isCalculated={isCalculated} />
        {children}
        <Outage explored={explored} variant={variant} />
      </div>
    </>
  );
}

const FAILURES: Record<ExplorerFailure, string> = {
  threads: "Este navegador no puede calcular variantes.",
  program: "No se ha podido cargar el explorador.",
  case: "El explorador no puede calcular este caso.",
  variant: "El explorador no puede calcular esta variante.",
};

interface AnswerProps extends Pick<ExplorerProps, "record" | "explored" | "numbers"> {
  variant: SimulationInput;
  isCalculated: boolean;
}

function Answer({ record, explored, numbers, variant, isCalculated }: AnswerProps) {
  const answer = useExplorer(explored, numbers.numbers, variant);
  const { percent } = useNumberStyle();
  const stored = record.results.summary.savings ?? 0;
  if (numbers.error)
    return (
      <section className="card">
        <ErrorState title="No se ha podido leer la curva medida." error={numbers.error} onRetry={numbers.retry}>
          {numbers.error.message}
        </ErrorState>
      </section>
    );
  if (answer.failed)
    return (
      <section className="card">
        <ErrorState title={FAILURES[answer.failed]} onRetry={answer.failed === "threads" ? undefined : answer.retry}>
          Las cifras del resultado son válidas.
        </ErrorState>
      </section>
    );
  if (!answer.calculated || !answer.variant)
    return <Loading heights={[ANSWER_HEIGHT]} label="Preparando el explorador" />;
  const isApproximate =
    answer.calculated.isApproximate ||
    answer.variant.isApproximate ||
    Math.abs(answer.calculated.savings - stored) > SAME_EUR;
  return (
    <>
      <VariantAnswer
        variant={answer.variant}
        verdict={(isCalculated && record.verdict) || answer.variant.verdict}
        calculated={answer.calculated}
        isCalculated={isCalculated}
        isShared={record.results.owner !== undefined}
        replacementYear={replacementYearOf(record.results)}
        band={record.uncertainty?.result?.cumulative_eur ?? null}
      />
      {explored.contract?.errorFct != null && !isCalculated && (
        <p className="result-note">
          Estimación de la factura completa: ± {percent(explored.contract.errorFct, 1)} del ahorro en los puntos
          comprobados. Al guardar la variante se calcula entera.
        </p>
      )}
      {isApproximate && (
        <p className="result-note">Cifras aproximadas: las certifica el cálculo al guardar la variante.</p>
      )}
    </>
  );
}

interface BudgetProps {
  /** Of the battery that the amount is for. */
  size: string;
  value: number | null;
  onChange: (eur: number | null) => void;
}

/** An amount instead of the slider of the price. */
const Budget = memo(function Budget({ size, value, onChange }: BudgetProps) {
  return (
    <NumberField
      label="Tengo un presupuesto"
      hint={`Lo que le piden por la de ${size}, instalada.`}
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
  );
});
