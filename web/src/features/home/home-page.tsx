import { Button, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { PageHeading } from "../../ui/page-heading.tsx";
import "./home-page.css";

const POINTS = [
  {
    title: "Hora a hora",
    text: "Simulamos las 8.784 horas de un año con precios de mercado, peajes y cargos reales.",
  },
  {
    title: "Óptimo certificado",
    text: "Un optimizador decide cuándo cargar y descargar; le mostramos la operación entera.",
  },
  {
    title: "Si no compensa, se lo decimos",
    text: "Ahorro, TIR y VAN con cada supuesto y su fuente a la vista.",
  },
];

export function HomePage() {
  return (
    <div className="page">
      <section className="home-hero">
        <PageHeading title="Baterías para fábricas con fotovoltaica" className="home-title">
          ¿Cuánto ahorraría su fábrica con una batería?
        </PageHeading>
        <Text size="xl" c="dimmed" maw="38rem">
          Díganos qué fotovoltaica tiene, cuánto consume y cuánto paga. En 3 minutos sabrá qué le ahorraría una batería,
          y por qué.
        </Text>
        <Button component={Link} to="/calculadora" size="lg" color="solar.4" c="black">
          Calcular mi ahorro
        </Button>
        <Text size="sm" c="dimmed">
          Gratis y sin registro.
        </Text>
      </section>
      <section className="home-points" aria-label="Cómo calculamos">
        {POINTS.map(({ title, text }) => (
          <div key={title}>
            <h2>{title}</h2>
            <Text c="dimmed">{text}</Text>
          </div>
        ))}
      </section>
    </div>
  );
}
