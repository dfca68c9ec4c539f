/** Length of 'Esta semana' in the statistics, days. */
export const WEEK_DAYS = 7;
export const HISTORY_PAGE_SIZES = [5, 10, 25, 50] as const;
export const HISTORY_PAGE_SIZE = 10;
