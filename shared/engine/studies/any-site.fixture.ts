import fc from "fast-check";

/** Any site with all answers of step 5; its spending lies between nothing and 250 EUR/MWh of the demand. */
export const anySite = fc
  .record({
    pv_kwp: fc.double({ min: 0, max: 20_000, noNaN: true }),
    demand_load: fc.double({ min: 0, max: 6000, noNaN: true }),
    type: fc.constantFrom("constante" as const, "2turnos" as const),
    weekend: fc.boolean(),
    zero_export: fc.boolean(),
    eurMwh: fc.double({ min: 0, max: 250, noNaN: true }),
  })
  .map(({ eurMwh, ...known }) => ({
    ...known,
    pv_generation: known.pv_kwp * 0.17,
    total_spendings: eurMwh * known.demand_load * 8.76,
  }));
