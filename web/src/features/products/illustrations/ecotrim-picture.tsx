import { Frame, INK, LINE, PAPER } from "./frame.tsx";

/** Heights of the columns of a distribution of results; the middle ones are within the band. */
const COLUMNS = [10, 20, 36, 56, 74, 84, 76, 60, 42, 26, 14];
const BAND = [2, 8] as const;

/** A distribution of thousands of results, and the controls that shape it. */
export const EcotrimPicture = () => (
  <Frame>
    <rect x={24} y={14} width={188} height={132} rx={10} fill={PAPER} stroke={LINE} strokeWidth={3} />
    {COLUMNS.map((height, index) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing that never changes
        key={index}
        x={38 + index * 15}
        y={126 - height}
        width={11}
        height={height}
        rx={2}
        fill={index < BAND[0] || index > BAND[1] ? "var(--flow-lost)" : "var(--flow-battery)"}
      />
    ))}
    <path d="M36 128h166" stroke={INK} strokeWidth={3} strokeLinecap="round" />
    <path d="M118 28v98" stroke={INK} strokeWidth={2} strokeDasharray="4 5" />
    <rect x={226} y={14} width={70} height={132} rx={10} fill={INK} />
    {[34, 58, 82, 106, 128].map((y, index) => (
      <g key={y}>
        <path d={`M240 ${y}h42`} stroke="var(--mantine-color-petrol-4)" strokeWidth={4} strokeLinecap="round" />
        <circle cx={[250, 272, 258, 266, 246][index]} cy={y} r={7} fill="var(--flow-pv)" />
      </g>
    ))}
  </Frame>
);
