import type { ProductSlug } from "@ecotrim/contracts/billing/subscription";

/** The tools of the personal area. A tool without a product is free, or not there yet. */
export interface Tool {
  id: string;
  name: string;
  description: string;
  features: string[];
  /** Address of a free tool; that of a premium tool comes with the access to it. */
  url?: string;
  productSlug?: ProductSlug;
  status: "active" | "development";
}

export const TOOLS: Tool[] = [
  {
    id: "geotrim",
    name: "GeoTrim",
    description: "Para buscar emplazamientos de proyectos de almacenamiento sobre el mapa.",
    features: [
      "Prospección geoespacial de emplazamientos",
      "Aplicación propia, que se abre en otra pestaña",
      "Propuestas con su marca para sus clientes",
      "Acceso mientras dure la suscripción",
    ],
    productSlug: "geotrim",
    status: "active",
  },
  {
    id: "ecotrim",
    name: "EcoTrim",
    description: "Plataforma de simulación profesional, con más de 100 variables y 50.000 iteraciones.",
    features: ["Más de 100 variables configurables", "Más de 50.000 iteraciones por simulación"],
    status: "development",
  },
  {
    id: "simulador",
    name: "Simulador",
    description: "Para saber en tres minutos qué ahorraría una batería en su planta.",
    features: ["Ahorro, TIR, VAN y LCOE", "2.000 escenarios de riesgo", "Sin coste"],
    url: "/calculadora",
    status: "active",
  },
];
