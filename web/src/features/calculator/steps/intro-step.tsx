import { Button } from "@mantine/core";
import { Link, useNavigate } from "react-router-dom";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { currentRun, FIRST_STEP, firstIncompleteStep, RESULTS_STEP, stepPath } from "../state.ts";
import { useCalculator } from "../store.ts";
import "./intro-step.css";

const CLAIMS = [
  { figure: "Hasta un 40 %", text: "menos en su factura eléctrica" },
  { figure: "Autonomía", text: "durante los cortes de suministro" },
  { figure: "3 minutos", text: "para tener un resultado" },
];

export function IntroStep() {
  const state = useCalculator();
  const navigate = useNavigate();
  const incomplete = firstIncompleteStep(state);
  const hasResult = incomplete === RESULTS_STEP && currentRun(state) !== null;

  return (
    <div className="page page-narrow intro">
      <PageHeading className="intro-title">Calculadora hibridación Industrial</PageHeading>
      <p className="intro-lead">
        Descubra en 6 sencillos pasos cuánto ahorraría su empresa al añadir una batería a su instalación fotovoltaica.
      </p>
      <ul className="intro-claims">
        {CLAIMS.map(({ figure, text }) => (
          <li key={figure}>
            <strong>{figure}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <div className="intro-actions">
        <Button size="lg" onClick={() => navigate(stepPath(FIRST_STEP))}>
          Comenzar Simulación
        </Button>
        {incomplete > FIRST_STEP && (
          <Button size="lg" variant="default" component={Link} to={stepPath(incomplete)}>
            {hasResult ? "Ver mi último resultado" : "Continuar donde lo dejé"}
          </Button>
        )}
      </div>
      <p className="intro-note">
        Solo necesita la potencia de su fotovoltaica, su consumo medio y lo que paga al mes. Gratis y sin registro.
      </p>
    </div>
  );
}
