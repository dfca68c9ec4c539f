import { PALETTE } from "@ecotrim/present/palette";

export interface ChartStyle {
  locale: string;
  animate: boolean;
  /** Too little room for long labels. */
  compact: boolean;
}

export const FONT = { family: "'Inter Variable', system-ui, sans-serif", size: 13 };

export const animation = ({ animate }: ChartStyle) => (animate ? { duration: 500 } : (false as const));

/** Names of the series, below the chart. */
export const LEGEND = {
  position: "bottom",
  labels: { font: FONT, color: PALETTE.ink, boxWidth: 14, boxHeight: 10, padding: 14 },
} as const;

export const TOOLTIP = { bodyFont: FONT, titleFont: { ...FONT, weight: 600 }, padding: 12 } as const;

/** Title and ticks of an axis of figures. */
export const figureAxis = (title: string, write: (value: number) => string) => ({
  title: { display: title !== "", text: title, font: FONT, color: PALETTE.muted },
  ticks: { font: FONT, color: PALETTE.muted, callback: (value: string | number) => write(Number(value)) },
  border: { display: false },
});
