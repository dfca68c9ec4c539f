import { SESSION_DAYS } from "@ecotrim/contracts/auth/limits";
import { CURVE_DRAFT_DAYS, CURVE_DRAFTS } from "../../lib/curve-drafts.ts";
import { NUMBER_STYLE_KEY } from "../../lib/reader-locale.ts";
import { USER_KEY } from "../../lib/session.ts";
import { CALCULATOR_KEY, PENDING_SIMULATION_KEY } from "../../lib/storage.ts";
import { TOKEN_STORAGE_KEY } from "../../lib/storage-keys.ts";
import { PENDING_SIMULATION_TTL_MS } from "../../lib/timings.ts";
import { PENDING_PAYMENT_KEY } from "../billing/pending-payment.ts";
import { CURVE_COLUMNS_KEY } from "../curve/remembered-columns.ts";

const UNTIL_LOGOUT = `Hasta que cierra la sesión o caduca (${SESSION_DAYS} días sin uso).`;
const LOCAL = "Local, propia, necesaria";

/** All that the site keeps in a browser: name, purpose, duration, kind. */
export const STORED: string[][] = [
  [TOKEN_STORAGE_KEY, "Mantiene iniciada su sesión.", UNTIL_LOGOUT, LOCAL],
  [USER_KEY, "Muestra su nombre y rellena sus datos en los formularios.", UNTIL_LOGOUT, LOCAL],
  [
    `${CALCULATOR_KEY}.*`,
    "Para que pueda seguir en la calculadora donde lo dejó.",
    "Hasta que cierra la sesión o borra los datos del navegador.",
    LOCAL,
  ],
  [
    CURVE_DRAFTS,
    "Los números de la curva que ha subido, sin CUPS ni nombre, para que no tenga que volver a subirla.",
    `Hasta que empieza una simulación nueva o cierra la sesión; como mucho, ${CURVE_DRAFT_DAYS} días.`,
    "Local (IndexedDB), propia, necesaria",
  ],
  [
    CURVE_COLUMNS_KEY,
    "Para no volver a preguntarle qué trae cada columna de un archivo: guarda su respuesta con una huella de los títulos.",
    "Hasta que borra los datos del navegador.",
    LOCAL,
  ],
  [
    NUMBER_STYLE_KEY,
    "Para escribir las cifras con el estilo que ha elegido en el resultado.",
    "Hasta que borra los datos del navegador.",
    LOCAL,
  ],
  [
    PENDING_SIMULATION_KEY,
    "Para llevar a su cuenta la simulación que ha hecho antes de registrarse.",
    `${PENDING_SIMULATION_TTL_MS / 3_600_000} horas, o hasta que está en su cuenta.`,
    LOCAL,
  ],
  [
    PENDING_PAYMENT_KEY,
    "Para saber, al volver de la página de pago, qué informe estaba comprando.",
    "Hasta que vuelve del pago.",
    LOCAL,
  ],
  [
    "react-router-scroll-positions",
    "Al volver atrás, le deja en el punto de la página en que estaba.",
    "Hasta que cierra la pestaña.",
    "De sesión, propia, necesaria",
  ],
];
