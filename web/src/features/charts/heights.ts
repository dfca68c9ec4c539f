export const CHART_HEIGHT_PX = 400;
export const SANKEY_HEIGHT_PX = 500;
