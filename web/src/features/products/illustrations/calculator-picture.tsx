import { Frame, INK, LINE, PAPER } from "./frame.tsx";

/** Sun and panels that feed a battery and a factory. */
export const CalculatorPicture = () => (
  <Frame>
    <circle cx={58} cy={40} r={18} fill="var(--flow-pv)" />
    <path
      d="M58 10v-6M58 76v-6M28 40h-6M94 40h-6M37 19l-4-4M83 65l-4-4M37 61l-4 4M83 15l-4 4"
      stroke="var(--flow-pv)"
      strokeWidth={4}
      strokeLinecap="round"
    />
    <path d="M28 128l16-40h66l-16 40z" fill="var(--flow-grid)" />
    <path d="M39 101h66M33 115h66M61 88l-16 40M86 88l-16 40" stroke={PAPER} strokeWidth={2} />
    <path d="M108 106C136 106 128 84 150 84" fill="none" stroke="var(--flow-pv)" strokeWidth={7} />
    <path d="M186 84C212 84 206 104 228 104" fill="none" stroke="var(--flow-battery)" strokeWidth={7} />
    <rect x={146} y={52} width={42} height={66} rx={8} fill={INK} />
    <rect x={158} y={45} width={18} height={8} rx={3} fill={INK} />
    <rect x={153} y={96} width={28} height={15} rx={3} fill="var(--flow-battery)" />
    <rect x={153} y={78} width={28} height={15} rx={3} fill="var(--flow-battery)" />
    <rect x={153} y={60} width={28} height={15} rx={3} fill="var(--flow-battery)" opacity={0.4} />
    <path d="M224 128V82l24 14V82l24 14V82l24 14v32z" fill="var(--flow-demand)" />
    <path d="M276 92V56h12v43z" fill="var(--flow-demand)" />
    <path d="M234 110h10v8h-10zM255 110h10v8h-10zM276 110h10v8h-10z" fill="var(--flow-pv)" />
    <path d="M16 128h288" stroke={LINE} strokeWidth={3} strokeLinecap="round" />
  </Frame>
);
