/** The four services of the landing page, by the anchors of their cards, as menus and cards name them. */
export const SERVICES = [
  { id: "calculadora", label: "Calculadora de Ahorro" },
  { id: "ecotrim", label: "Ecotrim Platform" },
  { id: "standalone", label: "Asesoría Standalone" },
  { id: "consulta", label: "Consulta Personalizada" },
] as const;
export type ServiceId = (typeof SERVICES)[number]["id"];
