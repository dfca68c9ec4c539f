import Type, { type Static } from "typebox";
import { AppError } from "../errors.ts";
import { validate } from "../validation.ts";
import { type Case, type GivenCurves, readCase, SimulationInput, withContract } from "./input.ts";

const values = (title: string) => Type.Optional(Type.Array(Type.Number({ title }), { title, minItems: 1 }));

/**
 * Series given by the caller, one value a step from `start_date`: energies kWh per step, prices EUR/MWh. `demand_kwh` is
 * gross; the alternative `net_kwh` is metered at the connection: imports less exports.
 */
export const CaseSeries = Type.Object(
  {
    pv_kwh: values("La producción fotovoltaica"),
    demand_kwh: values("El consumo"),
    net_kwh: values("El consumo neto"),
    buy_eur_mwh: values("El precio de compra"),
    sell_eur_mwh: values("El precio de venta"),
    market_eur_mwh: values("El precio de mercado"),
  },
  { additionalProperties: false },
);

const CaseFile = Type.Object(
  {
    // Validated separately, so that a field has the same name here as everywhere else.
    inputParameters: Type.Optional(Type.Object({}, { additionalProperties: true })),
    contract: Type.Optional(Type.Unknown()),
    series: Type.Optional(CaseSeries),
    solver: Type.Optional(Type.Enum(["highs", "fast"], { title: "El optimizador" })),
  },
  { additionalProperties: false },
);

export type CaseSeries = Static<typeof CaseSeries>;

/** A case with the options that only the command line has. */
export interface CaseRequest {
  input: Case;
  series: CaseSeries;
  solver: "highs" | "fast";
}

/**
 * Reads the case of a file; fields left out take the specification's defaults.
 * @param curves measured curves given beside it
 * @throws AppError INVALID_INPUT naming the field: `battery_capacity`, `series.buy_eur_mwh[1]`.
 */
export function readCaseFile(content: unknown, curves: GivenCurves = {}): CaseRequest {
  const { inputParameters = {}, contract, series = {}, solver = "highs" } = validate(CaseFile, content);
  if (series.demand_kwh && series.net_kwh)
    throw new AppError("INVALID_INPUT", {
      field: "series.net_kwh",
      message: "Dé el consumo o el consumo neto, no los dos.",
    });
  const demandGiven = [series.demand_kwh, series.net_kwh, curves.curve].some((given) => given !== undefined);
  const parameters = validate(SimulationInput, withContract(inputParameters, contract));
  // The series set the end of the period, so its default says nothing.
  const { start_date, end_date = start_date } = parameters;
  const periodGiven = end_date !== undefined && Object.keys(series).length > 0;
  const input = readCase(periodGiven ? { ...parameters, end_date } : parameters, { ...curves, demandGiven });
  return { input, series, solver };
}
