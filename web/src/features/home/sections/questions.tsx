import "./questions.css";

const QUESTIONS = [
  {
    question: "¿Qué datos necesito?",
    answer:
      "Tres: la potencia de su fotovoltaica, su consumo medio y lo que paga al mes por la energía. Están en la memoria de la instalación y en la factura. Si tiene sus curvas horarias, la simulación profesional las usa.",
  },
  {
    question: "¿De dónde salen los precios?",
    answer:
      "Del mercado diario de OMIE en 2024: la media y la dispersión de cada día y la forma horaria de cada mes, con los peajes y cargos de 2026 de la tarifa 3.0TD o 6.1TD y el calendario de festivos. Lo que usted paga ajusta el conjunto a su gasto. Cada supuesto aparece en el resultado con su fuente o marcado como criterio propio.",
  },
  {
    question: "¿Y si la batería no compensa?",
    answer:
      "Se lo decimos, con el porqué y con lo que tendría que cambiar. Hay fábricas en las que hoy no compensa; mejor saberlo antes de pedir ofertas.",
  },
  {
    question: "¿Cuánto puedo fiarme de la cifra?",
    answer:
      "El óptimo de cada simulación está certificado y después se repite en miles de escenarios de precios, sol y consumo: verá el ahorro que se supera en 9 de cada 10 y el que solo alcanza 1 de cada 10. No es una oferta ni sustituye un proyecto.",
  },
  {
    question: "¿Quién ve mis datos?",
    answer:
      "Solo usted y a quien usted lo comparta. Puede simular sin dejar su nombre, y descargar o borrar todo lo suyo cuando quiera.",
  },
];

/** What a visitor asks before trusting a figure. */
export function Questions() {
  return (
    <section className="band band-white" aria-labelledby="preguntas-title">
      <div className="page page-narrow">
        <h2 id="preguntas-title" className="band-title">
          Preguntas frecuentes
        </h2>
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question} className="question">
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
