import Type, { type Static, type TSchema } from "typebox";
import { CurveRecord, CurveSummary } from "../curves/curve.ts";
import { Phrase } from "../phrase.ts";
import { METERS } from "./contract.ts";
import { Suggestion } from "./suggestion.ts";

/**
 * The results object. Energy in MWh, power in kW, prices in EUR/MWh, money in EUR, `irr` a fraction. null, never NaN or
 * a made-up 0, where a figure does not exist; `null_reasons` says why in Spanish. A sentence with figures has `_parts`
 * with them as numbers, for screens of another style; older results lack them.
 */
const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Figure = Type.Number();
const MaybeFigure = Nullable(Figure);

/** A chart specification in the usual trace vocabulary, independent of the drawing library. */
export const Trace = Type.Object(
  {
    type: Type.Enum(["bar", "scatter", "sankey"]),
    name: Type.Optional(Type.String()),
    x: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number()]))),
    y: Type.Optional(Type.Array(MaybeFigure)),
    /** Which flow of the product's palette the trace shows: pv, battery, grid, export, demand, lost, price. */
    flow: Type.Optional(Type.String()),
    /** Traces that share a stack are drawn on top of one another. */
    stack: Type.Optional(Type.String()),
    yaxis: Type.Optional(Type.Enum(["y", "y2"])),
    line: Type.Optional(Type.Object({ dash: Type.Enum(["solid", "dot"]) })),
    /** Sankey only. */
    node: Type.Optional(
      Type.Object({
        label: Type.Array(Type.String()),
        flow: Type.Array(Type.String()),
      }),
    ),
    link: Type.Optional(
      Type.Object({
        source: Type.Array(Type.Integer()),
        target: Type.Array(Type.Integer()),
        value: Type.Array(Figure),
        flow: Type.Array(Type.String()),
      }),
    ),
  },
  { additionalProperties: true },
);
export type Trace = Static<typeof Trace>;

export const Plot = Type.Object({
  data: Type.Array(Trace),
  layout: Type.Object(
    {
      title: Type.String(),
      xaxis: Type.Optional(Type.Object({ title: Type.String() })),
      yaxis: Type.Optional(Type.Object({ title: Type.String() })),
      yaxis2: Type.Optional(Type.Object({ title: Type.String() })),
      /** Layout of bars at the same place on the axis: stacked by `stack`, or side by side. */
      barmode: Type.Optional(Type.Enum(["stack", "group"])),
      /** Parts of a plot that are shown one at a time: index ranges [from, to) of every trace. */
      weeks: Type.Optional(Type.Array(Type.Object({ label: Type.String(), from: Type.Integer(), to: Type.Integer() }))),
      /** One sentence that describes the chart for users who cannot see it. */
      description: Type.String(),
      description_parts: Type.Optional(Phrase),
    },
    { additionalProperties: true },
  ),
});
export type Plot = Static<typeof Plot>;

export const Indicator = Type.Object({
  indicator: Type.String(),
  value: MaybeFigure,
  units: Type.String(),
});
export type Indicator = Static<typeof Indicator>;

export const EconomicsRow = Type.Object({
  var_name: Type.String(),
  "amount_mwh-sb": MaybeFigure,
  "price_eur_mwh-sb": MaybeFigure,
  "cost_eur-sb": MaybeFigure,
  "amount_mwh-cb": MaybeFigure,
  "price_eur_mwh-cb": MaybeFigure,
  "cost_eur-cb": MaybeFigure,
});
export type EconomicsRow = Static<typeof EconomicsRow>;

/** One row a year of operation; energies MWh. */
export const OperationYear = Type.Object({
  year: Type.Integer(),
  generation_mwh: Figure,
  demand_mwh: Figure,
  self_consumption_mwh: Figure,
  import_mwh: Figure,
  export_mwh: Figure,
  discharge_mwh: Figure,
  state_of_health: Figure,
  cycles: MaybeFigure,
});
export type OperationYear = Static<typeof OperationYear>;

/** One row a year, year 0 the investment; EUR. */
export const CashflowYear = Type.Object({
  year: Type.Integer(),
  saving_eur: Figure,
  om_eur: Figure,
  replacement_eur: Figure,
  net_eur: Figure,
  cumulative_eur: Figure,
  discounted_eur: Figure,
  /** Only with a revenue share. */
  customer_saving_eur: Type.Optional(Figure),
});
export type CashflowYear = Static<typeof CashflowYear>;

export const Assumption = Type.Object({
  key: Type.String(),
  label: Type.String(),
  /** Formatted value with its unit. */
  value: Type.String(),
  value_parts: Type.Optional(Phrase),
  source: Type.String(),
  source_parts: Type.Optional(Phrase),
  /** True where the caller set the value. */
  overridden: Type.Boolean(),
});
export type Assumption = Static<typeof Assumption>;

export const Warning = Type.Object({
  code: Type.String(),
  message: Type.String(),
  message_parts: Type.Optional(Phrase),
  suggestion: Type.Optional(Suggestion),
});
export type Warning = Static<typeof Warning>;

/** Whether the engine had to calculate with another spending than the given one: such a result bears no verdict. */
export const isSpendReplaced = (warnings: readonly Pick<Warning, "code">[]): boolean =>
  warnings.some(({ code }) => code === "spending_out_of_range");

/**
 * Inputs of the economics, stored so that they can be computed at another investment without a new dispatch. Annual EUR
 * and MWh at today's prices; `assumptions` as in the input schema.
 */
export const StoredEconomicCase = Type.Object({
  assumptions: Type.Object({
    capex_eur: Figure,
    om_fct: Figure,
    om_indexation: Figure,
    price_growth: Figure,
    discount_rate: Figure,
    life_years: Figure,
    replacement_fct: Figure,
    replacement_year: Figure,
    warranty_cycles: Figure,
    availability: Figure,
    realisable_fct: Figure,
    auxiliary_kw_per_mwh: Figure,
    wear_eur_mwh: Figure,
  }),
  /** Operation by year, year 1 first: the optimal dispatch at the battery's state of health in that year. */
  operation: Type.Array(Type.Object({ energy_saving_eur: Figure, discharged_mwh: Figure, charge_cost_eur: Figure })),
  /** Energy saving in the years after its life, up to the longest life; older results lack it. */
  later_energy_saving_eur: Type.Optional(Type.Array(Figure)),
  cost_without_battery_eur: Figure,
  demand_mwh: Figure,
  auxiliaries_eur: Figure,
  extra_power_eur: Figure,
  /** Assumed savings of results older than engine 2.0.0. */
  fixed_items_eur: Type.Optional(Figure),
  revenue_share_fct: Figure,
});
export type StoredEconomicCase = Static<typeof StoredEconomicCase>;

const SixPowers = Type.Array(Figure, { minItems: 6, maxItems: 6 });

/** Parts of a bill, EUR without IVA. */
const billParts = {
  power_eur: Figure,
  excess_eur: Figure,
  energy_eur: Figure,
  reactive_eur: Figure,
  tax_eur: Figure,
  total_eur: Figure,
};

/** The bill of a year under six contracted powers. */
export const ContractBill = Type.Object({
  contracted_kw: SixPowers,
  meter: Type.Enum([...METERS]),
  ...billParts,
  /** What the surplus earns; it is on no bill. */
  surplus_eur: Figure,
  /** Paid once, in no year's bill: for power above the highest that was ever contracted. */
  access_right_eur: Figure,
  /** Of P1..P6. */
  power_by_period_eur: SixPowers,
  excess_by_period_eur: SixPowers,
  /** Of the period simulated, "2024-01" first; the months of a whole year add up to it. */
  months: Type.Array(Type.Object({ month: Type.String(), ...billParts, excess_by_period_eur: SixPowers })),
  /** Months and periods in which an excess would be costly, those of them without any, and days with a costly one. */
  periods: Type.Integer(),
  periods_without_excess: Type.Integer(),
  days_with_excess: Type.Integer(),
});
export type ContractBill = Static<typeof ContractBill>;

/**
 * What the battery is worth under the contract: EUR a year, net of wear and before electricity tax, against the best
 * powers without battery.
 */
export const BatteryValue = Type.Object({
  /** By an operation without foresight under the powers of `best_with`; the parts add up to it, with what is left stored. */
  expected_eur: Figure,
  energy_eur: Figure,
  power_eur: Figure,
  excess_eur: Figure,
  wear_eur: Figure,
  /** By the optimum of powers and operation together. */
  ceiling_eur: Figure,
  ceiling_kw: SixPowers,
  /** No powers and no operation save more; null where that is not proven. */
  bound_eur: MaybeFigure,
  /** By the quick rule. */
  quick_eur: Figure,
  /** Share by which the powers of the optimum were raised. */
  margin_fct: Figure,
});
export type BatteryValue = Static<typeof BatteryValue>;

/** What was read of a curve's file, and how. */
export const ReadCurve = Type.Pick(CurveRecord, ["start", "end", "step_minutes", "steps", "summary", "report"]);
export type ReadCurve = Static<typeof ReadCurve>;

const { trust, trust_reasons, measured_share } = CurveSummary.properties;

/** The measured consumption behind a result. */
export const CurveResults = Type.Object({
  trust,
  trust_reasons,
  measured_share,
  /** Days of the year that have readings of their own. */
  known_days: Figure,
  /** Absent where a shared link hides it. */
  read: Type.Optional(ReadCurve),
  /** What the model buys without battery, kWh; null where it has a plant that the meter does not know yet. */
  modelled_import_kwh: MaybeFigure,
  /** What year 1 would be said to save from the mean of the consumption alone; null where nothing is known of it. */
  saving_by_average_eur: MaybeFigure,
});
export type CurveResults = Static<typeof CurveResults>;

/** The measured production behind a result, where it has a curve of its own. */
export const PvCurveResults = Type.Object({
  measured_share,
  /** Absent where a shared link hides it. */
  read: Type.Optional(ReadCurve),
});
export type PvCurveResults = Static<typeof PvCurveResults>;

/** Why a figure does not exist; `null_reasons` has the sentence. */
export type NullReason =
  | "no_battery"
  | "cannot_do_without"
  | "short_period"
  | "no_discharge"
  | "no_demand"
  | "no_consumption"
  | "no_rate"
  | "not_recovered"
  | "no_investment"
  | "no_saving"
  | "no_spending"
  | "zero_spending"
  | "no_pv"
  | "no_power"
  | "not_calibrated"
  | "no_imports"
  | "not_shared";

export const Results = Type.Object({
  /**
   * Present while the figures under a contract are those of the quick rule, whose operation knows the future: IRR, NPV,
   * payback and every other figure of the battery change once the study of powers is completed.
   */
  provisional: Type.Optional(Type.Literal(true)),
  /** The headline figures, also sent by socket and shown in lists. */
  summary: Type.Object({
    savings: MaybeFigure,
    irr: MaybeFigure,
    npv: MaybeFigure,
    lcoe: MaybeFigure,
    payback_years: MaybeFigure,
    capex_eur: Figure,
    profitability: Type.String(),
    battery_capacity_kwh: Figure,
    battery_power_kw: Figure,
  }),
  kpi_new_table: Type.Object({
    economics: Type.Object({
      savings: MaybeFigure,
      irr: MaybeFigure,
      npv: MaybeFigure,
      lcoe: MaybeFigure,
      lcoe_without_battery: MaybeFigure,
      lcos: MaybeFigure,
      payback_years: MaybeFigure,
      /** The specification's ratio 'Gasto energético / ahorro'. */
      spending_to_savings: MaybeFigure,
      /** Only in results older than engine 2.0.0, whose `savings` and `npv` count assumed savings in. */
      npv_without_fixed_items: Type.Optional(MaybeFigure),
      capex_eur: Figure,
      /** Energy saving with the certified optimum, EUR a year like `savings`. */
      energy_saving_eur: MaybeFigure,
    }),
    /** Energies of the simulated period. */
    energetics: Type.Object({
      total_demand: Figure,
      total_generation: Figure,
      total_autoconsume: Figure,
      total_import: Figure,
      total_export: Figure,
      total_curtailed: Figure,
      total_charge: Figure,
      total_discharge: Figure,
      /** total_autoconsume / total_generation. */
      self_consumption_fct: MaybeFigure,
      /** Share of the demand that does not come from the grid; below 0 where charging losses exceed the PV used. */
      self_sufficiency_fct: MaybeFigure,
      /** Share of discharged energy that serves the site. */
      fct_bess_to_customer: MaybeFigure,
      cycles_per_year: MaybeFigure,
    }),
  }),
  /** Absent if `hide_details` is set. */
  operative_analysis: Type.Optional(
    Type.Object({
      energy_plot: Plot,
      sankey_plot: Plot,
      stackbar_plot: Plot,
      battery_cha: Plot,
      battery_dis: Plot,
      battery_spread: Plot,
      kpi_demand: Type.Array(Indicator),
      kpi_battery: Type.Array(Indicator),
    }),
  ),
  /** The three tables are absent if `hide_details` is set. */
  project_economics_table: Type.Optional(Type.Array(EconomicsRow)),
  operation_data: Type.Optional(Type.Object({ df: Type.Array(OperationYear) })),
  economic_model: Type.Optional(Type.Object({ cashflow_df: Type.Array(CashflowYear) })),
  kpi_table: Type.Array(Indicator),
  /** First-year income per kW of battery, EUR/kW. */
  first_year_income_by_power: MaybeFigure,
  total_autoconsume: Figure,
  /** Absent without a saving to evaluate, and where a shared link hides the contract. */
  economic_case: Type.Optional(StoredEconomicCase),
  /**
   * Figures of who invests, only with a revenue share: `savings`, `payback_years` and `lcoe` elsewhere are those of the
   * site; `irr` and `npv` are always those of who invests.
   */
  owner: Type.Optional(
    Type.Object({ share_fct: Figure, savings: Figure, payback_years: MaybeFigure, lcoe: MaybeFigure }),
  ),
  /**
   * The parts of `savings`, which add up to it. Energy is `solar` (PV stored, less what its export would have earned)
   * and `shifting` (grid energy bought cheap, used dear or sold); older results have one part `energy`.
   */
  savings_split: Type.Array(
    Type.Object({
      key: Type.String(),
      label: Type.String(),
      value_eur: Figure,
      /** Only in results older than engine 2.0.0: true for the part that is assumed, not calculated. */
      assumed: Type.Optional(Type.Boolean()),
    }),
  ),
  /** Savings a year that the caller states and nobody calculates: in no other figure. Older results lack them. */
  possible_extras: Type.Optional(
    Type.Array(Type.Object({ key: Type.String(), label: Type.String(), value_eur: Figure })),
  ),
  /**
   * The share of the optimum that an operator without perfect foresight attains; the optimum is its upper bound; EUR a
   * year.
   */
  realisable: Type.Object({ fct: Figure, optimum_eur: MaybeFigure, realisable_eur: MaybeFigure }),
  /**
   * "Según su contrato": what the battery is worth by kind of supply contract (`contract_kind`), in the same terms as
   * the summary. `null_reasons` has `contract_range.<key>.<figure>`. Empty with given prices. Older results lack what
   * is optional.
   */
  contract_range: Type.Array(
    Type.Object({
      key: Type.String(),
      label: Type.String(),
      /** A year. */
      energy_saving_eur: Figure,
      /** What is left of it, as `savings` is under this contract. */
      saving_eur: Type.Optional(MaybeFigure),
      npv_eur: Type.Optional(MaybeFigure),
      payback_years: Type.Optional(MaybeFigure),
      /** Whether it is the kind that the simulation is computed with. */
      own: Type.Optional(Type.Boolean()),
    }),
  ),
  calibration: Type.Object({
    k: Figure,
    adder_eur_mwh: Figure,
    /** Spending / modelled cost; null without spending or imports. */
    ratio: MaybeFigure,
    /** Mean price paid for grid energy without battery, EUR/MWh. */
    mean_buy_eur_mwh: MaybeFigure,
    /** A year's imports without battery at the prices of a contract, EUR; present where they stand for the spending. */
    contract_spending_eur: Type.Optional(Figure),
  }),
  assumptions: Type.Array(Assumption),
  warnings: Type.Array(Warning),
  /** Key of a null figure -> one Spanish sentence. */
  null_reasons: Type.Record(Type.String(), Type.String()),
  null_reasons_parts: Type.Optional(Type.Record(Type.String(), Phrase)),
  period: Type.Object({
    steps: Type.Integer(),
    hours: Figure,
    step_hours: Figure,
    start: Type.String(),
    end: Type.String(),
  }),
  /**
   * The energy bill of each calendar month of the simulated period, "2024-01" first; the months add up to `costs`.
   * `without_battery_eur` is null where the site cannot do without the battery. Absent beside `bill`, whose months say
   * more; older results lack it.
   */
  bill_by_month: Type.Optional(
    Type.Array(Type.Object({ month: Type.String(), without_battery_eur: MaybeFigure, with_battery_eur: Figure })),
  ),
  /**
   * With a contract whose power term can be known: the bill under the powers as they are, under the best ones without
   * battery, and with battery. The battery saves the difference between the last two.
   */
  bill: Type.Optional(Type.Object({ as_is: ContractBill, best_without: ContractBill, best_with: ContractBill })),
  /** Beside `bill`, where there is a battery and the results are not provisional. */
  battery_value: Type.Optional(BatteryValue),
  /** With a curve of the consumption. */
  curve: Type.Optional(CurveResults),
  /** With a curve of the production on its own. */
  pv_curve: Type.Optional(PvCurveResults),
  /** Costs of energy only, of the simulated period. */
  costs: Type.Object({
    without_battery_eur: MaybeFigure,
    with_battery_eur: Figure,
  }),
  /**
   * Import peak by tariff period, kW. Empty with given series shorter than a day; absent where a shared link hides the
   * contract.
   */
  peaks: Type.Optional(
    Type.Array(
      Type.Object({
        period: Type.String(),
        without_battery_kw: MaybeFigure,
        with_battery_kw: Figure,
      }),
    ),
  ),
  solver: Type.Object({
    name: Type.Enum(["highs", "fast"]),
    status: Type.String(),
    objective_eur: Figure,
    /** Relative gap between the objective and HiGHS' bound, which certifies the optimum; null without HiGHS. */
    relative_gap: MaybeFigure,
    milliseconds: Figure,
    iterations: Type.Integer(),
    rows: Type.Integer(),
    columns: Type.Integer(),
  }),
  engine_version: Type.String(),
  tariff_version: Type.String(),
});
export type Results = Static<typeof Results>;

/** Whether results are to be replaced by those of the study of powers: no verdict is given on them, nor any promise. */
export const isProvisional = ({ provisional }: Pick<Results, "provisional">): boolean => provisional === true;

/** The dispatch of every step, stored apart from the results; energies kWh per step, prices EUR/MWh, `soc` kWh. */
export interface HourlySeries {
  start: string;
  step_hours: number;
  pv_kwh: number[];
  demand_kwh: number[];
  buy_eur_mwh: number[];
  sell_eur_mwh: number[];
  import_kwh: number[];
  export_kwh: number[];
  curtailed_kwh: number[];
  charge_kwh: number[];
  discharge_kwh: number[];
  soc_kwh: number[];
}
