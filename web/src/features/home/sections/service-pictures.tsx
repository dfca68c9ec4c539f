import type { ReactNode } from "react";

/** Small drawings of the four services, in the colours of the flows; the text beside them says the same. */
function Picture({ children }: { children: ReactNode }) {
  return (
    <svg className="service-picture" viewBox="0 0 120 72" aria-hidden="true">
      {children}
    </svg>
  );
}

const Bar = ({ x, height, color }: { x: number; height: number; color: string }) => (
  <rect x={x} y={62 - height} width={14} height={height} rx={3} fill={`var(--flow-${color})`} />
);

/** A bill before and after. */
export const CalculatorPicture = () => (
  <Picture>
    <path d="M8 62.5h104" stroke="var(--color-control)" strokeWidth={1.5} />
    <Bar x={18} height={48} color="grid" />
    <Bar x={40} height={36} color="grid" />
    <rect x={40} y={14} width={14} height={10} rx={3} fill="none" stroke="var(--flow-battery)" strokeDasharray="3 3" />
    <Bar x={62} height={28} color="grid" />
    <rect x={62} y={14} width={14} height={18} rx={3} fill="none" stroke="var(--flow-battery)" strokeDasharray="3 3" />
    <path d="M86 20c8 2 14 8 16 18" fill="none" stroke="var(--flow-battery)" strokeWidth={3} strokeLinecap="round" />
    <path d="M97 33l5 6 4-7" fill="none" stroke="var(--flow-battery)" strokeWidth={3} strokeLinecap="round" />
  </Picture>
);

/** Many runs and their spread. */
export const PlatformPicture = () => (
  <Picture>
    {[8, 14, 22, 34, 44, 50, 44, 34, 22, 14, 8].map((height, i) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: fixed list
        key={i}
        x={10 + i * 9.2}
        y={60 - height}
        width={7}
        height={height}
        rx={2}
        fill={i < 2 || i > 8 ? "var(--flow-lost)" : "var(--flow-battery)"}
      />
    ))}
    <path d="M59.5 4v58" stroke="var(--mantine-color-petrol-8)" strokeWidth={2} strokeDasharray="4 3" />
  </Picture>
);

/** Batteries beside a line of the grid. */
export const AdvisoryPicture = () => (
  <Picture>
    <path
      d="M20 62l10-48 10 48M23.5 44h13M25.5 30h9M14 20h32M18 28h24"
      fill="none"
      stroke="var(--flow-grid)"
      strokeWidth={2.5}
      strokeLinejoin="round"
    />
    <path d="M46 20c16 10 34 10 62 2" fill="none" stroke="var(--flow-grid)" strokeWidth={1.5} />
    {[58, 76, 94].map((x) => (
      <g key={x}>
        <rect x={x} y={38} width={14} height={24} rx={3} fill="var(--mantine-color-petrol-8)" />
        <rect x={x + 3} y={43} width={8} height={3} rx={1} fill="var(--flow-battery)" />
        <rect x={x + 3} y={49} width={8} height={3} rx={1} fill="var(--flow-battery)" />
      </g>
    ))}
  </Picture>
);

/** A conversation over a document. */
export const ConsultationPicture = () => (
  <Picture>
    <rect x={14} y={10} width={40} height={52} rx={5} fill="none" stroke="var(--color-control)" strokeWidth={2} />
    <path d="M22 24h24M22 33h24M22 42h15" stroke="var(--color-control)" strokeWidth={2.5} strokeLinecap="round" />
    <path
      d="M66 14h36a6 6 0 0 1 6 6v16a6 6 0 0 1-6 6H84l-10 10V42h-8a6 6 0 0 1-6-6V20a6 6 0 0 1 6-6z"
      fill="var(--flow-pv)"
    />
    <path d="M72 24h24M72 32h15" stroke="var(--mantine-color-black)" strokeWidth={2.5} strokeLinecap="round" />
  </Picture>
);
