import { availableParallelism } from "node:os";
import { formatNumber } from "@ecotrim/contracts/numbers";
import type { Results } from "@ecotrim/contracts/simulations/result";
import type { Band, Uncertainty } from "@ecotrim/contracts/simulations/uncertainty";
import { type DrawnDriver, firstDrawn, PAYS_FROM, PAYS_NOT_UP_TO } from "@ecotrim/contracts/simulations/verdict";
import { followedRequest, type SimulationRequest } from "@ecotrim/engine/simulate";
import { inChunks, SCENARIO_CHUNK } from "../solver/chunks.ts";
import { createStudyPool } from "../solver/study-pool.ts";

type Figures = Record<"p10" | "p50" | "p90", number | null>;

/** First year's saving and net present value over the scenarios, EUR; null where a figure does not exist. */
export interface ScenarioFigures extends Figures {
  count: number;
  npv: Figures;
  /** Share of the scenarios with a positive NPV. */
  probability_npv_positive: number | null;
  /** The same share under each kind of contract. */
  contract_probabilities: NonNullable<Uncertainty["contract_probabilities"]>;
  /** The drawn driver that moves NPV most, where the verdict depends on it. */
  driver: DrawnDriver | null;
  wall_ms: number;
  per_second: number;
}

const PROGRESS_MS = 1000;
const TIME_LIMIT_S = 120;

/**
 * Solves the first `count` scenarios of a completed run on every core and reports its progress. The figures do not
 * depend on the number of threads.
 * @returns null where the run has no saving
 */
export async function solveScenarioStudy(
  { input, series = {} }: SimulationRequest,
  results: Results,
  count: number,
  { threads = availableParallelism(), tell }: { threads?: number; tell: (progress: string) => void },
): Promise<ScenarioFigures | null> {
  const { economic_case } = results;
  if (!economic_case) return null;
  const started = performance.now();
  const elapsedMs = () => performance.now() - started;
  const pool = createStudyPool({ threads, timeLimitSeconds: TIME_LIMIT_S });
  try {
    const studies = pool.studies();
    const request = followedRequest({ input, series }, { ...results, economic_case });
    const base = await studies.scenarioBase(request);
    const chunks = inChunks({ total: count, size: SCENARIO_CHUNK, lanes: threads }, (from, to) =>
      studies.solveScenarios(base, from, to),
    );
    const telling = setInterval(() => tell(progressOf(chunks.prefix().length, count, elapsedMs())), PROGRESS_MS);
    const rows = await chunks.all.finally(() => clearInterval(telling));
    tell(progressOf(count, count, elapsedMs()));
    const {
      saving_eur,
      npv_eur,
      probability_npv_positive,
      contract_probabilities = [],
    } = await studies.summarise(base, rows);
    const wallMs = elapsedMs();
    const probability = probability_npv_positive?.value ?? null;
    const isOpen = probability !== null && probability > PAYS_NOT_UP_TO && probability < PAYS_FROM;
    return {
      count,
      ...valuesOf(saving_eur),
      npv: npv_eur ? valuesOf(npv_eur) : { p10: null, p50: null, p90: null },
      probability_npv_positive: probability,
      contract_probabilities,
      driver: isOpen ? firstDrawn((await studies.sensitivity(request)).drivers) : null,
      wall_ms: Math.round(wallMs),
      per_second: Math.round((1000 * count) / wallMs),
    };
  } finally {
    await pool.close();
  }
}

const valuesOf = ({ p10, p50, p90 }: Band): Figures => ({ p10: p10.value, p50: p50.value, p90: p90.value });

function progressOf(solved: number, count: number, elapsedMs: number): string {
  const whole = (value: number) => formatNumber(value, { decimals: 0 });
  return `${whole(solved)} de ${whole(count)} escenarios, ${whole((1000 * solved) / elapsedMs)} por segundo`;
}
