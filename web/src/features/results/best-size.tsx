import type { Results } from "@ecotrim/contracts/simulations/result";
import type { SizePoint, Sizing, SizingLevers } from "@ecotrim/contracts/simulations/sizing";
import { labelOf } from "@ecotrim/present/figures";
import { calculatedFigures } from "@ecotrim/present/simulations/calculated";
import { distinctSizes, emptyCellsNote, sizeRows } from "@ecotrim/present/studies/size-map";
import { useCallback } from "react";
import { type NumberStyle, useNumberStyle } from "../../lib/number-style.ts";
import { ChartFrame } from "../charts/chart-frame.tsx";
import type { ChartStyle } from "../charts/chart-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import { type HeatMapCell, heatMapConfig } from "../charts/heat-map-config.ts";
import "./results.css";

const ROW_PX = 30;
const AXIS_PX = 64;
export const BEST_SIZE_TITLE = "El mejor tamaño para su planta";
const BEST = "★";

/** The value of batteries of other sizes, the best of them, and the levers that would make one pay. */
export function BestSize({ sizing, results }: { sizing: Sizing; results: Results }) {
  const style = useNumberStyle();
  const { locale, figure, given, write } = style;
  const config = useCallback(
    (chartStyle: ChartStyle) => heatMapConfig(mapOf(sizing, style), chartStyle),
    [sizing, style],
  );
  const { capacities_kwh, c_ratings, sentence, sentence_parts, levers, warnings, approximate_steps } = sizing;
  const ownWarnings = warnings.filter(({ code }) => !results.warnings.some((said) => said.code === code));
  const height = capacities_kwh.length * ROW_PX + AXIS_PX;

  return (
    <ChartFrame
      title={BEST_SIZE_TITLE}
      description={`${write(sentence, sentence_parts)} ${mapSentence(sizing, style)}`}
      config={config}
      table={
        <DataTable
          label={`Tabla: ${BEST_SIZE_TITLE}`}
          head={["VAN (€) según la capacidad", ...c_ratings.map((rating) => `Descarga en ${hours(rating, style)}`)]}
          rows={sizeRows(sizing).map((row, index) => ({
            key: String(index),
            label: given(capacities_kwh[index] ?? 0, "kWh"),
            cells: row.map((point) => (point ? figure(point.npv_eur, 0) + mark(sizing, point) : "")),
          }))}
          height={height}
        />
      }
      locale={locale}
      height={height}
      legend={<MapLegend sizing={sizing} />}
    >
      {levers && <Levers levers={levers} />}
      <Sizes sizing={sizing} results={results} />
      <p className="result-note">
        Cada tamaño, con su propia operación óptima del año entero y la misma parte realizable; los mejores, con la
        suya.{" "}
        {approximate_steps > 0 &&
          "En algunas horas hay precios que el cálculo exacto no admite: es una cota inferior. "}
        {emptyCellsNote(sizing)}{" "}
        {ownWarnings.map(({ message, message_parts }) => write(message, message_parts)).join(" ")}
      </p>
    </ChartFrame>
  );
}

const same = (a: SizePoint, b: SizePoint | null): boolean =>
  b !== null && a.capacity_kwh === b.capacity_kwh && a.power_kw === b.power_kw;

const mark = ({ best }: Sizing, point: SizePoint): string => (same(point, best) ? ` ${BEST}` : "");

const hours = (rating: number, { figure }: NumberStyle): string =>
  `${figure(1 / rating, Number.isInteger(Math.round(100 / rating) / 100) ? 0 : 1)} h`;

const sizeText = (
  { capacity_kwh, power_kw }: Pick<SizePoint, "capacity_kwh" | "power_kw">,
  { given }: NumberStyle,
): string => `${given(capacity_kwh, "kWh")} /\u00a0${given(power_kw, "kW")}`;

/** Writes thousands, with one decimal where all values are small. */
const thousands = (sizing: Sizing, { figure }: NumberStyle) => {
  const greatest = Math.max(...sizing.points.map(({ npv_eur }) => Math.abs(npv_eur)));
  return (value: number) => figure(value / 1000, greatest < 20_000 ? 1 : 0);
};

function mapOf(sizing: Sizing, style: NumberStyle) {
  const { figure, spell } = style;
  const { best, smallest_within_5_percent: smallest, capacities_kwh, c_ratings } = sizing;
  const short = thousands(sizing, style);
  const outlineOf = (point: SizePoint): Pick<HeatMapCell, "outline"> =>
    same(point, best) ? { outline: "solid" } : same(point, smallest) ? { outline: "dashed" } : {};
  return {
    rows: capacities_kwh.map((capacity) => figure(capacity, 0)),
    rowsTitle: "Capacidad (kWh)",
    columns: c_ratings.map((rating) => hours(rating, style)),
    columnsTitle: "Horas de descarga a plena potencia",
    cells: sizeRows(sizing).map((row) =>
      row.map(
        (point) =>
          point && {
            value: point.npv_eur,
            text: short(point.npv_eur),
            ...(same(point, best) ? { mark: `${BEST} ` } : {}),
            details: [
              sizeText(point, style),
              `${labelOf("npv")}: ${spell("npv", point.npv_eur)}`,
              `${labelOf("capex_eur")}: ${spell("capex_eur", point.capex_eur)}`,
              `${labelOf("savings", "firstYear")}: ${spell("savings", point.saving_eur)}`,
            ],
            ...outlineOf(point),
          },
      ),
    ),
  };
}

function mapSentence(sizing: Sizing, { figure }: NumberStyle): string {
  const points = distinctSizes(sizing);
  const paying = points.filter(({ npv_eur }) => npv_eur > 0).length;
  const all = figure(points.length, 0);
  // The text above already says that no size pays.
  if (paying === 0) return `El mapa muestra el VAN de los ${all} tamaños calculados, en miles de euros.`;
  return `De ${all} tamaños calculados ${paying === 1 ? "compensa" : "compensan"} ${figure(paying, 0)}. El mapa muestra el VAN de cada uno en miles de euros.`;
}

function MapLegend({ sizing: { smallest_within_5_percent: smallest, best, pays } }: { sizing: Sizing }) {
  return (
    <ul className="map-legend" aria-hidden="true">
      <li>
        <span data-key="gain" /> VAN positivo
      </li>
      <li>
        <span data-key="loss" /> VAN negativo
      </li>
      <li>
        <span data-key="best" /> {BEST} {pays ? "VAN más alto" : "La que menos pierde"}
      </li>
      {smallest && !same(smallest, best) && (
        <li>
          <span data-key="smallest" /> La menor a menos de un 5 %
        </li>
      )}
    </ul>
  );
}

/** The best size, the smallest nearly as good, and the one of this simulation, side by side. */
function Sizes({ sizing, results }: { sizing: Sizing; results: Results }) {
  const style = useNumberStyle();
  const { spell } = style;
  const { best, smallest_within_5_percent: smallest, pays } = sizing;
  const { summary } = results;
  const own = {
    capacity_kwh: summary.battery_capacity_kwh,
    power_kw: summary.battery_power_kw,
    capex_eur: summary.capex_eur,
    ...calculatedFigures(results),
  };
  const rows = [
    { label: pays ? `${BEST} Mejor tamaño` : "La que menos pierde", ...best },
    ...(smallest && !same(smallest, best) ? [{ label: "La menor con al menos el 95 % de ese VAN", ...smallest }] : []),
    { label: "La de esta simulación", ...own },
  ];
  return (
    <DataTable
      label="Tamaños comparados"
      head={["Batería", labelOf("npv"), labelOf("savings", "firstYear"), labelOf("capex_eur")]}
      rows={rows.map(({ label, saving_eur, npv_eur, capex_eur, ...size }) => ({
        key: label,
        label: (
          <>
            {label} <small className="compared-size">{sizeText(size, style)}</small>
          </>
        ),
        cells: [spell("npv", npv_eur), spell("savings", saving_eur), spell("capex_eur", capex_eur)],
      }))}
    />
  );
}

function Levers({ levers: { price, capex, size } }: { levers: SizingLevers }) {
  const style = useNumberStyle();
  const said = ({ sentence, sentence_parts }: SizingLevers["size" | "capex" | "price"]) =>
    style.write(sentence, sentence_parts);
  const nearest = `Para la de ${sizeText(size.point, style)}.`;
  const parts: [name: string, sentence: string][] = [
    ["Precio", `${said(price)} ${nearest}`],
    ["Inversión", `${said(capex)} ${nearest}`],
    ["Tamaño", said(size)],
  ];
  return (
    <div className="levers">
      <p>
        <strong>No compensa ninguna.</strong> Qué tendría que cambiar, cada cosa por separado:
      </p>
      <dl>
        {parts.map(([name, sentence]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{sentence}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
