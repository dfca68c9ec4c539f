import { Button, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { useNumberStyle } from "../../../lib/number-style.ts";
import { Figure, Figures } from "../../../ui/figure.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { Reference } from "../../../ui/reference.tsx";
import { BATTERY_STEP, stepPath } from "../state.ts";

interface StoppedProps {
  onRetry: () => void;
}

/** A failed run has zeros for results, as specified, and says what happened and what was kept. */
export function FailedScreen({
  message,
  reference,
  onRetry,
}: StoppedProps & { message: string; reference: string | null }) {
  const zero = useNumberStyle().figure(0, 2);
  return (
    <div className="step">
      <PageHeading title="La simulación ha fallado">No hemos podido calcular su simulación</PageHeading>
      <div className="card step" role="alert">
        <Text fw={600} size="lg">
          {message}
        </Text>
        <Text c="dimmed">
          Sus datos siguen guardados en este navegador: puede volver a intentarlo sin escribirlos otra vez.
        </Text>
        {reference && <Reference id={reference} />}
        <StoppedActions onRetry={onRetry} label="Reintentar" />
      </div>
      <Figures>
        <Figure label="Ahorro anual" value={zero} unit="€" note="sin calcular" />
        <Figure label="TIR" value={zero} unit="%" note="sin calcular" />
        <Figure label="VAN" value={zero} unit="€" note="sin calcular" />
        <Figure label="LCOE" value={zero} unit="€/MWh" note="sin calcular" />
      </Figures>
    </div>
  );
}

export function CancelledScreen({ onRetry }: StoppedProps) {
  return (
    <div className="step">
      <PageHeading title="Simulación cancelada">Simulación cancelada</PageHeading>
      <div className="card step">
        <Text>Ha cancelado la simulación. Sus datos siguen guardados en este navegador.</Text>
        <StoppedActions onRetry={onRetry} label="Calcular de nuevo" />
      </div>
    </div>
  );
}

function StoppedActions({ onRetry, label }: StoppedProps & { label: string }) {
  return (
    <div className="step-actions">
      <Button size="lg" onClick={onRetry}>
        {label}
      </Button>
      <Button size="lg" variant="default" component={Link} to={stepPath(BATTERY_STEP)}>
        Cambiar los datos
      </Button>
    </div>
  );
}
