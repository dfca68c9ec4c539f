/** A page of the web: its address, its title and its rules for search engines. */
export interface PageInfo {
  /** Pattern as in the router: `:name` stands for any one part. */
  path: string;
  /** Title without the product's name, which `documentTitle` adds. */
  title: string;
  description: string;
  /** Whether search engines may index it; never personal pages or pages with a token. */
  indexed: boolean;
  /** Page for logged-in users only: crawlers are told to skip it. */
  personal?: true;
  /** Canonical address, if it is another one. */
  canonical?: string;
}

/** Address of a simulation's detail, in lists, notices and mails. */
export const detailPath = (simulationId: string): string => `/simulacion/${simulationId}`;
/** Where anybody reads the simulation that a link opens. */
export const sharedPath = (token: string): string => `/compartido/${token}`;

/** Where the wizard begins to ask. */
export const FIRST_QUESTION_PATH = "/calculadora/paso/2";

const CALCULATOR = {
  title: "Calculadora de hibridación industrial",
  description:
    "En 6 sencillos pasos y 3 minutos sabrá cuánto ahorraría su fábrica con una batería: ahorro anual, TIR, VAN y coste de la energía. Gratis y sin registro.",
};

const home = {
  path: "/",
  title: "Baterías para fábricas con fotovoltaica",
  description:
    "Calcule cuánto ahorraría su fábrica al añadir una batería a su instalación fotovoltaica: ahorro anual, TIR, VAN y coste de la energía, hora a hora.",
  indexed: true,
} satisfies PageInfo;

/** Every page of the web, the public ones in the order of the site map. */
export const PAGES: readonly PageInfo[] = [
  home,
  { path: "/calculadora", ...CALCULATOR, indexed: true },
  {
    path: "/productos",
    title: "Productos de almacenamiento de energía",
    description:
      "Calculadora gratuita, simulación profesional EcoTrim, prospección de emplazamientos con GeoTrim y asesoría para baterías independientes.",
    indexed: true,
  },
  {
    path: "/contacto",
    title: "Contacto",
    description:
      "Cuéntenos su proyecto de baterías: formulario, correo y dirección en Alcobendas. Respondemos a su consulta sin compromiso.",
    indexed: true,
  },
  {
    path: "/informe-ejemplo",
    title: "Informe premium de ejemplo",
    description:
      "Lea entero un informe premium antes de comprar el suyo: veredicto, flujo de caja, riesgo, sensibilidad, factura y energía de una planta inventada.",
    indexed: true,
  },
  {
    path: "/login",
    title: "Inicie sesión",
    description: "Entre en su cuenta de EcoTrim para ver sus simulaciones, informes y herramientas.",
    indexed: true,
  },
  {
    path: "/register",
    title: "Abra su cuenta",
    description:
      "Abra gratis una cuenta de EcoTrim: guarde y compare sus simulaciones, descargue informes y reciba un aviso cuando terminen.",
    indexed: true,
  },
  {
    path: "/privacidad",
    title: "Política de privacidad",
    description:
      "Qué datos personales trata EcoTrim, para qué, durante cuánto tiempo y cómo ejercer sus derechos de acceso, rectificación y supresión.",
    indexed: true,
  },
  {
    path: "/legal",
    title: "Aviso legal",
    description:
      "Titular de este sitio, datos registrales, condiciones de uso, propiedad intelectual y responsabilidad.",
    indexed: true,
  },
  {
    path: "/cookies",
    title: "Política de cookies",
    description:
      "Qué guarda este sitio en su navegador, para qué y durante cuánto tiempo, y cómo aceptarlo, rechazarlo o cambiar su elección.",
    indexed: true,
  },
  {
    path: "/condiciones",
    title: "Condiciones de contratación",
    description:
      "Condiciones de los informes premium y las suscripciones de EcoTrim: precios con IVA, pago, entrega, cancelación y garantías.",
    indexed: true,
  },
  {
    path: "/desistimiento",
    title: "Desistir de un contrato",
    description:
      "Desista aquí de una suscripción o de un informe aún no entregado, dentro de plazo y sin dar motivos, y reciba el acuse por correo.",
    indexed: true,
  },
  {
    path: "/accesibilidad",
    title: "Declaración de accesibilidad",
    description:
      "Cómo cumple EcoTrim las pautas WCAG 2.2 de nivel AA, qué hemos comprobado y cómo avisarnos de una dificultad.",
    indexed: true,
  },
  { path: "/nueva-simulacion", ...CALCULATOR, title: "Nueva simulación", indexed: false, canonical: "/calculadora" },
  { path: FIRST_QUESTION_PATH, ...CALCULATOR, indexed: false, canonical: "/calculadora" },
  { path: "/calculadora/paso/:step", ...CALCULATOR, indexed: false, canonical: "/calculadora" },
  {
    path: "/calculadora/registro",
    ...CALCULATOR,
    title: "Registro",
    indexed: false,
    canonical: "/calculadora",
  },
  {
    path: "/restablecer",
    title: "Restablecer la contraseña",
    description: "Pida un enlace para elegir una contraseña nueva de su cuenta de EcoTrim.",
    indexed: false,
  },
  {
    path: "/confirmar-correo",
    title: "Confirmar el correo",
    description: "Confirme que es suya la dirección de correo con la que abrió su cuenta de EcoTrim.",
    indexed: false,
  },
  {
    path: "/mi-area",
    title: "Mi Área",
    description: "Sus informes, herramientas, compras y perfil en EcoTrim, solo para quien ha iniciado sesión.",
    indexed: false,
    personal: true,
  },
  {
    path: "/historial-simulaciones",
    title: "Historial de Simulaciones",
    description: "Todas sus simulaciones de EcoTrim con su estado y su resultado, solo para quien ha iniciado sesión.",
    indexed: false,
    personal: true,
  },
  {
    path: "/simulacion/:id",
    title: "Detalle de la simulación",
    description: "Resultado completo de una de sus simulaciones de EcoTrim, solo para quien ha iniciado sesión.",
    indexed: false,
    personal: true,
  },
  {
    path: "/comparar",
    title: "Comparación",
    description: "Compare sus simulaciones de EcoTrim, una junto a otra, solo para quien ha iniciado sesión.",
    indexed: false,
    personal: true,
  },
  {
    path: "/payment/success",
    title: "Confirmación del pago",
    description: "Estado del pago de su informe premium de EcoTrim, solo para quien ha iniciado sesión.",
    indexed: false,
    personal: true,
  },
  ...["/subscription/success", "/subscription-success"].map((path) => ({
    path,
    title: "Confirmación de la suscripción",
    description: "Estado de su suscripción a las herramientas de EcoTrim, solo para quien ha iniciado sesión.",
    indexed: false,
    personal: true as const,
    canonical: "/subscription/success",
  })),
  {
    path: "/compartido/:token",
    title: "Simulación compartida",
    description: "Resultado de una simulación de EcoTrim que alguien ha compartido con usted mediante un enlace.",
    indexed: false,
    canonical: "/",
  },
];

/** The page shown at unknown addresses. */
export const UNKNOWN_PAGE: PageInfo = { ...home, path: "*", indexed: false, canonical: "/" };

const matchers = PAGES.map((page) => ({
  page,
  // As in the router: case-insensitive, with or without a trailing slash.
  pattern: new RegExp(`^${page.path.replace(/:\w+/g, "[^/]+").replace(/\/$/, "")}/?$`, "i"),
}));

/** The page at an address without its query; Home where no page matches. */
export function pageAt(pathname: string): PageInfo {
  return matchers.find(({ pattern }) => pattern.test(pathname))?.page ?? UNKNOWN_PAGE;
}

/** Title of the browser's tab. */
export function documentTitle({ title }: Pick<PageInfo, "title">): string {
  return `${title} · EcoTrim`;
}
