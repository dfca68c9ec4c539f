import { PvKwp } from "@ecotrim/contracts/simulations/fields";
import { provinceName } from "@ecotrim/contracts/simulations/provinces";
import { Checkbox } from "@mantine/core";
import { useRef, useState } from "react";
import { NumberField } from "../../../ui/number-field.tsx";
import { Refine } from "../../../ui/refine.tsx";
import { useAdvance } from "../navigation.ts";
import { FIRST_STEP, withPlant } from "../state.ts";
import { StepForm } from "../step-form.tsx";
import { updateCalculator, useCalculator } from "../store.ts";
import { WizardFrame } from "../wizard-frame.tsx";
import { CurveSource } from "./curve-source.tsx";
import { ProvinceField } from "./province-field.tsx";
import { useCurve } from "./use-curve.ts";

export function GenerationStep() {
  const { generation, zero_export, province } = useCalculator();
  const advance = useAdvance(FIRST_STEP);
  const [showError, setShowError] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const curve = useCurve("pv_curve");
  const hasCurve = useCalculator().pv_curve !== null;

  const submit = () => {
    if (generation !== null && curve.draft) {
      return void curve.send((sent) => {
        updateCalculator((state) => ({ ...state, pv_curve: sent }));
        advance();
      });
    }
    if (generation !== null) return advance();
    setShowError(true);
    field.current?.focus();
  };

  return (
    <WizardFrame step={FIRST_STEP} wide={curve.draft !== null}>
      <StepForm
        title="¿Qué tamaño tiene su instalación fotovoltaica?"
        lead="La potencia pico de los paneles. La encontrará en la memoria o en el certificado de la instalación."
        submit="Siguiente"
        disabled={curve.draft !== null && (!curve.isComplete || curve.isSending)}
        onSubmit={submit}
      >
        <div className="card step">
          <NumberField
            label="Potencia fotovoltaica instalada"
            schema={PvKwp}
            unit="kWp"
            quantity={{ kind: "power_kwp" }}
            decimals={1}
            value={generation}
            onChange={(value) => updateCalculator((state) => withPlant(state, { generation: value }))}
            showError={showError}
            inputRef={field}
          />
          <Checkbox
            label="Mi instalación no puede verter a la red (antivertido)"
            radius="xs"
            checked={zero_export}
            onChange={({ currentTarget: { checked } }) =>
              updateCalculator((state) => ({ ...state, zero_export: checked }))
            }
          />
          <Refine summary={`Provincia: ${provinceName(province)}`}>
            <ProvinceField
              value={province}
              onChange={(chosen) => updateCalculator((state) => withPlant(state, { province: chosen }))}
            />
          </Refine>
          <Refine lazy open={hasCurve} title="Subir archivo" summary="¿Tiene la producción real o de PVsyst/PVGIS?">
            <CurveSource kind="pv" curve={curve} />
          </Refine>
        </div>
      </StepForm>
    </WizardFrame>
  );
}
