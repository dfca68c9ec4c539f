import type { Repair } from "@ecotrim/contracts/curves/curve";
import { formatNumber } from "@ecotrim/contracts/numbers";
import { noticeSentence, repairSentence } from "@ecotrim/present/curves/reading";
import { cellAt, type HeatCell, type HeatMark } from "./heat-map.tsx";
import type { ReadCurve } from "./messages.ts";

/** Repairs in the order of the energy they touch, then of their count. */
export const orderedRepairs = ({ body }: ReadCurve): Repair[] =>
  [...body.report.repairs].sort((a, b) => Math.abs(b.kwh ?? 0) - Math.abs(a.kwh ?? 0) || b.count - a.count);

/** Repairs that have a place in the map, numbered as in the list. */
export function marksOf(read: ReadCurve): HeatMark[] {
  const days = read.figures.heat.dates.length;
  return orderedRepairs(read).flatMap(({ from }, i) => {
    if (from === undefined) return [];
    const cell = cellAt(read.figures.heat, from);
    return cell.day >= 0 && cell.day < days ? [{ ...cell, number: i + 1 }] : [];
  });
}

/** What was repaired, with its place in the map. */
export function Repairs({ read, onShow }: { read: ReadCurve; onShow: (cell: HeatCell) => void }) {
  const { body, reading } = read;
  const repairs = orderedRepairs(read);
  const marks = marksOf(read);
  const count = formatNumber(reading.curve.measured_steps, { decimals: 0 });
  return (
    <section className="card curve-repairs">
      <h3>Qué hemos reparado</h3>
      {repairs.length === 0 && <p>Sin defectos: {count} valores medidos.</p>}
      <ol>
        {repairs.map((repair, i) => {
          const mark = marks.find(({ number }) => number === i + 1);
          return (
            <li key={repair.code}>
              <span className="repair-number" aria-hidden="true">
                {i + 1}
              </span>
              <p>{repairSentence(repair, body)}</p>
              {mark && (
                <button
                  type="button"
                  className="text-button"
                  aria-label={`Ver la reparación ${i + 1} en el mapa`}
                  onClick={() => onShow(mark)}
                >
                  Ver
                </button>
              )}
            </li>
          );
        })}
      </ol>
      {body.report.notices.map((code) => (
        <p key={code} className="curve-notice">
          {noticeSentence(code)}
        </p>
      ))}
    </section>
  );
}
