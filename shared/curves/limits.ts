import { CURVE_LIMITS } from "@ecotrim/contracts/curves/reading";

/** What is taken; beyond it a file is refused before it is inflated or parsed. */

export const MOST_ZIP_ENTRIES = 60;
export const MOST_INFLATED_BYTES = 80_000_000;
/** Real sheets of curves compress by a factor of 8. */
export const MOST_ZIP_RATIO = 200;
/** Below this an entry is harmless at any ratio. */
export const HARMLESS_BYTES = 1_000_000;

export const MOST_ROWS = 600_000;
export const MOST_SHEET_ROWS = 200_000;
/** Empty cells are filled in as well: two years of quarter-hours have 1.4 million with 20 columns. */
export const MOST_SHEET_CELLS = 6_000_000;
export const MOST_COLUMNS = 400;
/** A table that lies down has an instant in each column and few rows. */
export const MOST_LYING_COLUMNS = 40_000;
export const MOST_LYING_ROWS = 200;

/** The longest cell that is read as a number or a date, characters. */
export const MOST_CELL_LENGTH = 64;
/** Steps of a curve: two years of quarter-hours. */
export const MOST_STEPS = 2 * CURVE_LIMITS.steps;
