import type { Band, Estimate, Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { labelOf } from "@ecotrim/present/figures";
import { contractSurfaceNote, groundsOf, NO_MARKET_YEARS, REAL_YEARS_NOTE } from "@ecotrim/present/studies/uncertainty";
import { SegmentedControl } from "@mantine/core";
import { useCallback, useState } from "react";
import { type NumberStyle, useNumberStyle } from "../../lib/number-style.ts";
import { ChartFrame } from "../charts/chart-frame.tsx";
import type { ChartStyle } from "../charts/chart-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import { CHART_HEIGHT_PX } from "../charts/heights.ts";
import { histogramConfig } from "../charts/histogram-config.ts";
import { nullReason } from "./null-reason.ts";
import "./results.css";

export const SCENARIOS_TITLE = "Cuánto puede variar";
const FIRST_YEAR_SAVING = labelOf("savings", "firstYear");

/**
 * The findings of the scenarios: percentiles with their standard errors, other market years, the spread and its
 * sources.
 */
export function ScenarioDetails({ uncertainty }: { uncertainty: Uncertainty }) {
  return (
    <>
      <div className="result-pair">
        <div className="result-stack">
          <Percentiles uncertainty={uncertainty} />
          <MarketYears uncertainty={uncertainty} />
        </div>
        <Spread uncertainty={uncertainty} />
      </div>
      <Sources uncertainty={uncertainty} />
    </>
  );
}

const ENDS = ["p10", "p50", "p90"] as const;

interface PercentileRow {
  key: string;
  label: string;
  band: Band | null;
  write: (value: number) => string;
  /** Writes the standard error. */
  error: (value: number) => string;
}

const pointsIn =
  ({ figure }: NumberStyle) =>
  (fraction: number): string =>
    figure(100 * fraction, 2, "pp");

function Percentiles({ uncertainty }: { uncertainty: Uncertainty }) {
  const style = useNumberStyle();
  const { figure, euros, spell } = style;
  const points = pointsIn(style);
  const { count, saving_eur, npv_eur, irr, probability_npv_positive } = uncertainty;
  const rows: PercentileRow[] = [
    { key: "saving_eur", label: FIRST_YEAR_SAVING, band: saving_eur, write: euros, error: euros },
    { key: "npv_eur", label: labelOf("npv"), band: npv_eur, write: euros, error: euros },
    { key: "irr", label: labelOf("irr"), band: irr, write: (rate) => spell("irr", rate), error: points },
  ];
  const reasons = [...new Set(rows.flatMap(({ key }) => nullReason(uncertainty, key, style) || []))];

  return (
    <section className="card">
      <h2>{SCENARIOS_TITLE}</h2>
      <DataTable
        label="Tabla: percentiles de los escenarios"
        head={["Percentil", "P10", "P50", "P90"]}
        rows={rows.map(({ key, label, band, write, error }) => ({
          key,
          label,
          cells: ENDS.map((end) => <EstimateCell key={end} estimate={band?.[end]} write={write} error={error} />),
        }))}
      />
      <p className="result-probability">{probabilityText(probability_npv_positive, style)}</p>
      <p className="result-note">
        De {figure(count, 0)} escenarios; ± es el error típico de cada cifra (pp: puntos porcentuales). P10: solo 1 de
        cada 10 escenarios queda por debajo; P90: solo 1 de cada 10, por encima. {reasons.join(" ")}{" "}
        {approximateText(uncertainty, style)} {surfaceText(uncertainty, style)}
      </p>
    </section>
  );
}

interface EstimateCellProps extends Pick<PercentileRow, "write" | "error"> {
  estimate: Estimate | undefined;
}

function EstimateCell({ estimate, write, error }: EstimateCellProps) {
  if (!estimate || estimate.value === null) return <>No aplicable</>;
  return (
    <>
      {write(estimate.value)}
      {estimate.standard_error !== null && (
        <small className="standard-error">±&nbsp;{error(estimate.standard_error)}</small>
      )}
    </>
  );
}

function probabilityText(probability: Estimate | null, style: NumberStyle): string {
  if (!probability || probability.value === null) return "Probabilidad de VAN positivo: No aplicable";
  const error = probability.standard_error === null ? "" : ` (±\u00a0${pointsIn(style)(probability.standard_error)})`;
  return `Probabilidad de VAN positivo: ${style.percent(probability.value, 1)}${error}`;
}

const approximateText = ({ approximate_scenarios: count }: Uncertainty, { figure }: NumberStyle): string =>
  count === 0
    ? ""
    : `En ${figure(count, 0)} ${count === 1 ? "escenario" : "escenarios"} hay precios que el cálculo exacto no admite: su ahorro es una cota inferior.`;

/** R² from which values read from the surface are as good as solved ones. */
const GOOD_R2 = 0.99;

function surfaceText(uncertainty: Uncertainty, { percent, write }: NumberStyle): string {
  const { npv_eur, surface_r2 } = uncertainty;
  const note = contractSurfaceNote(uncertainty);
  if (note) return write("", note);
  return npv_eur === null || surface_r2 === null || surface_r2 >= GOOD_R2
    ? ""
    : `La superficie de la que se leen los años siguientes al primero explica el ${percent(surface_r2, 1)} de lo que varía el ahorro: esos años son menos exactos; tome los percentiles de VAN y TIR como orientativos.`;
}

function MarketYears({ uncertainty: { market_years, contract_surface } }: { uncertainty: Uncertainty }) {
  const { figure } = useNumberStyle();
  return (
    <section className="card">
      <h2>La misma batería con el mercado de otros años</h2>
      {market_years.length === 0 ? (
        <p className="result-note">{NO_MARKET_YEARS}</p>
      ) : (
        <>
          <DataTable
            label="Tabla: mercado de otros años"
            head={["Mercado de", `${FIRST_YEAR_SAVING} (€)`, `${labelOf("npv")} (€)`]}
            rows={market_years.map(({ year, saving_eur, npv_eur }) => ({
              key: String(year),
              label: year,
              cells: [figure(saving_eur, 0), figure(npv_eur, 0)],
            }))}
          />
          <p className="result-note">
            Mismo consumo, mismo sol y mismo contrato, con los precios de OMIE de cada año. {REAL_YEARS_NOTE}{" "}
            {!contract_surface &&
              "La diferencia entre tipos de contrato está en «Según su contrato»: no forma parte de la banda."}
          </p>
        </>
      )}
    </section>
  );
}

const SPREADS = {
  saving_eur: { name: labelOf("saving_eur"), axis: FIRST_YEAR_SAVING },
  npv_eur: { name: labelOf("npv"), axis: labelOf("npv") },
} as const;
type SpreadKey = keyof typeof SPREADS;

const betweenIn =
  ({ euros }: NumberStyle) =>
  (from: number, to: number): string =>
    `Entre ${euros(from)} y ${euros(to)}`;

function Spread({ uncertainty }: { uncertainty: Uncertainty }) {
  const style = useNumberStyle();
  const { locale, figure, euros } = style;
  const between = betweenIn(style);
  const [chosen, setChosen] = useState<SpreadKey>("saving_eur");
  const { name, axis } = SPREADS[chosen];
  const histogram = uncertainty.histogram[chosen] ?? uncertainty.histogram.saving_eur;
  const p10 = uncertainty[chosen]?.p10.value ?? null;
  const p90 = uncertainty[chosen]?.p90.value ?? null;

  const config = useCallback(
    (chartStyle: ChartStyle) => {
      const band = p10 === null || p90 === null ? null : { from: p10, to: p90 };
      return histogramConfig(
        { histogram, band, write: style.euros, between: betweenIn(style), countTitle: "Escenarios" },
        chartStyle,
      );
    },
    [histogram, p10, p90, style],
  );

  const { from, width, counts } = histogram;
  const start = (bar: number) => from + bar * width;
  const fullest = counts.indexOf(Math.max(...counts));
  return (
    <ChartFrame
      title={`Reparto de los escenarios: ${axis}`}
      description={`Cada barra cuenta los escenarios de ${euros(width)} en ${euros(width)}. La más alta, ${figure(counts[fullest] ?? 0, 0)} de ${figure(uncertainty.count, 0)}, va de ${euros(start(fullest))} a ${euros(start(fullest + 1))}. En color pleno, 8 de cada 10.`}
      config={config}
      table={
        <DataTable
          label={`Tabla: reparto de los escenarios, ${name}`}
          head={[axis, "Escenarios"]}
          rows={counts.map((count, bar) => ({
            key: String(bar),
            label: between(start(bar), start(bar + 1)),
            cells: [figure(count, 0)],
          }))}
          height={CHART_HEIGHT_PX}
        />
      }
      locale={locale}
      height={CHART_HEIGHT_PX}
    >
      {uncertainty.histogram.npv_eur && (
        <SegmentedControl
          className="season-switch"
          aria-label="Cifra repartida"
          value={chosen}
          onChange={(value) => setChosen(value as SpreadKey)}
          data={Object.entries(SPREADS).map(([value, spread]) => ({ value, label: spread.name }))}
        />
      )}
    </ChartFrame>
  );
}

function Sources({ uncertainty: { sources, surface_r2, npv_eur } }: { uncertainty: Uncertainty }) {
  const { percent, write } = useNumberStyle();
  return (
    <details className="card assumptions">
      <summary>
        <h2>Qué varía en los escenarios, y según quién ({sources.length})</h2>
      </summary>
      <DataTable
        label="Tabla: qué varía en los escenarios"
        head={["Qué varía", "Cuánto", "Según", "Fuente"]}
        rows={sources.map(({ key, label, value, value_parts, source, ...grounds }) => ({
          key,
          label,
          cells: [
            write(value, value_parts),
            grounds.judgement ? (
              <span key="judgement" className="tag">
                {groundsOf(grounds)}
              </span>
            ) : (
              groundsOf(grounds)
            ),
            <span key="source" className="reason">
              {source}
            </span>,
          ],
        }))}
      />
      {npv_eur !== null && surface_r2 !== null && (
        <p className="result-note">
          El primer año de cada escenario se optimiza hora a hora; los siguientes se leen de una superficie ajustada a
          todos ellos, que explica el {percent(surface_r2, 1)} de lo que varía el ahorro.
        </p>
      )}
    </details>
  );
}
