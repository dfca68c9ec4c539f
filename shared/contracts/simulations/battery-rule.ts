/** Mean PV power of an installation, kW per kWp, used to size batteries. */
export const MEAN_PV_KW_PER_KWP = 0.17;
export const AUTONOMY_HOURS = 4;
