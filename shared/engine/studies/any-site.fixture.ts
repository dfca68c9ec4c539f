import fc from "fast-check";

/** Any site of which step 5 knows everything; a spending from nothing to 250 EUR/MWh of the demand. */
export const anySite = fc
  .record({
    pv_kwp: fc.double({ min: 0, max: 20_000, noNaN: true }),
    demand_load: fc.double({ min: 0, max: 6000, noNaN: true }),
    type: fc.constantFrom("constante" as const, "2turnos" as const),
    weekend: fc.boolean(),
    eurMwh: fc.double({ min: 0, max: 250, noNaN: true }),
  })
  .map(({ eurMwh, ...known }) => ({
    ...known,
    pv_generation: known.pv_kwp * 0.17,
    total_spendings: eurMwh * known.demand_load * 8.76,
  }));
