import { SAMPLE_PATH } from "@ecotrim/present/reports/sample";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { SERVICES, type ServiceId } from "../services.ts";
import { AdvisoryPicture, CalculatorPicture, ConsultationPicture, PlatformPicture } from "./service-pictures.tsx";
import "./services.css";

interface Service {
  picture: ReactNode;
  lead: string;
  points: string[];
  /** What a visitor should know before the button. */
  note?: string;
  action: { label: string; to: string };
  /** A page to read before. */
  also?: { label: string; to: string };
}

const CARDS: Record<ServiceId, Service> = {
  calculadora: {
    picture: <CalculatorPicture />,
    lead: "Seis pasos y una respuesta: cuánto ahorra, qué TIR y qué VAN tiene, y por qué.",
    points: ["Gratis y sin registro", "Resultado en 3 minutos", "Con la batería que más le conviene"],
    action: { label: "Acceder Gratis", to: "/calculadora" },
    also: { label: "Ver un informe de ejemplo", to: SAMPLE_PATH },
  },
  ecotrim: {
    picture: <PlatformPicture />,
    lead: "La plataforma de simulación profesional, para quien decide una inversión y tiene que defenderla.",
    note: "En desarrollo: aún no se accede a ella con una cuenta. Sus simulaciones se piden a nuestro equipo, y la cuenta gratuita es de la calculadora.",
    points: [
      "Más de 100 variables configurables",
      "Más de 50.000 iteraciones por simulación",
      "Panel de mando con 50 variables a la vista",
    ],
    action: { label: "Regístrate", to: "/productos" },
  },
  standalone: {
    picture: <AdvisoryPicture />,
    lead: "Baterías conectadas directamente a la red: del emplazamiento a la puesta en marcha.",
    points: [
      "Búsqueda y análisis de emplazamientos",
      "Acceso y conexión, permisos",
      "Ingresos por mercado, con su riesgo",
    ],
    action: { label: "Solicitar Análisis", to: "/contacto?asunto=standalone" },
  },
  consulta: {
    picture: <ConsultationPicture />,
    lead: "Una persona de nuestro equipo revisa su factura y sus curvas con usted.",
    points: ["Revisión de su caso real", "Ofertas de fabricantes comparadas", "Sin compromiso"],
    action: { label: "Contactar", to: "/contacto?asunto=consulta" },
  },
};

/** What the company offers: four cards, each with its way on. */
export function Services() {
  return (
    <section id="servicios" className="band band-white" aria-labelledby="servicios-title">
      <div className="page">
        <h2 id="servicios-title" className="band-title" tabIndex={-1}>
          Servicios
        </h2>
        <p className="band-lead">De una primera cifra gratuita a un proyecto en marcha, a su ritmo.</p>
        <div className="services">
          {SERVICES.map(({ id, label }) => {
            const { picture, lead, points, note, action, also } = CARDS[id];
            return (
              <article key={id} id={id} className="service card" aria-labelledby={`${id}-title`}>
                {picture}
                <h3 id={`${id}-title`} tabIndex={-1}>
                  {label}
                </h3>
                <p>{lead}</p>
                <ul>
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
                {note && <p className="service-note">{note}</p>}
                <Button component={Link} to={action.to} variant={id === "calculadora" ? "filled" : "default"}>
                  {action.label}
                </Button>
                {also && <Link to={also.to}>{also.label}</Link>}
              </article>
            );
          })}
        </div>
      </div>
    </section>
  );
}
