import type { NumberLimits } from "@ecotrim/contracts/limits";
import { roundDecimal } from "@ecotrim/contracts/numbers";
import { AverageDemand } from "@ecotrim/contracts/simulations/fields";
import { readCase } from "@ecotrim/contracts/simulations/input";
import { shiftsOf } from "@ecotrim/contracts/simulations/shifts";
import { useEffect, useMemo } from "react";
import { useChunk } from "../../../lib/use-chunk.ts";
import { isAverage, meanKwOf, typedFigure } from "../consumption.ts";
import { type CalculatorState, planeInput } from "../state.ts";
import { updateCalculator, useCalculator } from "../store.ts";

const { maximum: GREATEST = Infinity }: NumberLimits = AverageDemand;

const loadEngine = () => import("@ecotrim/engine/load/consumption");

/** What the figure of step 3 stands for; undefined while the field is empty or the engine is not there yet. */
export interface Consumption {
  /** Mean power of the year over that of an operating day. */
  share: number | undefined;
  /** Mean power of the year that the figure states. */
  meanKw: number | undefined;
  /** The same with what the PV plant covers. */
  grossKw: number | undefined;
  selfConsumedKw: number | undefined;
  failed: boolean;
  retry: () => void;
}

/** Converts the figure of step 3, and keeps the average of the simulation where it follows from that figure. */
export function useConsumption(): Consumption {
  const { generation, province, pv_tilt_deg, pv_azimuth_deg, demand } = useCalculator();
  const { type, weekend, unit, net } = demand;
  const chunk = useChunk(loadEngine);
  const engine = chunk.status === "ready" ? chunk.value : undefined;
  const figure = typedFigure(demand);

  const site = useMemo(
    () =>
      readCase({
        ...{ pv_value: generation ?? 0, province, ...planeInput({ pv_tilt_deg, pv_azimuth_deg }) },
        ...{ demand_value: 0, ...shiftsOf(type), weekends: weekend },
      }),
    [generation, province, pv_tilt_deg, pv_azimuth_deg, type, weekend],
  );
  const share = useMemo(() => engine?.yearMeanShare(site.load), [engine, site]);
  const meanKw = share === undefined || figure === null ? undefined : meanKwOf(figure, unit, share);
  const gross = useMemo(
    () => (net && meanKw !== undefined ? engine?.grossConsumption(site, meanKw) : undefined),
    [engine, site, net, meanKw],
  );
  const ofDay = net ? gross?.averageKw : meanKw === undefined ? undefined : meanKw / share!;

  const average = ofDay === undefined ? undefined : roundDecimal(ofDay, 3);
  const kept = demand.average;
  useEffect(() => {
    if (average === undefined || average === kept || average > GREATEST) return;
    updateCalculator((state) => withAverage(state, average));
  }, [average, kept]);

  return {
    ...{ share, meanKw, failed: chunk.status === "failed", retry: chunk.retry },
    grossKw: net ? (meanKw !== undefined && gross ? meanKw + gross.selfConsumedKw : undefined) : meanKw,
    selfConsumedKw: gross?.selfConsumedKw,
  };
}

const withAverage = (state: CalculatorState, average: number): CalculatorState =>
  isAverage(state.demand) ? state : { ...state, demand: { ...state.demand, average } };
