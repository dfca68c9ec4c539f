import { CHART_HEIGHT_PX, RESULTS_LOCALE } from "@ecotrim/shared/product";
import type { Band, Estimate, Uncertainty } from "@ecotrim/shared/simulations/uncertainty";
import { SegmentedControl, Table } from "@mantine/core";
import { useCallback, useState } from "react";
import { ChartFrame } from "../../../charts/chart-frame.tsx";
import type { ChartStyle } from "../../../charts/chart-style.ts";
import { DataTable } from "../../../charts/data-table.tsx";
import { histogramConfig } from "../../../charts/histogram-config.ts";
import { euros, figure, inResultsStyle, percent } from "./figures.ts";

export const SCENARIOS_TITLE = "Cuánto puede variar";

/** What the scenarios say: percentiles with their standard errors, other market years, the spread and its sources. */
export function ScenarioDetails({ uncertainty }: { uncertainty: Uncertainty }) {
  return (
    <>
      <div className="result-pair">
        <Percentiles uncertainty={uncertainty} />
        <MarketYears uncertainty={uncertainty} />
      </div>
      <Spread uncertainty={uncertainty} />
      <Sources uncertainty={uncertainty} />
    </>
  );
}

function Percentiles({ uncertainty }: { uncertainty: Uncertainty }) {
  const { count, saving_eur, npv_eur, irr, probability_npv_positive, null_reasons } = uncertainty;
  const rate = (fraction: number | null) => (fraction === null ? "No aplicable" : percent(fraction, 2));
  const rows: [key: string, label: string, band: Band | null, write: (value: number | null) => string][] = [
    ["saving_eur", "Ahorro del primer año", saving_eur, euros],
    ["npv_eur", "VAN", npv_eur, euros],
    ["irr", "TIR", irr, rate],
  ];
  const reasons = [...new Set(rows.flatMap(([key]) => null_reasons[key] ?? []))];

  return (
    <section className="card">
      <h2>{SCENARIOS_TITLE}</h2>
      <Table.ScrollContainer minWidth={400} type="native">
        <Table className="figures-table" verticalSpacing={7}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Percentil</Table.Th>
              <Table.Th scope="col">P10</Table.Th>
              <Table.Th scope="col">P50</Table.Th>
              <Table.Th scope="col">P90</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([key, label, band, write]) => (
              <Table.Tr key={key}>
                <Table.Th scope="row">{label}</Table.Th>
                {(["p10", "p50", "p90"] as const).map((end) => (
                  <Table.Td key={end}>
                    <EstimateCell estimate={band?.[end]} write={write} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <p className="result-probability">{probabilityText(probability_npv_positive)}</p>
      <p className="result-note">
        De {figure(count, 0)} escenarios; ± es el error típico de cada cifra. P10: solo 1 de cada 10 escenarios queda
        por debajo; P90: solo 1 de cada 10, por encima. {reasons.map(inResultsStyle).join(" ")}{" "}
        {approximateText(uncertainty)}
      </p>
    </section>
  );
}

interface EstimateCellProps {
  estimate: Estimate | undefined;
  write: (value: number | null) => string;
}

function EstimateCell({ estimate, write }: EstimateCellProps) {
  if (!estimate || estimate.value === null) return <>No aplicable</>;
  return (
    <>
      {write(estimate.value)}
      {estimate.standard_error !== null && <small className="standard-error">± {write(estimate.standard_error)}</small>}
    </>
  );
}

function probabilityText(probability: Estimate | null): string {
  if (!probability || probability.value === null) return "Probabilidad de VAN positivo: No aplicable";
  const error =
    probability.standard_error === null ? "" : ` (± ${figure(100 * probability.standard_error, 1, "puntos")})`;
  return `Probabilidad de VAN positivo: ${percent(probability.value, 1)}${error}`;
}

const approximateText = ({ approximate_scenarios: count }: Uncertainty): string =>
  count === 0
    ? ""
    : `En ${figure(count, 0)} ${count === 1 ? "escenario" : "escenarios"} hay precios que el cálculo exacto no admite: su ahorro es una cota inferior.`;

function MarketYears({ uncertainty: { market_years } }: { uncertainty: Uncertainty }) {
  return (
    <section className="card">
      <h2>La misma batería con el mercado de otros años</h2>
      {market_years.length === 0 ? (
        <p className="result-note">No aplicable: los precios vienen dados.</p>
      ) : (
        <>
          <Table.ScrollContainer minWidth={260} type="native">
            <Table className="figures-table" verticalSpacing={7}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">Mercado de</Table.Th>
                  <Table.Th scope="col">Ahorro del primer año</Table.Th>
                  <Table.Th scope="col">VAN</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {market_years.map(({ year, saving_eur, npv_eur }) => (
                  <Table.Tr key={year}>
                    <Table.Th scope="row">{year}</Table.Th>
                    <Table.Td>{euros(saving_eur)}</Table.Td>
                    <Table.Td>{euros(npv_eur)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <p className="result-note">
            Mismo consumo, mismo sol y mismo contrato, con los precios de OMIE de cada año. La diferencia entre tipos de
            contrato está aparte, en «Según su contrato»: no forma parte de la banda.
          </p>
        </>
      )}
    </section>
  );
}

const SPREADS = {
  saving_eur: { name: "Ahorro", axis: "Ahorro del primer año" },
  npv_eur: { name: "VAN", axis: "VAN" },
} as const;
type SpreadKey = keyof typeof SPREADS;

const between = (from: number, to: number): string => `Entre ${euros(from)} y ${euros(to)}`;

function Spread({ uncertainty }: { uncertainty: Uncertainty }) {
  const [chosen, setChosen] = useState<SpreadKey>("saving_eur");
  const { name, axis } = SPREADS[chosen];
  const histogram = uncertainty.histogram[chosen] ?? uncertainty.histogram.saving_eur;
  const p10 = uncertainty[chosen]?.p10.value ?? null;
  const p90 = uncertainty[chosen]?.p90.value ?? null;

  const config = useCallback(
    (style: ChartStyle) => {
      const band = p10 === null || p90 === null ? null : { from: p10, to: p90 };
      return histogramConfig({ histogram, band, write: euros, between, countTitle: "Escenarios" }, style);
    },
    [histogram, p10, p90],
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
      locale={RESULTS_LOCALE}
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

function Sources({ uncertainty: { sources, surface_r2 } }: { uncertainty: Uncertainty }) {
  return (
    <details className="card assumptions">
      <summary>
        <h2>Qué varía en los escenarios, y según quién ({sources.length})</h2>
      </summary>
      <Table.ScrollContainer minWidth={560} type="native">
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Qué varía</Table.Th>
              <Table.Th scope="col">Cuánto</Table.Th>
              <Table.Th scope="col">Fuente</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sources.map(({ key, label, value, source, judgement }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row">{label}</Table.Th>
                <Table.Td>{inResultsStyle(value)}</Table.Td>
                <Table.Td>
                  {inResultsStyle(source)} {judgement && <span className="tag">criterio propio</span>}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {surface_r2 !== null && (
        <p className="result-note">
          El primer año de cada escenario se optimiza hora a hora; los siguientes se leen de una superficie ajustada a
          todos ellos, que explica el {percent(surface_r2, 1)} de lo que varía el ahorro.
        </p>
      )}
    </details>
  );
}
