import Type, { type Static } from "typebox";
import { AppError } from "../errors.ts";
import { flag, number } from "./fields.ts";
import { INCENTIVES } from "./incentives.ts";
import { LONGEST_LIFE_YEARS } from "./input.ts";

/** The terms on which a battery is paid, taxed and supported. Shares and rates are fractions, money EUR. */

const share = (title: string, maximum = 1) => number(title, "", 0, maximum);
const years = (title: string) => Type.Integer({ title, unit: "años", minimum: 1, maximum: LONGEST_LIFE_YEARS });

const group = <P extends Record<string, Type.TSchema>>(title: string, properties: P) =>
  Type.Object(properties, { title, additionalProperties: false });

const terms = {
  loan: group("El préstamo", {
    /** Of the investment. */
    share_fct: share("La parte financiada"),
    rate: share("El tipo de interés del préstamo", 0.3),
    years: years("El plazo del préstamo"),
    /** Of the amount, paid with the investment. */
    opening_fct: share("La comisión de apertura", 0.1),
  }),
  lease: group("El renting", {
    /** What the lessor earns on the investment; it makes the fee where none is given. */
    rate: share("El tipo implícito del renting", 0.3),
    years: years("El plazo del renting"),
    /** Of the investment, paid at the end to keep the battery. */
    residual_fct: share("El valor residual"),
    upkeep_included: flag("El mantenimiento incluido en la cuota"),
    fee_eur_month: Type.Optional(number("La cuota del renting", "€ al mes", 0, 100_000_000)),
  }),
  service: group("El servicio", {
    /** What the provider earns on the investment; it makes the fee where none is given. */
    rate: share("La rentabilidad del proveedor", 0.3),
    years: years("El plazo del servicio"),
    indexation: number("La indexación de la cuota", "", -0.1, 0.2),
    buyout_fct: share("El precio de compra al terminar"),
    /** Of the first year: one of the two. */
    fee_eur_month: Type.Optional(number("La cuota del servicio", "€ al mes", 0, 100_000_000)),
    fee_eur_kw_month: Type.Optional(number("La cuota del servicio por potencia", "€/kW al mes", 0, 10_000)),
  }),
  sharing: group("La coinversión", {
    /** Of the saving, the investor's. */
    saving_fct: share("La parte del ahorro del inversor"),
    /** Of the investment and the upkeep, the investor's. */
    investment_fct: share("La parte de la inversión del inversor"),
  }),
  tax: group("El impuesto sobre sociedades", {
    applies: flag("La vista después de impuestos"),
    rate: share("El tipo del impuesto sobre sociedades", 0.5),
    depreciation_years: years("Los años de amortización"),
  }),
  srad: group("El servicio de respuesta activa de la demanda", {
    offered_mw: number("La potencia ofrecida", "MW", 0, 2000),
    eur_mw_hour: number("El precio por MW y hora", "€", 0, 10_000),
    hours: number("Las horas al año", "h", 0, 8784),
    availability: share("La disponibilidad del servicio"),
    /** Of the income, what the aggregator keeps. */
    aggregator_fct: share("La parte del agregador"),
  }),
  /** A year, of the investment. */
  insurance_fct: share("El seguro", 0.1),
};

const Incentives = Type.Array(
  group("La ayuda", {
    id: Type.Enum(
      INCENTIVES.map(({ id }) => id),
      { title: "La ayuda" },
    ),
    /** A share of the investment or EUR, by the kind of the incentive. */
    value: number("El importe de la ayuda", "", 0, 1_000_000_000),
    /** In which it is paid; for what comes every year, the first of `years`. */
    year: Type.Optional(Type.Integer({ title: "El año de cobro", unit: "", minimum: 0, maximum: LONGEST_LIFE_YEARS })),
    years: Type.Optional(years("Los años de la ayuda")),
  }),
  { title: "Las ayudas", maxItems: 20 },
);

/** When an incentive is paid and for how long, where nobody says: once, in the year after the investment. */
export const INCENTIVE_TIME = { year: 1, years: 1 } as const;

const partly = <T extends Type.TObject>(schema: T) =>
  Type.Optional(Type.Partial(schema, { additionalProperties: false }));

/** `terms` as callers send them: what they leave out has a default. */
export const FinanceTermsInput = Type.Object(
  {
    loan: partly(terms.loan),
    lease: partly(terms.lease),
    service: partly(terms.service),
    sharing: partly(terms.sharing),
    tax: partly(terms.tax),
    srad: partly(terms.srad),
    insurance_fct: Type.Optional(terms.insurance_fct),
    incentives: Type.Optional(Incentives),
  },
  { title: "El contenido de las condiciones", additionalProperties: false },
);
export type FinanceTermsInput = Static<typeof FinanceTermsInput>;

export const FinanceTerms = Type.Object({ ...terms, incentives: Incentives });
export type FinanceTerms = Static<typeof FinanceTerms>;

/** Defaults that are no judgement of the case; their sources are written in `present`. */
export const DEFAULT_TERMS: FinanceTerms = {
  loan: { share_fct: 0.7, rate: 0.05, years: 7, opening_fct: 0.01 },
  lease: { rate: 0.065, years: 7, residual_fct: 0.05, upkeep_included: true },
  service: { rate: 0.09, years: 12, indexation: 0.02, buyout_fct: 0.1 },
  sharing: { saving_fct: 0.5, investment_fct: 0.5 },
  tax: { applies: false, rate: 0.25, depreciation_years: 10 },
  srad: { offered_mw: 0, eur_mw_hour: 65, hours: 0, availability: 0.9, aggregator_fct: 0.2 },
  insurance_fct: 0,
  incentives: [],
};

/**
 * Fills in the defaults and checks rules between fields.
 * @param revenueShare of the case: its investor pays the whole investment for that share of the saving
 * @throws AppError INVALID_INPUT naming the field
 */
export function completeTerms(given: FinanceTermsInput = {}, revenueShare = 0): FinanceTerms {
  if (given.service?.fee_eur_month !== undefined && given.service.fee_eur_kw_month !== undefined)
    throw new AppError("INVALID_INPUT", {
      field: "service.fee_eur_kw_month",
      message: "Dé la cuota del servicio al mes o por kW, no ambas.",
    });
  const { incentives = DEFAULT_TERMS.incentives } = given;
  const twice = incentives.findIndex(({ id }, index) => incentives.findIndex((other) => other.id === id) < index);
  if (twice >= 0)
    throw new AppError("INVALID_INPUT", {
      field: `incentives[${twice}].id`,
      message: "La ayuda está dos veces en la lista.",
    });
  const beyond = incentives.findIndex(
    ({ id, value }) => value > 1 && INCENTIVES.some((known) => known.id === id && known.kind === "grant_share"),
  );
  if (beyond >= 0)
    throw new AppError("INVALID_INPUT", {
      field: `incentives[${beyond}].value`,
      message: "Una ayuda no puede pasar del 100 % de la inversión.",
    });
  const ofCase = revenueShare > 0 ? { saving_fct: revenueShare, investment_fct: 1 } : DEFAULT_TERMS.sharing;
  return {
    loan: { ...DEFAULT_TERMS.loan, ...given.loan },
    lease: { ...DEFAULT_TERMS.lease, ...given.lease },
    service: { ...DEFAULT_TERMS.service, ...given.service },
    sharing: { ...ofCase, ...given.sharing },
    tax: { ...DEFAULT_TERMS.tax, ...given.tax },
    srad: { ...DEFAULT_TERMS.srad, ...given.srad },
    insurance_fct: given.insurance_fct ?? DEFAULT_TERMS.insurance_fct,
    incentives,
  };
}
