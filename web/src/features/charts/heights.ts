export const CHART_HEIGHT_PX = 400;
export const SANKEY_HEIGHT_PX = 500;
/** Of charts that stand side by side on a part of a result, which is at most two screens long. */
export const PAIRED_HEIGHT_PX = 280;
