/**
 * The one catalogue of errors: stable code -> HTTP status and Spanish sentence. Codes are part of the interface: they
 * may be added, never renamed.
 */
export const ERRORS = {
  INVALID_INPUT: [400, "Los datos enviados no son válidos."],
  CONTEXT_MISMATCH: [400, "El contexto de la calculadora no coincide con los datos de la simulación."],
  INVALID_JSON: [400, "El cuerpo de la petición no es un JSON válido."],
  CONFIRMATION_MISMATCH: [400, "Las contraseñas no coinciden."],
  WRONG_PASSWORD: [400, "La contraseña actual no es correcta."],
  LINK_INVALID: [400, "El enlace no es válido o ha caducado. Solicite uno nuevo."],
  /** No session, or one that has ended; a client forgets its token at this code and at no other. */
  UNAUTHENTICATED: [401, "Su sesión ha terminado o no la ha iniciado. Inicie sesión para continuar."],
  INVALID_CREDENTIALS: [401, "El correo o la contraseña no son correctos."],
  SUBSCRIPTION_REQUIRED: [402, "Las propuestas con su marca son para suscriptores. Suscríbase en Mis Herramientas."],
  PAYMENT_REQUIRED: [402, "Este informe es de pago. Cómprelo para descargarlo."],
  NOT_FOUND: [404, "No se ha encontrado lo que busca."],
  SIMULATION_NOT_FOUND: [404, "No se ha encontrado la simulación."],
  CURVE_NOT_FOUND: [404, "No se ha encontrado la curva. Suba otra vez su archivo."],
  INSTALLATION_NOT_FOUND: [404, "No se ha encontrado la instalación."],
  SHARE_NOT_FOUND: [404, "Este enlace ya no está disponible. Pida otro a quien se lo envió."],
  REPORT_NOT_FOUND: [404, "No se ha encontrado el informe."],
  PAYMENT_NOT_FOUND: [404, "No se ha encontrado el pago."],
  SUBSCRIPTION_NOT_FOUND: [404, "No tiene ninguna suscripción activa a esta herramienta."],
  ALREADY_PAID: [409, "Ya ha comprado este informe; puede descargarlo desde su área."],
  ALREADY_SUBSCRIBED: [409, "Ya está suscrito a esta herramienta."],
  BRAND_MISSING: [409, "Guarde antes su marca en Mis Herramientas."],
  REPORT_NOT_READY: [409, "El informe todavía no está listo."],
  NOT_REPORTABLE: [409, "Solo hay informe de las simulaciones completadas en la plataforma."],
  NOT_OFFERABLE: [409, "Solo se puede pedir oferta de una simulación completada en la plataforma cuyo VAN se muestra."],
  EMAIL_TAKEN: [409, "Ya existe una cuenta con este correo. Inicie sesión."],
  WRONG_STATE: [409, "La simulación ya ha terminado y no admite este cambio."],
  TOO_MANY_INSTALLATIONS: [409, "Ya no caben más instalaciones en su cuenta. Borre alguna para guardar otra."],
  IDEMPOTENCY_CONFLICT: [409, "Esta clave de idempotencia ya se usó con otros datos."],
  PAYLOAD_TOO_LARGE: [413, "La petición es demasiado grande."],
  UNSUPPORTED_MEDIA_TYPE: [415, "El tipo de contenido de la petición no está admitido."],
  RATE_LIMITED: [429, "Ha hecho demasiadas peticiones. Espere un momento y vuelva a intentarlo."],
  TOO_MANY_WAITING: [
    429,
    "Ya tiene muchas simulaciones en espera. Espere a que terminen algunas y vuelva a intentarlo.",
  ],
  TOO_MANY_CONNECTIONS: [429, "Hay demasiadas pantallas abiertas desde su red. Cierre alguna y vuelva a intentarlo."],
  INTERNAL: [500, "Se ha producido un error inesperado. Inténtelo de nuevo."],
  SERVICE_UNAVAILABLE: [503, "El servicio no está disponible en este momento. Inténtelo de nuevo en unos minutos."],
  PAYMENT_PROVIDER_UNAVAILABLE: [
    503,
    "El servicio de pagos no responde en este momento. No se ha cobrado nada; inténtelo de nuevo en unos minutos.",
  ],
  REPORT_FAILED: [500, "No se ha podido generar el informe. Vuelva a pedirlo."],
  QUEUE_UNAVAILABLE: [
    503,
    "La cola de cálculo no está disponible en este momento. Inténtelo de nuevo en unos minutos.",
  ],
  QUEUE_FULL: [503, "Hay muchas simulaciones en espera. Inténtelo de nuevo en unos minutos."],
  /** The problem has no solution; the message names the first step that cannot be served. */
  INFEASIBLE: [422, "La simulación no tiene solución con estos datos."],
  UNBOUNDED: [422, "Los precios indicados permiten una ganancia sin límite; revise los precios de compra y de venta."],
  SOLVER_TIMEOUT: [422, "El cálculo ha superado el tiempo máximo. Vuelva a intentarlo."],
  /** The numbers of its curve are no longer stored. */
  CURVE_GONE: [410, "La curva de esta simulación se ha borrado y ya no se puede calcular. Suba otra vez su archivo."],
  SOLVER_FAILED: [500, "El optimizador ha fallado. Vuelva a intentarlo."],
  CANCELLED: [409, "La simulación se ha cancelado."],
  /** Reported by an API client that optimises elsewhere; the message is the client's. */
  EXTERNAL_FAILURE: [422, "El cálculo externo ha fallado."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;

/** An error people may see: `message` is the Spanish sentence, `field` the path of the faulty input. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  /** Retry-After, seconds from now. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: ErrorCode,
    options: { message?: string; field?: string; retryAfterS?: number; cause?: unknown } = {},
  ) {
    super(options.message ?? ERRORS[code][1], { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.field = options.field;
    this.retryAfterS = options.retryAfterS;
  }

  get status(): number {
    return ERRORS[this.code][0];
  }
}

/** An error as one line of text, for channels that carry no structure. */
export const reasonOf = ({ code, message }: AppError): string => `${code}: ${message}`;
