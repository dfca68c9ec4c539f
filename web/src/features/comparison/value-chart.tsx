import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { spell } from "@ecotrim/present/figures";
import { figuresOf, namesApart, npvBand } from "./comparison.ts";

/** Net present value of each simulation as a bar from zero, with the span of its scenarios as a line. */
export function ValueChart({ records }: { records: SimulationRecord[] }) {
  const names = namesApart(records);
  const rows = records.map((record, index) => ({
    name: names[index]!,
    npv: figuresOf(record).npv,
    band: npvBand(record),
  }));
  const ends = rows.flatMap(({ npv, band }) => [npv ?? 0, ...(band ?? [])]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  if (low === high) return null;
  const at = (value: number) => (100 * (value - low)) / (high - low);
  const span = (from: number, to: number) => ({
    left: `${Math.min(at(from), at(to))}%`,
    width: `${Math.abs(at(to) - at(from))}%`,
  });

  return (
    <section className="card value-chart" aria-labelledby="value-chart">
      <h2 id="value-chart">Cuánto vale cada una (VAN)</h2>
      <ul>
        {rows.map(({ name, npv, band }) => (
          <li key={name}>
            <span>{name}</span>
            <b>{spell("npv", npv)}</b>
            <div className="value-track" aria-hidden="true">
              {npv !== null && <i className="value-bar" data-loss={npv < 0 || undefined} style={span(0, npv)} />}
              {band && <i className="value-span" style={span(...band)} />}
              <i className="value-zero" style={{ left: `${at(0)}%` }} />
            </div>
            {band && (
              <small>
                8 de cada 10 escenarios, entre {spell("npv", band[0])} y {spell("npv", band[1])}
              </small>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
