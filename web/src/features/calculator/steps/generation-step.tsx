import { PvKwp } from "@ecotrim/contracts/simulations/fields";
import { otherPlane } from "@ecotrim/contracts/simulations/plane";
import { provinceName } from "@ecotrim/contracts/simulations/provinces";
import { spell } from "@ecotrim/present/phrase";
import { planeWords } from "@ecotrim/present/simulations/plane-words";
import { FIRST_QUESTION } from "@ecotrim/present/website/first-words";
import { Button, Checkbox } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { NumberField } from "../../../ui/number-field.tsx";
import { Refine } from "../../../ui/refine.tsx";
import { useAdvance } from "../navigation.ts";
import { FIRST_STEP, hasPlantBehind, planeInput, withPlant, withProduction } from "../state.ts";
import { StepForm } from "../step-form.tsx";
import { updateCalculator, useCalculator } from "../store.ts";
import { WizardFrame } from "../wizard-frame.tsx";
import { CurveSource } from "./curve-source.tsx";
import { PlaneFields } from "./plane-fields.tsx";
import { PlantFields } from "./plant-fields.tsx";
import { ProvinceField } from "./province-field.tsx";
import { SunMeant } from "./sun-meant.tsx";
import { useCurve } from "./use-curve.ts";

const LOST =
  "Su archivo de producción ya no está en nuestro servidor. Vuelva a elegirlo, o siga sin él: calcularemos la producción.";

export function GenerationStep() {
  const state = useCalculator();
  const { generation, zero_export, province, pv_tilt_deg, pv_azimuth_deg, pv_curve } = state;
  const advance = useAdvance(FIRST_STEP);
  const [showError, setShowError] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const plane = useMemo(
    () => otherPlane(province, planeInput({ pv_tilt_deg, pv_azimuth_deg })),
    [province, pv_tilt_deg, pv_azimuth_deg],
  );
  const curve = useCurve("pv_curve");
  const isBehind = hasPlantBehind(state);
  const isLost = pv_curve?.isLost === true;

  const submit = () => {
    const faulty = card.current?.querySelector<HTMLInputElement>("[aria-invalid=true]");
    if (generation !== null && !faulty && curve.draft) {
      return void curve.send((sent) => {
        updateCalculator((state) => withProduction(state, sent));
        advance();
      });
    }
    if (generation !== null && !faulty) {
      if (isLost) updateCalculator((state) => ({ ...state, pv_curve: null }));
      return advance();
    }
    setShowError(true);
    (generation === null ? field.current : faulty)?.focus();
  };

  return (
    <WizardFrame step={FIRST_STEP} wide={curve.draft !== null}>
      <StepForm
        title={FIRST_QUESTION.heading}
        lead={FIRST_QUESTION.lead}
        submit="Siguiente"
        disabled={curve.draft !== null && (!curve.isComplete || curve.isSending)}
        onSubmit={submit}
        note={isLost && !curve.draft ? LOST : undefined}
      >
        <div className="card step" ref={card}>
          {isBehind ? (
            <PlantFields />
          ) : (
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
          )}
          <Checkbox
            label="Mi instalación no puede verter a la red (antivertido)"
            radius="xs"
            checked={zero_export}
            onChange={({ currentTarget: { checked } }) =>
              updateCalculator((state) => ({ ...state, zero_export: checked }))
            }
          />
          <Refine summary={`Provincia: ${provinceName(province)}${plane ? `, ${spell(planeWords(plane))}` : ""}`}>
            <ProvinceField
              value={province}
              onChange={(chosen) => updateCalculator((state) => withPlant(state, { province: chosen }))}
            />
            <PlaneFields
              province={province}
              plane={{ pv_tilt_deg, pv_azimuth_deg }}
              onChange={(changed) => updateCalculator((state) => withPlant(state, changed))}
            />
            <SunMeant province={province} plane={plane} />
          </Refine>
          <Refine
            lazy
            open={pv_curve !== null}
            title="Subir archivo"
            summary="¿Tiene la producción real o de PVsyst/PVGIS?"
          >
            {pv_curve && !isLost && !curve.draft && (
              <div className="bar">
                <p>Se usará la producción que ya tenemos, salvo que elija otro archivo.</p>
                <Button variant="default" onClick={() => updateCalculator((state) => withProduction(state, null))}>
                  Seguir sin archivo
                </Button>
              </div>
            )}
            <CurveSource kind="pv" curve={curve} />
          </Refine>
        </div>
      </StepForm>
    </WizardFrame>
  );
}
