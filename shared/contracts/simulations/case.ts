import Type, { type Static } from "typebox";
import { validate } from "../validation.ts";
import { type ComputedInput, resolveInput, SimulationInput } from "./input.ts";

const values = (title: string) => Type.Optional(Type.Array(Type.Number({ title }), { title, minItems: 1 }));

/** Series given by the caller, one value a step from `start_date`: energies kWh per step, prices EUR/MWh. */
export const CaseSeries = Type.Object(
  {
    pv_kwh: values("La producción fotovoltaica"),
    demand_kwh: values("El consumo"),
    buy_eur_mwh: values("El precio de compra"),
    sell_eur_mwh: values("El precio de venta"),
    market_eur_mwh: values("El precio de mercado"),
  },
  { additionalProperties: false },
);

const Case = Type.Object(
  {
    // Checked on its own, so that a field has the same name here as everywhere else.
    inputParameters: Type.Optional(Type.Unknown()),
    series: Type.Optional(CaseSeries),
    solver: Type.Optional(Type.Enum(["highs", "fast"], { title: "El optimizador" })),
  },
  { additionalProperties: false },
);

export interface SimulationCase {
  input: ComputedInput;
  series: Static<typeof CaseSeries>;
  solver: "highs" | "fast";
}

/**
 * Reads the case of the command line; fields left out take the specification's defaults.
 * @throws AppError INVALID_INPUT naming the field: `battery_capacity`, `series.buy_eur_mwh[1]`.
 */
export function readCase(content: unknown): SimulationCase {
  const { inputParameters = {}, series = {}, solver = "highs" } = validate(Case, content);
  const demandGiven = series.demand_kwh !== undefined;
  return { input: resolveInput(validate(SimulationInput, inputParameters), { demandGiven }), series, solver };
}
