import { Frame, INK, LINE, PAPER } from "./frame.tsx";

/** A map with parcels, a power line and the site that was found. */
export const GeotrimPicture = () => (
  <Frame>
    <path d="M40 38l80-20 80 20 80-20v104l-80 20-80-20-80 20z" fill={PAPER} stroke={LINE} strokeWidth={3} />
    <path d="M120 18v104M200 38v104" stroke={LINE} strokeWidth={3} />
    <path d="M52 62l46-11v27l-46 11z" fill="var(--flow-battery)" opacity={0.25} />
    <path d="M52 100l46-11v20l-46 11z" fill="var(--flow-pv)" opacity={0.35} />
    <path d="M132 88l56 14v24l-56-14z" fill="var(--flow-battery)" opacity={0.25} />
    <path d="M212 58l56-14v22l-56 14z" fill="var(--flow-pv)" opacity={0.35} />
    <path d="M56 128l60-44 68-14 84 24" fill="none" stroke="var(--flow-grid)" strokeWidth={3} strokeDasharray="7 6" />
    <path d="M226 130l6-32 6 32M229 114h6M224 104h16" fill="none" stroke={INK} strokeWidth={3} strokeLinecap="round" />
    <ellipse cx={160} cy={98} rx={15} ry={5} fill={INK} opacity={0.2} />
    <path d="M160 97c-17-20-25-31-25-43a25 25 0 0 1 50 0c0 12-8 23-25 43z" fill={INK} />
    <rect x={149} y={46} width={20} height={14} rx={3} fill="var(--flow-battery)" />
    <rect x={169} y={50} width={3} height={6} fill="var(--flow-battery)" />
  </Frame>
);
