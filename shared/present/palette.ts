/** Colours of the product for screens and reports; no other file names a colour. */

export const PALETTE = {
  petrol: "#0B3C49",
  /** The lesser of two values in a comparison; 3:1 on white. */
  petrolSoft: "#5795A6",
  ink: "#16212B",
  paper: "#F7F9FA",
  white: "#FFFFFF",
  line: "#DFE5E9",
  /** Secondary text: 5.9:1 on paper. */
  muted: "#566571",
  /** Border of controls: 3:1 on white. */
  control: "#84929D",
} as const;

/** Each flow has one colour everywhere: charts, cards, Sankey, reports. */
export const FLOW_COLORS = {
  pv: "#F5A524",
  battery: "#12A67C",
  grid: "#4C6FFF",
  export: "#8E6BD8",
  demand: "#22313F",
  lost: "#C9CED6",
  price: "#566571",
} as const;
export type Flow = keyof typeof FLOW_COLORS;

export const flowColor = (flow: string | undefined): string =>
  flow !== undefined && Object.hasOwn(FLOW_COLORS, flow) ? FLOW_COLORS[flow as Flow] : FLOW_COLORS.price;

/** Tariff periods, P1 first: the dearer, the darker. */
export const PERIOD_COLORS = ["#071E27", "#0B4A5A", "#2A7384", "#5795A6", "#93BEC9", "#CBE1E6"] as const;

/** From no energy to the most of a year: each is darker than the one before, so that it is read without colour too. */
export const HEAT_COLORS = ["#EDF5F3", "#C4E0DA", "#7DB9B5", "#36828D", "#12505F", "#071821"] as const;
/** What was not measured, on its light ground. */
export const FILLED_COLORS = ["#B97408", "#FFF3DC"] as const;

/** Value created and lost, which is no flow's; ink has 4.5:1 on both, and a gain 3:1 on white. */
export const GAIN_COLOR = "#6E9E3A";
export const LOSS_COLOR = "#E08A80";

/** Colours of a verdict: text and its soft background, with 4.5:1 between them. */
export const TONES = {
  good: { text: "#0A6E52", soft: "#E2F5EE" },
  fair: { text: "#7A4B00", soft: "#FFF3DC" },
  bad: { text: "#A3241B", soft: "#FDEBE9" },
} as const;

/** Tone of pending states: neither good nor bad. */
export const INFO_TONE = { text: "#2A3FB0", soft: "#E9ECFF" } as const;
