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

export function termFields(group: TermGroup): TermField[] {
  return FIELDS[group].map(([key, label, kind, unit = ""]) => {
    const schema = FinanceTerms.properties[group].properties as unknown as Record<string, NumberLimits>;
    const { title = label, minimum = 0, maximum = 0 } = schema[key]!;
    const factor = kind === "percent" ? 100 : 1;
    const shownUnit = kind === "plain" ? unit : UNITS[kind];
    return {
      ...{ group, key, label, factor, unit: shownUnit },
      schema: { title, unit: shownUnit, minimum: minimum * factor, maximum: maximum * factor },
      decimals: kind === "years" ? 0 : 2,
      optional: key.startsWith("fee_"),
    };
  });
}

export const INSURANCE_FIELD = {
  label: "Seguro, sobre la inversión al año",
  schema: { title: "El seguro", unit: "%", minimum: 0, maximum: 10 },
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
export const INCENTIVE_UNITS: Record<IncentiveKind, string | null> = {
  grant_share: "% de la inversión",
  grant_eur: "€",
  icio: "€",
  ibi: "€ al año",
  depreciation: null,
};
