import { formatNumber } from "@ecotrim/contracts/numbers";
import {
  BATTERY_KEYS,
  type BatteryConfiguration,
  type BatteryConfigurations,
  DEFAULT_BATTERY_CONFIGURATIONS,
} from "@ecotrim/contracts/simulations/battery-options";
import { labelOf, spell } from "@ecotrim/present/figures";
import { BATTERY_NAMES } from "@ecotrim/present/simulations/battery-name";
import { Alert, Badge, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { fetchBatteryOptions } from "../../../lib/api.ts";
import { CALLS } from "../../../lib/call-words.ts";
import { ChoiceCards } from "../../../ui/choice-cards.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { EmptyState, Loading, Offline } from "../../../ui/states.tsx";
import { InstallationNote } from "../installation-note.tsx";
import { useAdvance } from "../navigation.ts";
import {
  BATTERY_STEP,
  type BatteryChoice,
  batteryBasis,
  batteryQuery,
  chosenBattery,
  isConfigurations,
  OWN_BATTERY,
  stepPath,
  withBatteryOptions,
} from "../state.ts";
import { StepForm } from "../step-form.tsx";
import { updateCalculator, useCalculator } from "../store.ts";
import { WizardFrame } from "../wizard-frame.tsx";
import { OwnBatteryFields } from "./own-battery-fields.tsx";
import "./battery-step.css";

const FALLBACK = "No se pudo obtener datos desde la API. Usando valores predeterminados.";

export function BatteryStep() {
  const state = useCalculator();
  const query = batteryQuery(state);
  const basis = batteryBasis(state);
  const advance = useAdvance(BATTERY_STEP);
  const { batteryOptions, selectedBattery, ownBattery } = state;
  const options = batteryOptions?.basis === basis ? batteryOptions : null;

  const { data, isError, isFetching, isPaused, refetch } = useQuery({
    queryKey: ["battery-options", basis],
    enabled: query !== undefined && options?.source !== "api",
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const configurations = await fetchBatteryOptions(query!, signal);
      if (!isConfigurations(configurations)) throw new Error(CALLS.fetchBatteryOptions.failed);
      return configurations;
    },
  });

  useEffect(() => {
    if (basis === undefined || (!data && !isError)) return;
    const options = data
      ? { basis, source: "api" as const, configurations: data }
      : { basis, source: "default" as const, configurations: DEFAULT_BATTERY_CONFIGURATIONS };
    updateCalculator((before) => withBatteryOptions(before, options));
  }, [basis, data, isError]);

  if (!query)
    return (
      <WizardFrame step={BATTERY_STEP}>
        <div className="step">
          <PageHeading title="Datos insuficientes">Datos insuficientes</PageHeading>
          <div className="card">
            <EmptyState
              title="Se necesitan los valores de generación y demanda para calcular recomendaciones"
              action={
                <Button component={Link} to={stepPath(state.generation === null ? 2 : 3)}>
                  Completar los datos
                </Button>
              }
            />
          </div>
        </div>
      </WizardFrame>
    );

  return (
    <WizardFrame step={BATTERY_STEP} wide note={<InstallationNote />}>
      <StepForm
        title="¿Qué batería quiere simular?"
        lead={query.contract ? LEAD_OF_BILL : leadOf(options?.configurations)}
        submit="Continuar"
        disabled={!chosenBattery(state)}
        onSubmit={advance}
      >
        {options?.source === "default" && isPaused && <Offline />}
        {options?.source === "default" && !isPaused && (
          <Alert color="solar" variant="light" role="status" className="battery-fallback">
            <span>{FALLBACK}</span>
            <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
              Reintentar
            </Button>
          </Alert>
        )}
        {options ? (
          <div className="batteries">
            <ChoiceCards
              label="Tamaño de la batería"
              hideLabel
              value={selectedBattery}
              onChange={(key) => updateCalculator((before) => ({ ...before, selectedBattery: key }))}
              choices={[
                ...BATTERY_KEYS.map((key) => ({
                  value: key as BatteryChoice,
                  title: (
                    <span className="battery-title">
                      {BATTERY_NAMES[key]}
                      {isRecommended(options.configurations[key]) && (
                        <Badge color="battery.7" radius="sm" tt="none">
                          Recomendada
                        </Badge>
                      )}
                    </span>
                  ),
                  detail: <BatteryDetail {...options.configurations[key]} />,
                })),
                { value: OWN_BATTERY, title: "Otra", detail: <OwnDetail /> },
              ]}
            />
          </div>
        ) : (
          <div className="battery-loading">
            <Loading heights={[300]} label="Buscando las baterías adecuadas" />
          </div>
        )}
        {options && selectedBattery === OWN_BATTERY && (
          <OwnBatteryFields
            value={ownBattery}
            onChange={(answer) =>
              updateCalculator((before) => ({ ...before, ownBattery: { ...before.ownBattery, ...answer } }))
            }
          />
        )}
      </StepForm>
    </WizardFrame>
  );
}

/** The cards come of a shorter calculation than the simulation. */
const LEAD_OF_BILL =
  "Tres tamaños, o la batería de su oferta. Estas cifras cuentan energía, potencia y excesos con un cálculo rápido; al simular se afinan.";

function leadOf(configurations: BatteryConfigurations | undefined): string {
  const cards = configurations ? BATTERY_KEYS.map((key) => configurations[key]) : [];
  const nonePays = cards.length > 0 && cards.every((card) => !card.pays && !isRecommended(card));
  return nonePays
    ? "Con sus datos ninguna compensa: todas tienen VAN negativo. Simule una y verá qué tendría que cambiar."
    : "Tres tamaños para su instalación y su consumo, o la batería de su oferta. Podrá volver y comparar otro.";
}

/** A battery that is known not to pay is not recommended. */
const isRecommended = ({ is_recommended, pays }: BatteryConfiguration): boolean => is_recommended && pays !== false;

const OwnDetail = () => (
  <span className="battery">
    <span className="battery-description">La de su oferta: capacidad, potencia y, si lo sabe, su precio.</span>
  </span>
);

function BatteryDetail(battery: BatteryConfiguration) {
  const { npv_eur, saving_eur, capex_eur, pays } = battery;
  const facts = [
    ["Potencia", formatNumber(battery.power_kw, { unit: "kW" })],
    ["Tasa C", `${formatNumber(battery.c_rating)}C`],
    ["Descarga completa", formatNumber(battery.discharge_duration_hours, { unit: "h" })],
    [
      labelOf("capex_eur"),
      battery.investment_level + (capex_eur === undefined ? "" : ` · ${spell("capex_eur", capex_eur)}`),
    ],
    ...(saving_eur === undefined ? [] : [[labelOf("savings", "firstYear"), spell("savings", saving_eur)]]),
  ];
  return (
    <span className="battery">
      <span className="battery-capacity">
        {formatNumber(battery.capacity_kwh)}
        <small>&nbsp;kWh</small>
      </span>
      {npv_eur !== undefined && (
        <span className="battery-verdict" data-pays={pays}>
          {battery.verdict}
        </span>
      )}
      <span className="battery-description">{battery.description}</span>
      <span className="battery-facts">
        {facts.map(([name, value]) => (
          <span key={name}>
            <span>{name}</span> <b>{value}</b>
          </span>
        ))}
      </span>
      <span className="battery-use">{battery.use_case}</span>
    </span>
  );
}
