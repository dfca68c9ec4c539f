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
const BATTERY = { x: 156, y: 352, width: 108, height: 80 };

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
  const fromPv = stack(98, [pvToExport, pvToDemand, pvToBattery], scale);
  const fromGrid = stack(262, [gridToDemand, gridToBattery], scale);
  const toDemand = stack(212, [pvToDemand, gridToDemand, batteryToDemand], scale);
  const batteryTop = BATTERY.x + 36;
  const batteryMiddle = BATTERY.y + BATTERY.height / 2;

  const ribbons: Ribbon[] = [
    { color: "export", width: pvToExport * scale, path: across(fromPv[0]!, 52) },
    { color: "pv", width: pvToDemand * scale, path: across(fromPv[1]!, toDemand[0]!) },
    { color: "grid", width: gridToDemand * scale, path: across(fromGrid[0]!, toDemand[1]!) },
    {
      color: "pv",
      width: pvToBattery * scale,
      path: `M${START} ${fromPv[2]} C ${batteryTop - 4} ${fromPv[2]} ${batteryTop} ${fromPv[2]! + 40} ${batteryTop} ${BATTERY.y}`,
    },
    {
      color: "grid",
      width: gridToBattery * scale,
      path: `M${START} ${fromGrid[1]} C ${START + 26} ${fromGrid[1]} ${START - 8} ${batteryMiddle} ${BATTERY.x} ${batteryMiddle}`,
    },
    {
      color: "battery",
      width: batteryToDemand * scale,
      path: `M${BATTERY.x + BATTERY.width} ${batteryMiddle} C ${RIGHT.x + 24} ${batteryMiddle} ${RIGHT.x - 46} ${toDemand[2]} ${RIGHT.x} ${toDemand[2]}`,
    },
  ];

  return (
    <svg
      className="energy-flow"
      viewBox="0 0 420 440"
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
      <Box {...LEFT} y={52} height={92} color="pv" name="Fotovoltaica" value={mwh(pv)} />
      <Box {...LEFT} y={216} height={92} color="grid" name="Red" value={mwh(grid)} />
      <Box {...RIGHT} y={22} height={62} color="export" name="Excedentes" value={mwh(exported)} />
      <Box {...RIGHT} y={150} height={124} color="demand" name="Su fábrica" value={mwh(demand)} />
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

/** A ribbon from the left to the right. */
const across = (from: number, to: number): string =>
  `M${START} ${from} C ${START + 92} ${from} ${RIGHT.x - 92} ${to} ${RIGHT.x} ${to}`;
