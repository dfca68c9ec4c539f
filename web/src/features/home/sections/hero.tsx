import { LANDING_WORDS } from "@ecotrim/present/website/first-words";
import { useState } from "react";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { type EstimateQuery, EXAMPLE, EXAMPLE_ESTIMATE } from "../taste/estimate.ts";
import { Taste } from "../taste/taste.tsx";
import { useEstimate } from "../taste/use-estimate.ts";
import { EnergyFlow } from "./energy-flow.tsx";
import "./hero.css";

const POINTS = [
  { figure: "8.784 horas", text: "Un año entero, optimizado hora a hora, con un óptimo certificado." },
  { figure: "P10 – P90", text: "Miles de escenarios para saber cuánto puede variar su ahorro." },
  {
    figure: "Todo a la vista",
    text: "Cada supuesto, con su fuente o marcado como criterio propio. Y si no compensa, se lo decimos.",
  },
];

/** The question, an answer to try at once, and where the energy goes. */
export function Hero() {
  const [query, setQuery] = useState<EstimateQuery | null>(EXAMPLE);
  const state = useEstimate(query);
  const shown = state.estimate ?? EXAMPLE_ESTIMATE;
  const outdated = state.pending || query === null;

  return (
    <section id="inicio" className="hero">
      <div className="hero-top page">
        <div className="hero-words">
          <PageHeading title="Baterías para fábricas con fotovoltaica" className="hero-title">
            {LANDING_WORDS.heading}
          </PageHeading>
          <p className="hero-lead">{LANDING_WORDS.lead}</p>
          <Taste state={state} onChange={setQuery} />
          <p className="hero-note">
            Gratis y sin registro · resultado completo en 3 minutos · sol de Madrid, consumo igual día y noche, precio
            indexado al mercado de 2024 y peajes 6.1TD de 2026: otro contrato puede cambiar la respuesta
          </p>
        </div>
        <figure className="hero-flow" data-pending={outdated || undefined}>
          <EnergyFlow flows={shown.flows} capacityKwh={shown.battery.capacity_kwh} />
          <figcaption>{captionOf(outdated, state.estimate !== null)}</figcaption>
        </figure>
      </div>
      <ul className="hero-points page" aria-label="Cómo calculamos">
        {POINTS.map(({ figure, text }) => (
          <li key={figure}>
            <strong>{figure}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function captionOf(outdated: boolean, estimated: boolean): string {
  if (outdated) return "La estimación anterior, hasta que esté la de sus datos.";
  return estimated
    ? "Un año de su fábrica con la batería de la estimación."
    : "Un ejemplo: su caso necesita el cálculo completo.";
}
