import { AverageDemand } from "@ecotrim/contracts/simulations/input";
import { Text } from "@mantine/core";
import { ChoiceCards } from "../../../ui/choice-cards.tsx";
import { NumberField } from "../../../ui/number-field.tsx";
import { useAdvance } from "../navigation.ts";
import type { CalculatorState } from "../state.ts";
import { StepForm } from "../step-form.tsx";
import { updateCalculator, useCalculator } from "../store.ts";
import { WizardFrame } from "../wizard-frame.tsx";

const STEP = 3;

const detail = (text: string) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);

export function DemandStep() {
  const { demand } = useCalculator();
  const advance = useAdvance(STEP);
  const change = (answers: Partial<CalculatorState["demand"]>) =>
    updateCalculator((state) => ({ ...state, demand: { ...state.demand, ...answers } }));

  return (
    <WizardFrame step={STEP}>
      <StepForm
        title="¿Cómo consume su empresa?"
        lead="Con esto estimamos su consumo de cada hora de un año, con una forma tipo."
        submit="Siguiente"
        disabled={demand.average === null}
        onSubmit={advance}
      >
        <div className="card step">
          <ChoiceCards
            label="Tipo de consumo"
            value={demand.type}
            onChange={(type) => change({ type })}
            choices={[
              { value: "constante", title: "24x7", detail: detail("Consumo constante, de día y de noche.") },
              {
                value: "2turnos",
                title: "2 Turnos / 5 días",
                detail: detail("De 6:00 a 22:00; de noche queda un 20\u00a0%."),
              },
            ]}
          />
          <ChoiceCards
            label="¿Consume también los fines de semana y festivos?"
            value={demand.weekend ? "yes" : "no"}
            onChange={(answer) => change({ weekend: answer === "yes" })}
            choices={[
              { value: "yes", title: "Sí" },
              { value: "no", title: "No" },
            ]}
          />
          <NumberField
            label="Consumo medio por hora en un día laborable"
            hint="En kWh cada hora, incluido el que cubre su fotovoltaica. Es el consumo de un día de trabajo dividido entre 24."
            schema={AverageDemand}
            unit="kWh"
            per="por hora"
            decimals={2}
            value={demand.average}
            onChange={(average) => change({ average })}
          />
        </div>
      </StepForm>
    </WizardFrame>
  );
}
