import type { Results } from "@ecotrim/contracts/simulations/result";
import { NEARLY_BEST, type SizePoint, type Sizing, type SizingLevers } from "@ecotrim/contracts/simulations/sizing";
import { labelOf } from "@ecotrim/present/figures";
import { GAIN_COLOR, LOSS_COLOR } from "@ecotrim/present/palette";
import {
  BILL_SIZES_NOTE,
  COLUMNS_NOTE,
  distinctSizes,
  emptyCellsNote,
  sizeRows,
  starMeaning,
} from "@ecotrim/present/studies/size-map";
import { Button } from "@mantine/core";
import { type KeyboardEvent, memo, useRef, useState } from "react";
import { type NumberStyle, useNumberStyle } from "../../../lib/number-style.ts";
import { usePrinting } from "../../../lib/use-printing.ts";

export const SIZE_MAP_TITLE = "VAN según el tamaño, en miles de €";
const BEST = "★";

interface SizeMapProps {
  sizing: Sizing;
  results: Results;
  onExplore?: ((size: SizePoint) => void) | undefined;
  onSimulate?: ((size: SizePoint) => void) | undefined;
}

/** The value of batteries of other sizes; any of them can be explored and simulated. */
export const SizeMap = memo(function SizeMap({ sizing, results, onExplore, onSimulate }: SizeMapProps) {
  const style = useNumberStyle();
  const { sentence, sentence_parts, levers, warnings, approximate_steps, best } = sizing;
  const [chosen, setChosen] = useState(sizing.smallest_within_5_percent ?? best);
  const ownWarnings = warnings.filter(({ code }) => !results.warnings.some((said) => said.code === code));
  return (
    <section className="card size-map" aria-labelledby="size-map-title">
      <h2 id="size-map-title">{SIZE_MAP_TITLE}</h2>
      <p className="size-map-sentence">
        {style.write(sentence, sentence_parts)} {countSentence(sizing, style)}
      </p>
      {levers && <Levers levers={levers} />}
      <Cells sizing={sizing} own={results.summary} chosen={chosen} onChoose={setChosen} />
      <Legend sizing={sizing} own={results.summary} />
      <div className="size-map-chosen" aria-live="polite">
        <p>
          <strong>{sizeText(chosen, style)}</strong>: {labelOf("npv")} {style.spell("npv", chosen.npv_eur)};{" "}
          {labelOf("capex_eur").toLowerCase()} {style.spell("capex_eur", chosen.capex_eur)}; ahorra{" "}
          {style.spell("savings", chosen.saving_eur)} el primer año.
        </p>
        {onExplore && (
          <Button variant="default" onClick={() => onExplore(chosen)}>
            Llevar al explorador
          </Button>
        )}
        {onSimulate && <Button onClick={() => onSimulate(chosen)}>Simular este tamaño</Button>}
      </div>
      <p className="result-note">
        {results.bill ? BILL_SIZES_NOTE : "Cada tamaño, con su propia operación óptima del año entero."}{" "}
        {approximate_steps > 0 &&
          "En algunas horas hay precios que el cálculo exacto no admite: es una cota inferior. "}
        {emptyCellsNote(sizing)}{" "}
        {ownWarnings.map(({ message, message_parts }) => style.write(message, message_parts)).join(" ")}
      </p>
    </section>
  );
});

const isOf =
  ({ battery_capacity_kwh, battery_power_kw }: Results["summary"]) =>
  ({ capacity_kwh, power_kw }: SizePoint): boolean =>
    capacity_kwh === battery_capacity_kwh && power_kw === battery_power_kw;

const same = (a: SizePoint, b: SizePoint | null): boolean =>
  b !== null && a.capacity_kwh === b.capacity_kwh && a.power_kw === b.power_kw;

const hours = (rating: number, { figure }: NumberStyle): string =>
  `${figure(1 / rating, Number.isInteger(Math.round(100 / rating) / 100) ? 0 : 1)} h`;

const sizeText = (
  { capacity_kwh, power_kw }: Pick<SizePoint, "capacity_kwh" | "power_kw">,
  { given }: NumberStyle,
): string => `${given(capacity_kwh, "kWh")} /\u00a0${given(power_kw, "kW")}`;

function countSentence(sizing: Sizing, { figure }: NumberStyle): string {
  const points = distinctSizes(sizing);
  const paying = points.filter(({ npv_eur }) => npv_eur > 0).length;
  // The text before already says that no size pays.
  if (paying === 0) return "";
  return `De ${figure(points.length, 0)} tamaños calculados ${paying === 1 ? "compensa" : "compensan"} ${figure(paying, 0)}.`;
}

interface CellsProps {
  sizing: Sizing;
  own: Results["summary"];
  chosen: SizePoint;
  onChoose: (point: SizePoint) => void;
}

/** Steps of the arrow keys, in rows and columns. */
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A cell for each size, coloured by its value and signed; one tab stop, with arrow keys within. */
function Cells({ sizing, own, chosen, onChoose }: CellsProps) {
  const style = useNumberStyle();
  const printing = usePrinting();
  const table = useRef<HTMLTableElement>(null);
  const { capacities_kwh, c_ratings, points, best, pays } = sizing;
  const rows = sizeRows(sizing);
  const greatest = Math.max(...points.map(({ npv_eur }) => npv_eur), 0);
  const least = Math.min(...points.map(({ npv_eur }) => npv_eur), 0);
  const decimals = Math.max(greatest, -least) < 20_000 ? 1 : 0;
  const colorOf = ({ npv_eur }: SizePoint) =>
    npv_eur > 0 ? mix(GAIN_COLOR, npv_eur / greatest) : mix(LOSS_COLOR, least < 0 ? npv_eur / least : 0);
  const isOwn = isOf(own);

  const turn = ({ key, preventDefault }: { key: string; preventDefault: () => void }, row: number, column: number) => {
    const step = ARROWS[key];
    if (!step) return;
    preventDefault();
    let [r, c] = [row + step[0], column + step[1]];
    // An empty cell is passed over.
    while (rows[r]?.[c] === null) [r, c] = [r + step[0], c + step[1]];
    table.current?.querySelector<HTMLButtonElement>(`[data-cell="${r} ${c}"]`)?.focus();
  };

  return (
    <div className="size-map-scroll">
      <table ref={table}>
        <caption className="visually-hidden">{SIZE_MAP_TITLE}. Con las flechas se pasa de un tamaño a otro.</caption>
        <thead>
          <tr>
            <th scope="col">kWh</th>
            {c_ratings.map((rating) => (
              <th key={rating} scope="col">
                {hours(rating, style)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={capacities_kwh[row]}>
              <th scope="row">{style.figure(capacities_kwh[row], 0)}</th>
              {cells.map((point, column) =>
                point ? (
                  <td key={c_ratings[column]}>
                    <button
                      type="button"
                      // On paper nothing can be pressed.
                      role={printing ? "img" : undefined}
                      data-cell={`${row} ${column}`}
                      tabIndex={same(point, chosen) ? 0 : -1}
                      aria-pressed={printing ? undefined : same(point, chosen)}
                      aria-label={`${sizeText(point, style)}: ${labelOf("npv")} ${style.spell("npv", point.npv_eur)}`}
                      data-own={isOwn(point) || undefined}
                      data-nearly={(pays && point.npv_eur >= NEARLY_BEST * best.npv_eur) || undefined}
                      style={{ background: colorOf(point) }}
                      onFocus={() => onChoose(point)}
                      onClick={() => onChoose(point)}
                      onKeyDown={(event: KeyboardEvent) =>
                        turn({ key: event.key, preventDefault: () => event.preventDefault() }, row, column)
                      }
                    >
                      {same(point, best) && `${BEST} `}
                      {point.npv_eur > 0 && "+"}
                      {style.figure(point.npv_eur / 1000, decimals)}
                    </button>
                  </td>
                ) : (
                  <td key={c_ratings[column]} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Mixes white with the given share of a colour. */
function mix(color: string, share: number): string {
  const channel = (at: number) => {
    const full = Number.parseInt(color.slice(at, at + 2), 16);
    return Math.round(255 + (full - 255) * share);
  };
  return `rgb(${channel(1)}, ${channel(3)}, ${channel(5)})`;
}

function Legend({ sizing, own }: Pick<CellsProps, "sizing" | "own">) {
  return (
    <ul className="map-legend" aria-hidden="true">
      <li>{COLUMNS_NOTE}</li>
      {sizing.points.some(isOf(own)) && (
        <li>
          <span data-key="best" /> la de esta simulación
        </li>
      )}
      {sizing.pays && (
        <li>
          <span data-key="smallest" /> a menos de un 5 % del mejor
        </li>
      )}
      <li>
        {BEST} {starMeaning(sizing)}
      </li>
    </ul>
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
        <strong>Qué tendría que cambiar</strong> para que alguno compensara, cada cosa por separado:
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
