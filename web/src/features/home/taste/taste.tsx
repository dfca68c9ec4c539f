import { formatNumber } from "@ecotrim/contracts/numbers";
import { AverageDemand, MonthlySpending, PvKwp } from "@ecotrim/contracts/simulations/fields";
import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { NumberField } from "../../../ui/number-field.tsx";
import { type EstimateQuery, EXAMPLE } from "./estimate.ts";
import type { EstimateState } from "./use-estimate.ts";
import "./taste.css";

const MONTHS = 12;
/** Significant figures of an estimate. */
const ESTIMATE_FIGURES = 3;

interface TasteProps {
  state: EstimateState;
  /** Receives the typed query; null while a field is empty or wrong. */
  onChange: (query: EstimateQuery | null) => void;
}

/** Three fields and what a battery would save: a first taste of the wizard, which it leads to with the same answers. */
export function Taste({ state, onChange }: TasteProps) {
  const [typed, setTyped] = useState<Record<keyof EstimateQuery, number | null>>(EXAMPLE);
  const complete = isComplete(typed);

  const change = (field: keyof EstimateQuery) => (value: number | null) => {
    const next = { ...typed, [field]: value };
    setTyped(next);
    onChange(isComplete(next) ? next : null);
  };

  return (
    <div className="taste card">
      <div className="taste-fields">
        <NumberField
          label="Su fotovoltaica"
          schema={PvKwp}
          unit="kWp"
          quantity={{ kind: "power_kwp" }}
          decimals={1}
          value={typed.generation}
          onChange={change("generation")}
        />
        <NumberField
          label="Consumo medio"
          schema={AverageDemand}
          unit="kWh/h"
          quantity={{ kind: "energy_demand" }}
          decimals={2}
          value={typed.average}
          onChange={change("average")}
        />
        <NumberField
          label="Gasto mensual"
          schema={MonthlySpending}
          unit="€"
          per="al mes"
          decimals={2}
          money
          quantity={{ kind: "money", shown: "€ al mes", toField: (eurYear) => eurYear / MONTHS }}
          value={Math.round(EXAMPLE.total_spendings / MONTHS)}
          onChange={(monthly) => change("total_spendings")(monthly === null ? null : monthly * MONTHS)}
        />
      </div>
      <div className="taste-answer">
        <Answer state={state} complete={complete} />
        <Button
          component={Link}
          to="/nueva-simulacion"
          state={complete ? { answers: typed } : undefined}
          size="lg"
          color="solar.4"
          c="black"
        >
          Simular mi caso
        </Button>
      </div>
    </div>
  );
}

const isComplete = (typed: Record<keyof EstimateQuery, number | null>): typed is EstimateQuery =>
  Object.values(typed).every((value) => value !== null);

function Answer({ state: { estimate, pending }, complete }: { state: EstimateState; complete: boolean }) {
  const battery = estimate?.battery;
  if (!complete)
    return (
      <p className="taste-text" role="status">
        Rellene los tres datos y verá una primera estimación.
      </p>
    );
  // The figures on the screen are of other answers, so neither size nor verdict is claimed.
  if (pending)
    return (
      <div className="taste-text" role="status" data-pending>
        <p>Recalculando con sus datos…</p>
        {battery?.saving_eur !== undefined && <Saving eur={battery.saving_eur} hidden />}
      </div>
    );
  if (estimate?.doubt)
    return (
      <p className="taste-text" role="status">
        {estimate.doubt}
      </p>
    );
  if (!battery || battery.saving_eur === undefined)
    return (
      <p className="taste-text" role="status">
        Su caso necesita el cálculo completo: siga y lo tendrá en tres minutos.
      </p>
    );

  const size = `${formatNumber(battery.capacity_kwh, { unit: "kWh" })} y ${formatNumber(Math.round(battery.power_kw), { unit: "kW" })}`;
  return (
    <div className="taste-text" role="status">
      <p>Estimación con una batería de {size}</p>
      <Saving eur={battery.saving_eur} />
      <p data-verdict={battery.pays ? "good" : "bad"}>{battery.verdict}</p>
    </div>
  );
}

/** @param hidden keeps an outdated figure from screen readers */
function Saving({ eur, hidden = false }: { eur: number; hidden?: boolean }) {
  return (
    <p className="taste-saving" aria-hidden={hidden}>
      {formatNumber(roundToFigures(eur), { unit: "€" })} <small>al año</small>
    </p>
  );
}

function roundToFigures(value: number): number {
  return Number(value.toPrecision(ESTIMATE_FIGURES));
}
