import { ERRORS } from "@ecotrim/contracts/errors";

export interface CallWords {
  /** Said where the answer has no sentence of its own, such as a proxy's; `{status}` and `{statusText}` are filled in. */
  failed: string;
  /** The call needs a session: without one it is not sent, and this is said. */
  noSession?: string;
}

/** 'HTTP error! status: {code}' and 'Request failed' of the specification. */
const HTTP_ERROR = "El servidor no ha dado una respuesta válida (estado {status}).";
const REQUEST_FAILED = "La petición ha fallado.";
/** 'Authentication required' and 'No authentication token found' of the specification. */
const [, NO_SESSION] = ERRORS.UNAUTHENTICATED;
const TOKEN_REQUIRED = "Token de autenticación requerido";
const REPORT_FAILED = "Error al generar el PDF. Por favor, inténtalo de nuevo.";

/** Every call of the web and its default messages: the specification's words, its English ones translated. */
export const CALLS = {
  logIn: { failed: "Error en el login" },
  register: { failed: "Error en el registro" },
  logOut: { failed: REQUEST_FAILED },
  verifySession: { failed: REQUEST_FAILED },
  askForReset: { failed: "No se ha podido enviar el correo." },
  resetPassword: { failed: "No se ha podido cambiar la contraseña." },
  confirmEmail: { failed: "No se ha podido confirmar el correo." },
  resendConfirmation: { failed: "No se ha podido enviar el correo." },
  saveProfile: { failed: "Error al actualizar perfil", noSession: NO_SESSION },
  changePassword: { failed: "Error al cambiar contraseña", noSession: NO_SESSION },
  fetchPreferences: { failed: REQUEST_FAILED },
  savePreferences: { failed: REQUEST_FAILED },
  exportAccount: { failed: REQUEST_FAILED },
  deleteAccount: { failed: "No se ha podido eliminar la cuenta." },

  sendMessage: { failed: "Error al enviar el mensaje." },
  declareWithdrawal: { failed: "No se ha podido enviar." },
  requestOffer: { failed: "No se ha podido enviar la petición." },

  createCurve: { failed: "No se ha podido enviar la curva." },
  fetchBatteryOptions: { failed: "Error al obtener recomendaciones de batería" },
  fetchCurveNumbers: { failed: HTTP_ERROR },
  findByContext: { failed: HTTP_ERROR },
  /** The platform optimises what is created, so that this call fails in the words of the optimisation. */
  createSimulation: { failed: "Error en la API: {status} {statusText}" },
  fetchSimulation: { failed: HTTP_ERROR },
  cancelSimulation: { failed: HTTP_ERROR },
  retrySimulation: { failed: HTTP_ERROR },
  keepFinanceTerms: { failed: HTTP_ERROR },

  associateSimulation: { failed: HTTP_ERROR, noSession: `${TOKEN_REQUIRED} para asociar simulación` },
  shareWith: { failed: HTTP_ERROR, noSession: `${TOKEN_REQUIRED} para asociar simulación` },
  fetchAreaPage: { failed: HTTP_ERROR, noSession: NO_SESSION },
  fetchHistoryPage: { failed: HTTP_ERROR },
  fetchStats: { failed: HTTP_ERROR },
  fetchRecord: { failed: HTTP_ERROR },
  toggleFavorite: { failed: HTTP_ERROR, noSession: TOKEN_REQUIRED },
  removeSimulation: { failed: HTTP_ERROR, noSession: TOKEN_REQUIRED },
  nameSimulation: { failed: HTTP_ERROR },
  fetchShared: { failed: HTTP_ERROR },
  fetchSharing: { failed: HTTP_ERROR },
  takeBack: { failed: HTTP_ERROR },
  createShareLink: { failed: HTTP_ERROR },
  revokeShareLink: { failed: HTTP_ERROR },
  fetchHours: { failed: HTTP_ERROR },

  fetchInstallations: { failed: HTTP_ERROR },
  createInstallation: { failed: HTTP_ERROR },
  changeInstallation: { failed: HTTP_ERROR },
  copyInstallation: { failed: HTTP_ERROR },
  removeInstallation: { failed: HTTP_ERROR },
  removeCurve: { failed: HTTP_ERROR },

  createPaymentLink: {
    failed: "Error al crear el enlace de pago",
    noSession: "No hay token de autenticación. Por favor, inicia sesión de nuevo.",
  },
  verifyPayment: { failed: "Error al verificar el pago" },
  fetchPurchases: { failed: "Error al obtener historial de compras" },
  fetchPaymentMode: { failed: REQUEST_FAILED },
  fetchPaymentStats: { failed: REQUEST_FAILED },
  fetchSubscriptions: { failed: REQUEST_FAILED },
  checkAccess: { failed: "Error al acceder a la herramienta. Por favor, inténtalo de nuevo." },
  createSubscription: {
    failed: "Error al crear la suscripción",
    noSession: "Debes estar autenticado para suscribirte",
  },
  verifySubscription: { failed: "Error al verificar la suscripción", noSession: "No hay sesión de usuario activa" },
  cancelSubscription: { failed: REQUEST_FAILED },
  openPortal: { failed: REQUEST_FAILED },
  requestReport: { failed: REPORT_FAILED },
  requestProposal: { failed: REPORT_FAILED },
  fetchBrand: { failed: REQUEST_FAILED },
  saveBrand: { failed: "No se ha podido guardar su marca." },
  fetchReport: { failed: REPORT_FAILED },
  downloadReport: { failed: REPORT_FAILED },

  fetchNotifications: { failed: REQUEST_FAILED },
  markRead: { failed: REQUEST_FAILED },
  markAllRead: { failed: REQUEST_FAILED },
} as const satisfies Record<string, CallWords>;

export type CallName = keyof typeof CALLS;
