import { PREMIUM_REPORT_CENTS, SUBSCRIPTION_CENTS_PER_MONTH } from "@ecotrim/contracts/billing/prices";
import { formatCents, formatNumber } from "@ecotrim/contracts/numbers";
import { SAMPLE_PATH } from "@ecotrim/present/reports/sample";
import type { ComponentType } from "react";
import { mailto } from "../../lib/mailto.ts";
import { website } from "../../lib/website.ts";
import { CalculatorPicture } from "./illustrations/calculator-picture.tsx";
import { EcotrimPicture } from "./illustrations/ecotrim-picture.tsx";
import { GeotrimPicture } from "./illustrations/geotrim-picture.tsx";
import { StandalonePicture } from "./illustrations/standalone-picture.tsx";

interface Product {
  id: string;
  name: string;
  /** The product's price, in a word or two. */
  badge: string;
  tone: "good" | "fair" | "info";
  Picture: ComponentType;
  what: string;
  facts: { term: string; text: string }[];
  action: { label: string } & (
    | { kind: "page"; to: string }
    | { kind: "tab"; href: string }
    | { kind: "mail"; href: string }
  );
  /** A page to read before. */
  also?: { label: string; to: string };
}

const facts = (audience: string, cost: string, next: string) => [
  { term: "Para quién", text: audience },
  { term: "Cuánto cuesta", text: cost },
  { term: "Cómo sigue", text: next },
];

const { email } = website.company;

/** What the company offers, in the order in which people come to need it. */
export const PRODUCTS: Product[] = [
  {
    id: "calculadora",
    name: "Calculadora de ahorro",
    badge: "Gratis",
    tone: "good",
    Picture: CalculatorPicture,
    what: "Una simulación de su fotovoltaica con una batería, hora a hora, que le da el ahorro anual, la TIR, el VAN y el coste de la energía, con los supuestos a la vista.",
    facts: facts(
      "Fábricas y naves que ya tienen placas y quieren saber si les compensa una batería.",
      `Nada, y sin registro. El informe premium, si lo quiere, ${formatCents(PREMIUM_REPORT_CENTS)} con IVA, un solo pago.`,
      "Seis preguntas y unos 3 minutos. Con una cuenta gratuita guarda el resultado y descarga el informe básico.",
    ),
    action: { kind: "page", label: "Empezar la simulación", to: "/calculadora" },
    also: { label: "Ver un informe premium de ejemplo", to: SAMPLE_PATH },
  },
  {
    id: "geotrim",
    name: "GeoTrim",
    badge: `${formatNumber(SUBSCRIPTION_CENTS_PER_MONTH / 100, { unit: "€" })} al mes`,
    tone: "fair",
    Picture: GeotrimPicture,
    what: "Para buscar sobre el mapa emplazamientos de proyectos de almacenamiento.",
    facts: facts(
      "Promotores e ingenierías que buscan suelo con conexión a la red.",
      `${formatCents(SUBSCRIPTION_CENTS_PER_MONTH)} al mes, IVA incluido. Sin permanencia: cancele cuando quiera.`,
      "Se abre en su propia aplicación. La suscripción incluye propuestas con su marca para sus clientes.",
    ),
    action: { kind: "tab", label: "Abrir GeoTrim", href: website.geotrimUrl },
  },
  {
    id: "ecotrim",
    name: "Simulación profesional EcoTrim",
    badge: "A petición",
    tone: "info",
    Picture: EcotrimPicture,
    what: "Nuestros ingenieros simulan su proyecto con la plataforma EcoTrim, que está en desarrollo y aún no se abre al público: más de 100 variables configurables y más de 50.000 iteraciones por simulación.",
    facts: facts(
      "Empresas que van a decidir una inversión y necesitan algo más que una estimación.",
      "A petición: le damos un presupuesto cerrado antes de empezar.",
      "Escríbanos, acordamos los datos de partida y recibe el estudio con sus conclusiones.",
    ),
    action: {
      kind: "mail",
      label: "Solicitar una simulación",
      href: mailto(email, {
        subject: "Solicitud de simulación profesional EcoTrim",
        body: [
          "Buenos días:",
          "Querría una simulación profesional con EcoTrim para nuestra instalación.",
          "Empresa:\nPotencia fotovoltaica (kWp):\nConsumo anual (MWh):\nUbicación:\nTeléfono de contacto:",
          "Un saludo,",
        ].join("\n\n"),
      }),
    },
  },
  {
    id: "standalone",
    name: "Baterías independientes",
    badge: "A petición",
    tone: "info",
    Picture: StandalonePicture,
    what: "Asesoría para desarrollar proyectos de baterías conectadas a la red sin generación propia, desde el emplazamiento hasta la puesta en marcha.",
    facts: facts(
      "Promotores, inversores y propietarios de suelo con acceso a la red.",
      "A petición, según el alcance y la fase en que esté el proyecto.",
      "Cuéntenos su proyecto por correo y le proponemos los siguientes pasos.",
    ),
    action: {
      kind: "mail",
      label: "Hablar de mi proyecto",
      href: mailto(email, {
        subject: "Desarrollo de baterías independientes",
        body: [
          "Buenos días:",
          "Querría hablar con ustedes del desarrollo de un proyecto de baterías independientes.",
          "Empresa:\nUbicación del proyecto:\nPotencia y capacidad previstas (MW / MWh):\nFase del proyecto:\nTeléfono de contacto:",
          "Un saludo,",
        ].join("\n\n"),
      }),
    },
  },
];
