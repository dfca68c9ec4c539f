import type { Results } from "@ecotrim/contracts/simulations/result";

export const NOT_INCLUDED_TITLE = "Qué no recoge el resultado";

/** What no figure of a result holds: said early in reports and beside the assumptions of the screen. */
export const NOT_INCLUDED = [
  "Impuestos, ayudas y financiación: solo cuentan en las formas de tenerla.",
  "Obra civil, espacio, protecciones, permisos y conexión: se valoran con una oferta en firme.",
  "Servicios de ajuste y mercados de capacidad.",
] as const;

/** What the investment of a result holds, to be said beside it. */
export const investmentHolds = ({ assumptions }: Pick<Results, "assumptions">): string =>
  assumptions.some(({ key, overridden }) => key === "capex_eur" && overridden)
    ? "la indicada en los datos"
    : "batería, inversor y montaje, sin IVA";
