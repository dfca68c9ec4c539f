import { LOCALE, TIME_ZONE } from "@ecotrim/shared/product";
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { readPendingSimulation } from "../../../lib/pending-simulation.ts";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { RESULTS_STEP, stepPath } from "../state.ts";
import { WizardFrame } from "../wizard-frame.tsx";

const until = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeStyle: "short", timeZone: TIME_ZONE });

export function RegistrationStep() {
  const [pending] = useState(() => readPendingSimulation(Date.now()));

  return (
    <WizardFrame step={RESULTS_STEP + 1}>
      <div className="step">
        <PageHeading title="Completa tu registro">Completa tu registro</PageHeading>
        <p className="step-lead">
          El registro se abrirá junto con las cuentas de usuario, que todavía no están disponibles.
        </p>
        <div className="card step">
          <Text>
            {pending
              ? `Su simulación queda guardada 24 horas en este navegador, hasta el ${until.format(pending.expiresAt)}. Cuando abra su cuenta desde aquí pasará a ella con el informe completo.`
              : "Vuelva al resultado y pulse «Accede al informe completo» para guardar la simulación 24 horas en este navegador."}
          </Text>
          <div className="step-actions">
            <Button component={Link} to={stepPath(RESULTS_STEP)} size="lg">
              Volver al resultado
            </Button>
            <Button component={Link} to="/nueva-simulacion" size="lg" variant="default">
              Nueva simulación
            </Button>
          </div>
        </div>
      </div>
    </WizardFrame>
  );
}
