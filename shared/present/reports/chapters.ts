/** A chapter of the premium report and what it answers, said wherever the report is offered. */
interface Chapter {
  title: string;
  answers: string;
}

/** In their order, that of a finance director: the decision first, then what it rests on. */
export const PREMIUM_CHAPTERS = {
  summary: {
    title: "Resumen ejecutivo",
    answers: "Si compensa: el veredicto con su razón y tres cifras, ahorro, VAN y TIR.",
  },
  cashFlow: {
    title: "Flujo de caja",
    answers: "Cuánto dinero entra y sale cada año, cuándo se recupera la inversión y cinco formas de pagarla.",
  },
  risk: {
    title: "Riesgo",
    answers: "Cuánto se puede perder: miles de escenarios, el mercado de otros años y otros contratos.",
  },
  sensitivity: {
    title: "Sensibilidad y tamaño",
    answers: "De qué depende el resultado, y cuánto valdría una batería mayor o menor.",
  },
  bill: {
    title: "Factura antes y después",
    answers: "De dónde sale el ahorro, y qué se paga cada mes sin batería y con ella.",
  },
  energy: {
    title: "Energía",
    answers: "Por dónde va la energía, semanas típicas de cada estación y puntas por periodo.",
  },
  method: {
    title: "Método y fuentes",
    answers: "Todos los supuestos con su fuente o marcados como criterio propio, el método y un glosario.",
  },
} as const satisfies Record<string, Chapter>;
