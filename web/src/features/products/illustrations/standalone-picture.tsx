import { Frame, INK, LINE, PAPER } from "./frame.tsx";

/** Battery containers beside a pylon: energy bought and sold, without panels. */
export const StandalonePicture = () => (
  <Frame>
    <path d="M16 132h288" stroke={LINE} strokeWidth={3} strokeLinecap="round" />
    <path
      d="M44 132L62 28l18 104M50 98h24M54 74h16M38 44h48M44 58h36M62 28v-8M50 98l22-24M74 98L54 74M44 132l28-34M80 132L52 98"
      fill="none"
      stroke="var(--flow-demand)"
      strokeWidth={3}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <path d="M86 44c40 20 54 8 74 40" fill="none" stroke="var(--flow-grid)" strokeWidth={4} />
    {[128, 212].map((x) => (
      <g key={x}>
        <rect x={x} y={84} width={76} height={46} rx={5} fill={INK} />
        {[0, 1, 2].map((column) => (
          <rect
            key={column}
            x={x + 8 + column * 21}
            y={92}
            width={17}
            height={30}
            rx={3}
            fill="var(--flow-battery)"
            opacity={column === 2 && x > 200 ? 0.4 : 1}
          />
        ))}
      </g>
    ))}
    <circle cx={250} cy={42} r={25} fill={PAPER} stroke={LINE} strokeWidth={3} />
    <path
      d="M236 50l8-10 7 5 12-15M254 30h9v9"
      fill="none"
      stroke="var(--flow-export)"
      strokeWidth={4}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </Frame>
);
