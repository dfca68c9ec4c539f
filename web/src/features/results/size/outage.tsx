import { PowerKw } from "@ecotrim/contracts/simulations/fields";
import { readCase, type SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { OutageQuestion, Survival } from "@ecotrim/engine/outages/outages";
import { CURVE_HOURS, MOST_HOURS } from "@ecotrim/engine/outages/survival";
import { spell } from "@ecotrim/present/phrase";
import type { ExploredCase } from "@ecotrim/present/studies/explored-case";
import { outageSentences, type StopCost } from "@ecotrim/present/studies/outages";
import { Checkbox } from "@mantine/core";
import type { ChartConfiguration } from "chart.js";
import { useCallback, useMemo, useState } from "react";
import { useNumberStyle } from "../../../lib/number-style.ts";
import { ChoiceCards } from "../../../ui/choice-cards.tsx";
import { NumberField } from "../../../ui/number-field.tsx";
import { Refine } from "../../../ui/refine.tsx";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { ChartFrame } from "../../charts/chart-frame.tsx";
import type { ChartStyle } from "../../charts/chart-style.ts";
import { DataTable } from "../../charts/data-table.tsx";
import { survivalConfig } from "../../charts/survival-config.ts";
import { useCurveNumbers } from "./curve-numbers.ts";
import type { CurveNumbers } from "./explorer-messages.ts";
import { useOutage } from "./use-outage.ts";

const TITLE = "¿Cuánto aguantaría un corte?";
const WITHOUT_CURVE = "Sin los números de su curva no se puede decir cuánto aguantaría.";
const CURVE_HEIGHT_PX = 220;
/** Hours that the table shows. */
const TABLE_HOURS = [0.25, 0.5, 1, 2, 3, 4, 6, 8, 12, 24, 48];

const LOAD_SHARE = { title: "La carga crítica", unit: "%", minimum: 0, maximum: 100 };
const LOAD_KW = { ...PowerKw, title: "La carga crítica" };
const RESERVE = { title: "La reserva", unit: "%", minimum: 0, maximum: 100 };
const STOP_EUR = { title: "El coste de una parada", unit: "€", minimum: 0, maximum: 10_000_000 };
const STOP_HOURS = { title: "Las horas de corte", unit: "h", minimum: 0, maximum: MOST_HOURS };

interface OutageProps {
  explored: ExploredCase;
  /** Inputs of the variant that the sliders stand for. */
  variant: SimulationInput;
}

/** What the battery does while the grid is away; folded, and calculated once it is opened. */
export function Outage(props: OutageProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card outage" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>{TITLE}</h2>
      </summary>
      {isOpen && <OpenOutage {...props} />}
    </details>
  );
}

type By = "share" | "kw";

function OpenOutage({ explored, variant }: OutageProps) {
  // Under a contract the sliders need no numbers, but the outages do.
  const measured = useMemo(() => ({ ...explored, curves: explored.measured }), [explored]);
  const { numbers, error } = useCurveNumbers(measured.curves);
  const isHidden = variant.curve_id !== undefined && !measured.curves.load;
  if (error || isHidden) return <p className="result-note">{WITHOUT_CURVE}</p>;
  return <Questions explored={measured} numbers={numbers} variant={variant} />;
}

interface QuestionsProps extends OutageProps {
  numbers: CurveNumbers | undefined;
}

function Questions({ explored, numbers, variant }: QuestionsProps) {
  const [by, setBy] = useState<By>("share");
  const [percentOf, setPercentOf] = useState<number | null>(30);
  const [loadKw, setLoadKw] = useState<number | null>(null);
  const [reserve, setReserve] = useState<number | null>(0);
  const [isIslanded, setIslanded] = useState(false);
  const [eurHour, setEurHour] = useState<number | null>(null);
  const [hoursYear, setHoursYear] = useState<number | null>(null);
  const { percent } = useNumberStyle();
  const leastSoc = useMemo(() => readCase(variant).battery.minSoc, [variant]);
  const question = useMemo((): OutageQuestion | null => {
    const load = by === "share" ? percentOf !== null && { share: percentOf / 100 } : loadKw !== null && { kw: loadKw };
    return load && reserve !== null ? { load, reserveSoc: reserve / 100, isIslanded } : null;
  }, [by, percentOf, loadKw, reserve, isIslanded]);
  const stop = eurHour && hoursYear ? { eurHour, hoursYear } : undefined;
  return (
    <div className="outage-body">
      <div className="outage-fields">
        <ChoiceCards<By>
          compact
          label="Lo que no puede pararse"
          value={by}
          choices={[
            { value: "share", title: "Parte del consumo" },
            { value: "kw", title: "Una potencia" },
          ]}
          onChange={setBy}
        />
        {by === "share" ? (
          <NumberField
            key="share"
            label="Parte de su consumo"
            schema={LOAD_SHARE}
            unit="%"
            decimals={0}
            value={percentOf}
            onChange={setPercentOf}
          />
        ) : (
          <NumberField
            key="kw"
            label="Potencia que mantener"
            schema={LOAD_KW}
            hideLimits
            unit="kW"
            quantity={{ kind: "power_kw" }}
            decimals={0}
            value={loadKw}
            onChange={setLoadKw}
          />
        )}
        <NumberField
          label="Carga reservada"
          hint={`Carga que la batería guarda siempre. Por debajo del ${percent(leastSoc, 0)}, su mínimo técnico, no hay reserva.`}
          schema={RESERVE}
          unit="%"
          decimals={0}
          value={reserve}
          onChange={setReserve}
        />
        <Checkbox
          label="La planta puede funcionar en isla con sus placas"
          radius="xs"
          checked={isIslanded}
          onChange={({ currentTarget: { checked } }) => setIslanded(checked)}
        />
        <Refine lazy title="Qué vale" summary="Si sabe lo que le cuesta una parada">
          <NumberField
            label="Coste de una hora parada"
            schema={STOP_EUR}
            hideLimits
            optional
            unit="€"
            per="por hora"
            decimals={2}
            money
            value={eurHour}
            onChange={setEurHour}
          />
          <NumberField
            label="Horas de corte al año"
            hint="Se cuentan como un solo corte."
            schema={STOP_HOURS}
            optional
            unit="h"
            decimals={1}
            value={hoursYear}
            onChange={setHoursYear}
          />
        </Refine>
      </div>
      <Answer explored={explored} numbers={numbers} variant={variant} question={question} stop={stop} />
    </div>
  );
}

interface AnswerProps extends QuestionsProps {
  question: OutageQuestion | null;
  stop: StopCost | undefined;
}

function Answer({ explored, numbers, variant, question, stop }: AnswerProps) {
  const { result, failed } = useOutage(explored, numbers, variant, question);
  const { locale } = useNumberStyle();
  if (failed)
    return <ErrorState title="No se ha podido calcular el corte.">Las cifras del resultado son válidas.</ErrorState>;
  if (!question) return <p className="result-note">Complete lo que no puede pararse y la reserva.</p>;
  if (!result) return <Loading heights={[CURVE_HEIGHT_PX]} label="Calculando el corte" />;
  return (
    <div className="outage-answer">
      <div role="status">
        {outageSentences(result, stop).map((parts) => (
          <p key={spell(parts)}>{spell(parts, locale)}</p>
        ))}
      </div>
      {result.code === "survival" && <SurvivalChart curve={result.curve} />}
      <p className="result-note">
        Con la batería nueva y el corte a cualquier hora del año, sin aviso. Hace falta un inversor capaz de trabajar
        sin red, que no está en la inversión si no lo trae el suyo.
      </p>
    </div>
  );
}

/** The curve up to where nothing is survived any more. */
function SurvivalChart({ curve }: Pick<Survival, "curve">) {
  const { locale, figure } = useNumberStyle();
  const end = curve.indexOf(0);
  const shown = useMemo(
    () => curve.slice(0, end < 0 ? undefined : end + 1).map((share, i) => ({ x: i * CURVE_HOURS, y: 100 * share })),
    [curve, end],
  );
  const config = useCallback(
    (style: ChartStyle) =>
      survivalConfig(
        {
          points: shown,
          hours: (value) => figure(value, Number.isInteger(value) ? 0 : 2),
          percent: (value) => figure(value, 0),
        },
        style,
      ) as ChartConfiguration,
    [shown, figure],
  );
  const percentAt = (hours: number) => figure(100 * curve[hours / CURVE_HOURS]!, 0, "%");
  return (
    <ChartFrame
      title="Probabilidad de aguantar"
      description={`Una hora se aguanta en el ${percentAt(1)} de los cortes; cuatro, en el ${percentAt(4)}; un día, en el ${percentAt(24)}.`}
      config={config}
      locale={locale}
      height={CURVE_HEIGHT_PX}
      table={
        <DataTable
          label="Tabla: probabilidad de aguantar un corte"
          head={["Horas o más", "Probabilidad"]}
          numbered
          rows={TABLE_HOURS.map((hours) => ({
            key: String(hours),
            label: figure(hours, hours < 1 ? 2 : 0),
            cells: [percentAt(hours)],
          }))}
        />
      }
    />
  );
}
