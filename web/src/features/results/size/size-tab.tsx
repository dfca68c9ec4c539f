import type { SizePoint, Sizing } from "@ecotrim/contracts/simulations/sizing";
import { isOfOldModel } from "@ecotrim/contracts/simulations/verdict";
import { variantInputs } from "@ecotrim/engine/studies/variant";
import { exploredCase, hidesCurve } from "@ecotrim/present/studies/explored-case";
import { type ReactNode, useCallback, useMemo, useRef } from "react";
import type { CompletedRecord } from "../completed-record.ts";
import { LaterPart } from "../later-part.tsx";
import { MissingStudy } from "../missing-study.tsx";
import { useCurveNumbers } from "./curve-numbers.ts";
import { Explorer } from "./explorer.tsx";
import { calculatedValues, changesOf, withLever } from "./levers.ts";
import { useSaveVariant } from "./save-variant.ts";
import { SIZE_MAP_TITLE, SizeMap } from "./size-map.tsx";
import { useMoved } from "./use-moved.ts";
import "./size-tab.css";

/** px that the map takes, which arrives after the headline. */
const MAP_HEIGHT = 620;

type SizeTabProps = { record: CompletedRecord };

/** What a battery of another size, price or market would be worth. */
export function SizeTab({ record }: SizeTabProps) {
  const { results, inputParameters, uncertainty, sensitivity } = record;
  const status = uncertainty?.status;
  const tornado = sensitivity?.tornado;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scenarios under way change the record, but not the case
  const explored = useMemo(
    () => exploredCase(results, inputParameters, record),
    [results, inputParameters, status, tornado],
  );
  if (!sensitivity) return <MissingStudy title={SIZE_MAP_TITLE} record={record} nothing="tamaños que comparar" />;
  return explored ? (
    <Explored key={record.id} record={record} explored={explored} />
  ) : (
    <>
      {isOfOldModel(results.engine_version) && (
        <p className="card">
          Calculado con un modelo anterior: el explorador solo funciona con simulaciones recalculadas con el actual.
        </p>
      )}
      {hidesCurve(results, inputParameters) && <WithoutCurve />}
      <StillMap record={record} />
    </>
  );
}

/** Variants need the numbers of the curve, which a link does not give and nobody has once it is deleted. */
const WithoutCurve = () => (
  <p className="card">
    El explorador necesita la curva medida, que aquí no está disponible: el mapa de tamaños sí se ha calculado con ella.
  </p>
);

const StillMap = ({ record }: SizeTabProps) => (
  <MapPart record={record}>{(sizing) => <SizeMap sizing={sizing} results={record.results} />}</MapPart>
);

function MapPart({ record: { sensitivity }, children }: SizeTabProps & { children: (sizing: Sizing) => ReactNode }) {
  return (
    <LaterPart title={SIZE_MAP_TITLE} status={sensitivity!.status} part={sensitivity!.sizing} height={MAP_HEIGHT}>
      {children}
    </LaterPart>
  );
}

function Explored({ record, explored }: SizeTabProps & { explored: NonNullable<ReturnType<typeof exploredCase>> }) {
  const { inputs } = explored;
  const calculated = useMemo(() => calculatedValues(record), [record]);
  const [moved, setMoved] = useMoved(calculated, inputs);
  const saving = useSaveVariant(record);
  const save = saving?.save;
  const numbers = useCurveNumbers(explored.curves);

  const tab = useRef<HTMLDivElement>(null);
  const explore = useCallback(
    ({ capacity_kwh, power_kw }: SizePoint) => {
      setMoved(({ capacity: _, power: __, capex: ___, ...others }) =>
        withLever(withLever(others, "capacity", capacity_kwh, calculated), "power", power_kw, calculated),
      );
      tab.current?.querySelector("input")?.focus();
    },
    [setMoved, calculated],
  );
  const simulate = useCallback(
    ({ capacity_kwh, power_kw }: SizePoint) =>
      save?.(variantInputs(inputs, changesOf({ capacity: capacity_kwh, power: power_kw }, inputs))),
    [save, inputs],
  );

  if (numbers.isGone)
    return (
      <>
        <WithoutCurve />
        <StillMap record={record} />
      </>
    );
  return (
    <div ref={tab} className="size-tab">
      <Explorer
        record={record}
        explored={explored}
        numbers={numbers}
        calculated={calculated}
        moved={moved}
        onMove={setMoved}
        saving={saving}
      >
        <MapPart record={record}>
          {(sizing) => (
            <SizeMap
              sizing={sizing}
              results={record.results}
              onExplore={explore}
              onSimulate={save ? simulate : undefined}
            />
          )}
        </MapPart>
      </Explorer>
    </div>
  );
}
