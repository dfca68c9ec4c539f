import { PREMIUM_REPORT_CENTS } from "@ecotrim/contracts/billing/prices";
import { formatCents, formatNumber } from "@ecotrim/contracts/numbers";
import { SCENARIOS } from "@ecotrim/engine/studies/uncertainty/summary";
import { PREMIUM_CHAPTERS } from "@ecotrim/present/reports/chapters";
import { SAMPLE_FILE, SAMPLE_SCENARIOS } from "@ecotrim/present/reports/sample";
import { Button, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { NewTabHint } from "../../ui/new-tab.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import "./sample-page.css";

/** `/informe-ejemplo`: what the premium report holds, and a whole one to read before paying. */
export const SamplePage = () => (
  <div className="page page-narrow">
    <PageHeading>Un informe premium, entero</PageHeading>
    <p className="page-lead">
      Está escrito para la dirección financiera: primero la decisión y su dinero, después en qué se apoya. Léalo antes
      de comprar el suyo, que cuesta {formatCents(PREMIUM_REPORT_CENTS)} con IVA.
    </p>
    <div className="sample-actions">
      <Button component="a" href={SAMPLE_FILE} target="_blank" rel="noopener" size="md">
        Abrir el ejemplo en PDF
        <NewTabHint />
      </Button>
      <Button component={Link} to="/calculadora" size="md" variant="default">
        Calcular mi caso gratis
      </Button>
    </div>
    <h2>Qué contesta cada capítulo</h2>
    <dl className="sample-chapters">
      {Object.values(PREMIUM_CHAPTERS).map(({ title, answers }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{answers}</dd>
        </div>
      ))}
    </dl>
    <Text size="sm" c="dimmed">
      La planta y la empresa del ejemplo son inventadas; las cifras las calcula el mismo motor que las de su informe,
      con {formatNumber(SAMPLE_SCENARIOS)} escenarios en lugar de {formatNumber(SCENARIOS)}.
    </Text>
  </div>
);
