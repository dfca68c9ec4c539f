import { formatNumber } from "@ecotrim/contracts/numbers";
import type { FlowTotals } from "@ecotrim/engine/dispatch/flows";
import type { Flow } from "@ecotrim/present/palette";
import { memo } from "react";
import "./energy-flow.css";

/** Height of the widest bundle of ribbons, units of the drawing. */
const BUNDLE = 84;
const LEFT = { x: 6, width: 116 };
const RIGHT = { x: 298, width: 116 };
const START = LEFT.x + LEFT.width;
const END = RIGHT.x;
/** Where ribbons reach the site: far enough apart to pass the battery, so that none crosses another. */
const AT_SITE = { pv: 150, battery: 220, grid: 290 };
const BATTERY = { x: 160, y: 182, width: 100, height: 76 };

interface Ribbon {
  color: Flow;
  width: number;
  path: string;
}

interface EnergyFlowProps {
  /** MWh */
  flows: FlowTotals;
  capacityKwh: number;
}

/** Where the energy of a year goes: ribbons as wide as the energy they carry. */
export const EnergyFlow = memo(function EnergyFlow({ flows, capacityKwh }: EnergyFlowProps) {
  const { pvToDemand, pvToBattery, pvToExport, batteryToDemand, gridToDemand, gridToBattery } = flows;
  const pv = pvToDemand + pvToBattery + pvToExport + flows.curtailed;
  const grid = gridToDemand + gridToBattery;
  const demand = pvToDemand + batteryToDemand + gridToDemand;
  const exported = pvToExport + flows.batteryToExport;
  const scale = BUNDLE / Math.max(pv, grid, demand, 1);
  const mwh = (energy: number) => formatNumber(Math.round(energy), { unit: "MWh" });

  // Ribbons lie side by side at each box, in the order in which they leave and arrive.
  const fromPv = stack(90, [pvToExport, pvToDemand, pvToBattery], scale);
  const fromGrid = stack(350, [gridToBattery, gridToDemand], scale);
  const toBattery = stack(AT_SITE.battery, [pvToBattery, gridToBattery], scale);
  const batteryEnd = BATTERY.x + BATTERY.width;

  const ribbons: Ribbon[] = [
    { color: "export", width: pvToExport * scale, path: ribbon(START, fromPv[0]!, END, 49) },
    { color: "pv", width: pvToDemand * scale, path: ribbon(START, fromPv[1]!, END, AT_SITE.pv) },
    { color: "pv", width: pvToBattery * scale, path: ribbon(START, fromPv[2]!, BATTERY.x, toBattery[0]!) },
    { color: "grid", width: gridToBattery * scale, path: ribbon(START, fromGrid[0]!, BATTERY.x, toBattery[1]!) },
    { color: "grid", width: gridToDemand * scale, path: ribbon(START, fromGrid[1]!, END, AT_SITE.grid) },
    {
      color: "battery",
      width: batteryToDemand * scale,
      path: ribbon(batteryEnd, AT_SITE.battery, END, AT_SITE.battery),
    },
  ];

  return (
    <svg
      className="energy-flow"
      viewBox="0 0 420 412"
      role="img"
      aria-label={`En un año, la fotovoltaica da ${mwh(pv)} y la red ${mwh(grid)}; la fábrica consume ${mwh(demand)}, de los que ${mwh(batteryToDemand)} salen de la batería, y se vierten ${mwh(exported)}.`}
    >
      {ribbons
        .filter(({ width }) => width > 0.4)
        .map(({ color, width, path }) => (
          <g key={path}>
            <path d={path} className="energy-ribbon" stroke={`var(--flow-${color})`} strokeWidth={width} />
            <path d={path} className="energy-pulse" stroke={`var(--flow-${color})`} />
          </g>
        ))}
      <Box {...LEFT} y={44} height={92} color="pv" name="Fotovoltaica" value={mwh(pv)} />
      <Box {...LEFT} y={304} height={92} color="grid" name="Red" value={mwh(grid)} />
      <Box {...RIGHT} y={18} height={62} color="export" name="Excedentes" value={mwh(exported)} />
      <Box {...RIGHT} y={104} height={232} color="demand" name="Su fábrica" value={mwh(demand)} />
      <g>
        <rect {...BATTERY} rx={14} className="energy-battery" />
        <rect x={BATTERY.x + 38} y={BATTERY.y - 7} width={32} height={8} rx={3} className="energy-battery" />
        <text x={BATTERY.x + BATTERY.width / 2} y={BATTERY.y + 35} className="energy-name energy-on-dark">
          Batería
        </text>
        <text x={BATTERY.x + BATTERY.width / 2} y={BATTERY.y + 57} className="energy-value energy-on-dark">
          {formatNumber(capacityKwh, { unit: "kWh" })}
        </text>
      </g>
    </svg>
  );
});

interface BoxProps {
  x: number;
  y: number;
  width: number;
  height: number;
  color: Flow;
  name: string;
  value: string;
}

function Box({ x, y, width, height, color, name, value }: BoxProps) {
  const middle = y + height / 2;
  return (
    <g>
      <rect x={x} y={y} width={width} height={height} rx={12} className="energy-box" stroke={`var(--flow-${color})`} />
      <text x={x + width / 2} y={middle - 4} className="energy-name">
        {name}
      </text>
      <text x={x + width / 2} y={middle + 17} className="energy-value">
        {value}
      </text>
    </g>
  );
}

/** Middles of ribbons laid side by side around a height. */
function stack(middle: number, energies: number[], scale: number): number[] {
  let edge = middle - (energies.reduce((sum, energy) => sum + energy, 0) * scale) / 2;
  return energies.map((energy) => {
    const center = edge + (energy * scale) / 2;
    edge += energy * scale;
    return Math.round(center * 10) / 10;
  });
}

/** A ribbon from the left to the right, level at both ends. */
function ribbon(x: number, y: number, endX: number, endY: number): string {
  const bend = (endX - x) * 0.52;
  return `M${x} ${y} C ${x + bend} ${y} ${endX - bend} ${endY} ${endX} ${endY}`;
}
