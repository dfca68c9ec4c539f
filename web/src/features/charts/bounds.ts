/**
 * Most that is made of a document from elsewhere. Its bytes are bounded, but 3,000 short columns of one long table give
 * millions of cells. Results of the platform stay far below; what is larger is said to be too large, not cut.
 */
export const MOST = {
  rows: 100,
  columns: 50,
  warnings: 30,
  traces: 20,
  points: 1000,
  nodes: 40,
  links: 100,
  weeks: 12,
} as const;

/** Greatest figure that is drawn or written: an axis to the largest number of all has no ticks. */
export const GREATEST = 1e15;

/**
 * Smallest figure that is not drawn as 0, since an axis between the smallest numbers of all has no ticks. Smallest flow
 * that is drawn, in its own unit and as a share of the largest.
 */
export const SMALLEST = { figure: 1e-9, flow: 1e-6, share: 1e-9 } as const;

/** Longest name and longest sentence, characters. */
export const NAME_LENGTH = 200;
export const SENTENCE_LENGTH = 1000;

export const clipped = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;
