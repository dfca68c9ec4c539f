import Type from "typebox";

/** Access tariffs with six periods, and the kinds of contract under them. */

export const TARIFFS = ["3.0TD", "6.1TD", "6.2TD", "6.3TD", "6.4TD"] as const;
export type TariffName = (typeof TARIFFS)[number];
export const DEFAULT_TARIFF: TariffName = "6.1TD";
export const Tariff = Type.Enum([...TARIFFS], { title: "La tarifa de acceso" });

/** Years of regulated prices to choose from. */
export const TARIFF_YEARS = [2024, 2025, 2026] as const;
export type TariffYear = (typeof TARIFF_YEARS)[number];
export const DEFAULT_TARIFF_YEAR: TariffYear = 2026;
export const TariffYear = Type.Enum([...TARIFF_YEARS], { title: "El año de los peajes y cargos", unit: "" });

/** Kinds of supply contract; `unknown` computes as `fixed_margin`, the market plus a fixed margin. */
export const CONTRACT_KINDS = ["indexed", "fixed_margin", "fixed_by_period", "fixed", "unknown"] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];
export const DEFAULT_CONTRACT_KIND: ContractKind = "unknown";
export const ContractKind = Type.Enum([...CONTRACT_KINDS], { title: "El tipo de contrato" });
