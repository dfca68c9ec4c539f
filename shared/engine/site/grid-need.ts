/** Grid imports of the site without battery, kWh per step. */
export function gridNeed(pvKwh: Float64Array, demandKwh: Float64Array): Float64Array {
  return demandKwh.map((demand, t) => Math.max(0, demand - pvKwh[t]!));
}
