import type { NumberLimits } from "@ecotrim/contracts/limits";
import { FinanceTerms } from "@ecotrim/contracts/simulations/finance-terms";
import type { IncentiveKind, IncentiveStatus } from "@ecotrim/contracts/simulations/incentives";

/** The terms of each way as people give them: labels, units, and where their defaults come from. */

export type TermGroup = "loan" | "lease" | "service" | "sharing" | "tax" | "srad";

export interface TermField {
  group: TermGroup;
  key: string;
  label: string;
  /** Limits and unit as they are shown; a share is in percent. */
  schema: NumberLimits;
  unit: string;
  /** Shown over stored. */
  factor: number;
  decimals: number;
  /** Left out, it is computed from the others. */
  optional: boolean;
}

const OWN = "Criterio propio";

/** Names of the groups, and where their defaults come from. */
export const TERM_GROUPS: Record<TermGroup, { name: string; source: string }> = {
  loan: {
    name: "Préstamo",
    source: `${OWN}: tipo cercano al de los préstamos nuevos a empresas, con cuotas iguales (sistema francés). Ponga el de su banco.`,
  },
  lease: {
    name: "Renting o leasing",
    source: `${OWN}: la cuota sale del tipo implícito. Si tiene una oferta, ponga su cuota.`,
  },
  service: {
    name: "Energía como servicio",
    source: `${OWN}: la cuota sale de la rentabilidad que pide el proveedor. Si tiene una oferta, ponga su cuota.`,
  },
  sharing: { name: "Coinversión", source: `${OWN}: a medias, como se ofrece en esta web.` },
  tax: {
    name: "Impuesto sobre sociedades",
    source:
      "Tipo general del 25 % (Ley 27/2014, art. 29). Amortización lineal en 10 años: criterio propio. Las pérdidas compensan beneficios posteriores de la misma batería; los intereses se deducen.",
  },
  srad: {
    name: "Servicio de respuesta activa de la demanda (SRAD)",
    source:
      "65 € por MW y hora: subasta del primer semestre de 2026. Desde 100 kW hace falta un agregador. Disponibilidad y parte del agregador: criterio propio.",
  },
};

type Shown = [key: string, label: string, kind: "percent" | "years" | "plain", unit?: string];

const FIELDS: Record<TermGroup, readonly Shown[]> = {
  loan: [
    ["share_fct", "Parte financiada", "percent"],
    ["rate", "Tipo de interés anual", "percent"],
    ["years", "Plazo", "years"],
    ["opening_fct", "Comisión de apertura", "percent"],
  ],
  lease: [
    ["years", "Plazo", "years"],
    ["rate", "Tipo implícito", "percent"],
    ["residual_fct", "Valor residual", "percent"],
    ["fee_eur_month", "Cuota de su oferta", "plain", "€ al mes"],
  ],
  service: [
    ["years", "Plazo", "years"],
    ["rate", "Rentabilidad del proveedor", "percent"],
    ["indexation", "Subida anual de la cuota", "percent"],
    ["buyout_fct", "Compra al terminar", "percent"],
    ["fee_eur_month", "Cuota de su oferta", "plain", "€ al mes"],
    ["fee_eur_kw_month", "O cuota por potencia", "plain", "€/kW al mes"],
  ],
  sharing: [
    ["investment_fct", "Inversión que pone el inversor", "percent"],
    ["saving_fct", "Ahorro que recibe el inversor", "percent"],
  ],
  tax: [
    ["rate", "Tipo del impuesto", "percent"],
    ["depreciation_years", "Amortización lineal", "years"],
  ],
  srad: [
    ["offered_mw", "Potencia ofrecida", "plain", "MW"],
    ["eur_mw_hour", "Precio por MW y hora", "plain", "€"],
    ["hours", "Horas al año del contrato", "plain", "h"],
    ["availability", "Disponibilidad", "percent"],
    ["aggregator_fct", "Parte del agregador", "percent"],
  ],
};

const UNITS = { percent: "%", years: "años" };

/** The limits of a stored figure in the unit that is shown. */
const shownSchema = ({ title, minimum, maximum }: NumberLimits, unit: string, factor = 1): NumberLimits => ({
  ...(title !== undefined && { title }),
  ...(minimum !== undefined && { minimum: minimum * factor }),
  ...(maximum !== undefined && { maximum: maximum * factor }),
  unit,
});

export function termFields(group: TermGroup): TermField[] {
  return FIELDS[group].map(([key, label, kind, unit = ""]) => {
    const schema = FinanceTerms.properties[group].properties as unknown as Record<string, NumberLimits>;
    const factor = kind === "percent" ? 100 : 1;
    const shownUnit = kind === "plain" ? unit : UNITS[kind];
    return {
      ...{ group, key, label, factor, unit: shownUnit },
      schema: shownSchema(schema[key]!, shownUnit, factor),
      decimals: kind === "years" ? 0 : 2,
      optional: key.startsWith("fee_"),
    };
  });
}

export const INSURANCE_FIELD = {
  label: "Seguro, sobre la inversión al año",
  unit: "%",
  schema: shownSchema(FinanceTerms.properties.insurance_fct, "%", 100),
  factor: 100,
  source: "Por defecto 0: se entiende dentro del mantenimiento.",
} as const;

export const INCENTIVE_STATUSES: Record<IncentiveStatus, string> = {
  in_force: "en vigor",
  closed: "convocatoria cerrada",
  repealed: "derogada",
  unchecked: "no comprobada",
};

/** What is asked of an incentive; nothing where it has no amount. */
const INCENTIVE_UNITS: Record<IncentiveKind, string | null> = {
  grant_share: "% de la inversión",
  grant_eur: "€",
  icio: "€",
  ibi: "€ al año",
  depreciation: null,
};

const { value, year, years } = FinanceTerms.properties.incentives.items.properties;

/** The amount of an incentive as it is asked; null where it has none. */
export function incentiveAmount(kind: IncentiveKind): { unit: string; factor: number; schema: NumberLimits } | null {
  const unit = INCENTIVE_UNITS[kind];
  if (unit === null) return null;
  if (kind !== "grant_share") return { unit, factor: 1, schema: shownSchema(value, unit) };
  return { unit, factor: 100, schema: shownSchema({ ...value, maximum: 1 }, unit, 100) };
}

/** When an incentive is paid, or for how long. */
export const incentiveTime = (kind: IncentiveKind) =>
  kind === "ibi"
    ? ({ key: "years", label: "Años que dura", schema: shownSchema(years, "") } as const)
    : ({ key: "year", label: "Año en que se cobra", schema: shownSchema(year, "") } as const);
