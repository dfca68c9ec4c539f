import { formatNumber } from "@ecotrim/contracts/numbers";
import { Checkbox, Text } from "@mantine/core";
import { useId, useState } from "react";
import { fetchCurveNumbers } from "../../../lib/api.ts";
import { ChoiceCards } from "../../../ui/choice-cards.tsx";
import { NumberField } from "../../../ui/number-field.tsx";
import { Refine } from "../../../ui/refine.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { hasPlant } from "../../curve/messages.ts";
import {
  figureOf,
  inUnit,
  limitsIn,
  ofGrid,
  ofShape,
  typedFigure,
  UNITS,
  withFigure,
  yearlyMwh,
} from "../consumption.ts";
import { useAdvance } from "../navigation.ts";
import {
  type CalculatorState,
  CONSUMPTION_UNITS,
  type ConsumptionUnit,
  type DemandSource,
  withCurve,
} from "../state.ts";
import { StepForm } from "../step-form.tsx";
import { updateCalculator, useCalculator } from "../store.ts";
import { WizardFrame } from "../wizard-frame.tsx";
import { CurveSource } from "./curve-source.tsx";
import { PlantFields } from "./plant-fields.tsx";
import { SlipNotes } from "./slip-notes.tsx";
import { type Consumption, useConsumption } from "./use-consumption.ts";
import { useCurve } from "./use-curve.ts";
import { useSlips } from "./use-slips.ts";
import "./demand-step.css";

const STEP = 3;
const DOUBTED = ["demand_value", "weekends"] as const;

type Demand = CalculatorState["demand"];

const detail = (text: string) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);

/** Which days a site of this type works, until the visitor says otherwise. */
const WORKS_WEEKENDS: Record<Demand["type"], boolean> = { constante: true, "2turnos": false, "1turno": false };

const change = (next: (demand: Demand) => Demand) =>
  updateCalculator((state) => ({ ...state, demand: next(state.demand) }));

export function DemandStep() {
  const { source } = useCalculator().demand;
  return source === "curve" ? <CurveStep /> : <ShapeStep />;
}

function SourceCards() {
  const { source } = useCalculator().demand;
  return (
    <ChoiceCards<DemandSource>
      label="¿Tiene la curva de consumo?"
      hideLabel
      value={source}
      onChange={(chosen) => change((before) => ({ ...before, source: chosen }))}
      choices={[
        {
          value: "curve",
          title: "Tengo la curva de consumo",
          detail: detail("Un archivo con sus horas o cuartos de hora."),
        },
        { value: "shape", title: "No la tengo", detail: detail("La estimamos con su media y sus turnos.") },
      ]}
    />
  );
}

/** The consumption by a file of the visitor. */
function CurveStep() {
  const curve = useCurve("curve");
  const advance = useAdvance(STEP);
  const plant = useId();
  const { draft, isComplete, isSending } = curve;
  const { curve: sent } = useCalculator();
  // A duplicate has the curve of another simulation, and no file of it here.
  const isKept = sent !== null && !sent.isLost && draft === null;
  const isOfAccount = isKept && sent.key === sent.id;
  const [joins, setJoins] = useState(true);
  const submit = () =>
    isKept
      ? advance()
      : curve.send((sent, { read }) => {
          updateCalculator((state) => withCurve(state, sent, read.shape!));
          advance();
        });
  return (
    <WizardFrame step={STEP} wide={draft !== null}>
      <StepForm
        title="¿Cómo consume su empresa?"
        lead="Con su curva calculamos cada hora de su año, no la de una empresa tipo."
        submit="Siguiente"
        disabled={!(isComplete || isKept) || isSending}
        onSubmit={() => void submit()}
        note={isKept ? KEPT : draft && !isComplete ? INCOMPLETE : !draft && sent?.isLost ? LOST : undefined}
      >
        <SourceCards />
        {isOfAccount && (
          <ChoiceCards
            label="¿Qué hacemos con el archivo que elija?"
            value={joins ? "join" : "replace"}
            choices={WITH_FILE}
            onChange={(chosen) => setJoins(chosen === "join")}
          />
        )}
        <CurveSource
          kind="load"
          curve={curve}
          earlier={isOfAccount && joins ? (signal) => fetchCurveNumbers(sent.id, { signal }) : undefined}
        />
        {draft && hasPlant(draft.read) && (
          <section className="card step" aria-labelledby={plant}>
            <h2 id={plant}>¿Cuántas de las placas están ya instaladas?</h2>
            <PlantFields />
          </section>
        )}
      </StepForm>
    </WizardFrame>
  );
}

const WITH_FILE = [
  {
    value: "join",
    title: "Añadir sus meses a la curva que ya tenemos",
    detail: detail("Donde coincidan vale el archivo, y contarán los últimos 12 meses completos."),
  },
  {
    value: "replace",
    title: "Sustituir la curva",
    detail: detail("Contará solo el archivo. Las simulaciones ya hechas conservan la anterior."),
  },
];
const KEPT = "Se usará la curva que ya tenemos, salvo que elija otro archivo.";
const LOST = "Su curva ya no está en nuestro servidor. Vuelva a elegir el archivo, o siga con «No la tengo».";
const INCOMPLETE = "Con este archivo todavía no se puede simular: responda a lo que falta o elija otro.";

/** The consumption by a shape and its level. */
function ShapeStep() {
  const { demand } = useCalculator();
  const consumption = useConsumption();
  const slips = useSlips(DOUBTED);
  const advance = useAdvance(STEP);

  return (
    <WizardFrame step={STEP}>
      <StepForm
        title="¿Cómo consume su empresa?"
        lead="Con esto estimamos su consumo de cada hora de un año, con una forma tipo."
        submit="Siguiente"
        disabled={demand.average === null}
        onSubmit={() => slips.check(advance)}
        note={slips.note}
      >
        <SourceCards />
        <div className="card step">
          <ChoiceCards
            label="Tipo de consumo"
            brief
            value={demand.type}
            onChange={(type) => change((before) => ofShape(before, { type, weekend: WORKS_WEEKENDS[type] }))}
            choices={[
              { value: "constante", title: "24x7", detail: detail("3 turnos (continuo): igual de día y de noche.") },
              {
                value: "2turnos",
                title: "2 Turnos / 5 días",
                detail: detail("2 turnos, de 6:00 a 22:00; de noche queda un 20\u00a0%."),
              },
              {
                value: "1turno",
                title: "1 Turno / 5 días",
                detail: detail("1 turno, de 7:00 a 15:00; fuera queda un 20\u00a0%."),
              },
            ]}
          />
          <ChoiceCards
            label="¿Consume también los fines de semana y festivos?"
            compact
            value={demand.weekend ? "yes" : "no"}
            onChange={(answer) => change((before) => ofShape(before, { weekend: answer === "yes" }))}
            choices={[
              { value: "yes", title: "Sí" },
              { value: "no", title: "No" },
            ]}
          />
          <ConsumptionField demand={demand} consumption={consumption} />
          <SlipNotes slips={slips} />
        </div>
      </StepForm>
    </WizardFrame>
  );
}

interface ConsumptionFieldProps {
  demand: Demand;
  consumption: Consumption;
}

function ConsumptionField({ demand, consumption }: ConsumptionFieldProps) {
  const { net } = demand;
  const { name, label, unit, per, decimals } = UNITS[demand.unit];
  const { share, failed, retry } = consumption;

  const choose = (chosen: ConsumptionUnit) => {
    const { meanKw } = consumption;
    const figure = meanKw === undefined || share === undefined ? null : figureOf(meanKw, chosen, share);
    change((before) => inUnit(before, chosen, figure === null ? null : rounded(figure, chosen)));
  };

  return (
    <div className="consumption">
      <ChoiceCards
        label="Unidad de su consumo"
        compact
        value={demand.unit}
        onChange={choose}
        choices={CONSUMPTION_UNITS.map((value) => ({ value, title: UNITS[value].name }))}
      />
      <NumberField
        key={demand.unit}
        label={label}
        hint={hintOf(demand)}
        schema={limitsIn(demand.unit)}
        unit={unit}
        per={per}
        decimals={decimals}
        {...(share !== undefined && {
          quantity: {
            kind: "energy_demand",
            // kWh a la hora are of an operating day: of another period comes the mean power of the year.
            ...(demand.unit === "kwh_hour" ? {} : { shown: name }),
            toField: (meanKw: number) => figureOf(meanKw, demand.unit, share),
          },
        })}
        value={typedFigure(demand)}
        onChange={(figure) => change((before) => withFigure(before, figure))}
      />
      <Text size="sm" c="dimmed" mih="1.45em" aria-live="polite" className="consumption-meaning">
        {conversionOf(consumption, net)}
      </Text>
      {failed && (
        <ErrorState title="No se ha podido cargar la conversión" onRetry={retry}>
          Lo que ha escrito se conserva.
        </ErrorState>
      )}
      <Refine summary={net ? "La factura ya descuenta la solar" : "El consumo incluye lo que cubre la solar"}>
        <Checkbox
          label="Mi factura ya descuenta la solar"
          description="La cifra es entonces lo que compra a la red, y le sumamos lo que cubre su fotovoltaica."
          radius="xs"
          checked={net}
          onChange={({ currentTarget: { checked } }) => change((before) => ofGrid(before, checked))}
        />
      </Refine>
    </div>
  );
}

const rounded = (figure: number, unit: ConsumptionUnit): number => Number(figure.toFixed(UNITS[unit].decimals));

function hintOf({ unit, net }: Demand): string {
  const day = unit === "kwh_hour" ? " Es el de un día de trabajo dividido entre 24." : "";
  return net
    ? `Solo lo que compra a la red, como en su factura.${day}`
    : `Incluido lo que cubre su fotovoltaica.${day}`;
}

/** Three figures: the shape of the consumption is a model's. */
const three = (value: number, unit: string): string => formatNumber(Number(value.toPrecision(3)), { unit });

function conversionOf({ meanKw, selfConsumedKw, grossKw }: Consumption, net: boolean): string {
  if (meanKw === undefined || grossKw === undefined) return "";
  const total = `${three(grossKw, "kW")} de media, ${three(yearlyMwh(grossKw), "MWh")} al año`;
  if (!net) return `= ${total}`;
  const covered = three(yearlyMwh(selfConsumedKw ?? 0), "MWh");
  return `Su fotovoltaica cubre unos ${covered} al año más. En total: ${total}.`;
}
