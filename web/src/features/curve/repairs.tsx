import type { Repair } from "@ecotrim/contracts/curves/curve";
import { formatNumber } from "@ecotrim/contracts/numbers";
import { noticeSentence, repairSentence } from "@ecotrim/present/curves/reading";
import { longMonth } from "@ecotrim/present/dates";
import { NativeSelect } from "@mantine/core";
import { cellAt, type HeatCell, type HeatMark } from "./heat-map.tsx";
import type { ReadCurve } from "./messages.ts";
import type { Reader } from "./use-reader.ts";

/** Repairs in the order of the energy they touch, then of their count. */
const orderedRepairs = ({ body }: ReadCurve): Repair[] =>
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

interface RepairsProps {
  read: ReadCurve;
  reader: Reader;
  onShow: (cell: HeatCell) => void;
}

/** What was repaired, with its place in the map, and what the visitor may choose instead. */
export function Repairs({ read, reader, onShow }: RepairsProps) {
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
              <div>
                <p>{repairSentence(repair, body)}</p>
                {reader.canAnswer && <OtherPeriod repair={repair} read={read} reader={reader} />}
              </div>
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

/** Another part of the file to make the year of, read in place. */
function OtherPeriod({ repair: { code, from }, read, reader }: { repair: Repair; read: ReadCurve; reader: Reader }) {
  const { periods, figures } = read;
  if (code === "level_change" && from !== undefined)
    return (
      <button type="button" className="text-button" onClick={() => reader.answer({ from })}>
        Usar desde {longMonth(from)}
      </button>
    );
  if (code === "months_extended" && reader.answers.from !== undefined)
    return (
      <button type="button" className="text-button" onClick={() => reader.answer({ from: undefined })}>
        Usar también los meses anteriores
      </button>
    );
  if (code === "trimmed_to_year" && periods.length > 1)
    return (
      <NativeSelect
        className="choice-field"
        label="Elegir otro periodo"
        value={figures.end}
        data={periods.map((end) => ({ value: end, label: monthsUntil(end) }))}
        onChange={({ currentTarget: { value } }) => reader.answer({ until: value, from: undefined })}
      />
    );
  return null;
}

/** "enero de 2024 – diciembre de 2024": the twelve whole months before an instant. */
function monthsUntil(end: string): string {
  const last = new Date(Date.parse(end) - 1);
  const first = new Date(last);
  // In the middle of a month, which has the same name on any clock.
  first.setUTCDate(15);
  first.setUTCMonth(first.getUTCMonth() - 11);
  return `${longMonth(first.toISOString())} – ${longMonth(last.toISOString())}`;
}
