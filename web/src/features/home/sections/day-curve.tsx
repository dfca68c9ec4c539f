import "./day-curve.css";

/** Shapes of a sunny day, one value an hour; shares of the drawing's height. */
const PV = [
  0, 0, 0, 0, 0, 0, 0.03, 0.14, 0.32, 0.52, 0.7, 0.83, 0.9, 0.92, 0.88, 0.78, 0.62, 0.43, 0.24, 0.09, 0.02, 0, 0, 0,
];
const DEMAND = PV.map(() => 0.42);
/** The battery charges at midday and discharges in the evening; the discharge is the charge minus losses. */
const DISCHARGE_FROM = 19;
const DISCHARGE_TO = 23;
const PRICE = [
  0.5, 0.46, 0.44, 0.43, 0.44, 0.5, 0.62, 0.7, 0.58, 0.36, 0.2, 0.12, 0.09, 0.08, 0.09, 0.13, 0.22, 0.4, 0.62, 0.84,
  0.95, 0.9, 0.74, 0.6,
];

const WIDTH = 640;
const HEIGHT = 260;
const BASE = 216;
const TOP = 16;

const x = (hour: number): number => 16 + (hour / 23) * (WIDTH - 32);
const y = (share: number): number => BASE - share * (BASE - TOP);
const line = (values: readonly number[], from = 0): string =>
  values.map((value, i) => `${i === 0 ? "M" : "L"}${x(from + i).toFixed(1)} ${y(value).toFixed(1)}`).join("");
const area = (values: readonly number[]): string => `${line(values)}L${x(23)} ${BASE}L${x(0)} ${BASE}Z`;

/** The area between two curves over a span of hours. */
function between(upper: readonly number[], lower: readonly number[], from: number, to: number): string {
  const back = lower.slice(from, to + 1).map((value, i) => `L${x(from + i).toFixed(1)} ${y(value).toFixed(1)}`);
  return `${line(upper.slice(from, to + 1), from)}${back.reverse().join("")}Z`;
}

/** A day with a battery: the solar surplus of midday serves the evening, when the price is high. */
export function DayCurve() {
  const above = DEMAND.map((demand, hour) => Math.max(demand, PV[hour]!));
  const evening = DEMAND.map(() => 0);
  return (
    <svg
      className="day-curve"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="A mediodía la fotovoltaica supera el consumo y el precio es bajo: la batería se carga. Por la tarde el precio sube y la batería da esa energía a la fábrica."
    >
      <path d={area(PV)} fill="var(--flow-pv)" opacity={0.35} />
      <path d={between(above, DEMAND, 9, 17)} fill="var(--flow-battery)" opacity={0.55} />
      <path d={between(DEMAND, evening, DISCHARGE_FROM, DISCHARGE_TO)} fill="var(--flow-battery)" opacity={0.55} />
      <path d={line(DEMAND)} className="day-line" stroke="var(--flow-demand)" />
      <path d={line(PRICE)} className="day-line" stroke="var(--flow-price)" strokeDasharray="5 5" />
      <path d={`M16 ${BASE}H${WIDTH - 16}`} stroke="var(--color-control)" />
      {[0, 6, 12, 18, 23].map((hour) => (
        <text key={hour} x={x(hour)} y={BASE + 22} textAnchor={hour === 0 ? "start" : hour === 23 ? "end" : "middle"}>
          {hour} h
        </text>
      ))}
      <text x={x(13)} y={y(0.6)} textAnchor="middle" className="day-name">
        Se carga
      </text>
      <text x={x(21)} y={y(0.2)} textAnchor="middle" className="day-name">
        Devuelve
      </text>
      <text x={x(0)} y={y(0.3)} textAnchor="start">
        Consumo
      </text>
      <text x={x(16.9)} y={y(0.97)} textAnchor="start">
        Precio
      </text>
      <text x={x(10.4)} y={y(0.26)} textAnchor="middle">
        Sol
      </text>
    </svg>
  );
}
