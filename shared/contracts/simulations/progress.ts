import Type, { type Static } from "typebox";

/** The stages of a run in order, with the percent at which each begins and its Spanish name. */
export const STAGES = {
  queued: { from: 0, label: "En cola" },
  series: { from: 2, label: "Preparando las series horarias" },
  model: { from: 8, label: "Construyendo el modelo" },
  solving: { from: 15, label: "Resolviendo con HiGHS" },
  economics: { from: 80, label: "Calculando la economía a 15 años" },
  charts: { from: 90, label: "Dibujando los gráficos" },
  saving: { from: 96, label: "Guardando los resultados" },
} as const;
export type Stage = keyof typeof STAGES;
export const STAGE_NAMES = Object.keys(STAGES) as Stage[];

/** Percent of the whole run at a fraction (0..1) of a stage. */
export function percentAt(stage: Stage, fraction = 0): number {
  const next = STAGE_NAMES[STAGE_NAMES.indexOf(stage) + 1];
  const to = next ? STAGES[next].from : 100;
  return Math.round(STAGES[stage].from + (to - STAGES[stage].from) * Math.min(1, Math.max(0, fraction)));
}

/** Figures of the computation under way. */
export const ProgressDetail = Type.Partial(
  Type.Object({
    steps: Type.Integer(),
    rows: Type.Integer(),
    columns: Type.Integer(),
    iterations: Type.Integer(),
  }),
);
export type ProgressDetail = Static<typeof ProgressDetail>;

/** What a stage is called. Under a contract an exact solver, which has no model, takes the place of HiGHS. */
export const stageLabel = (stage: Stage, { columns }: ProgressDetail): string =>
  stage === "solving" && columns === 0 ? "Resolviendo el óptimo exacto" : STAGES[stage].label;

/** Progress reports of the engine. */
export interface EngineProgress {
  stage: Exclude<Stage, "queued" | "saving">;
  /** Completed share of the stage, 0..1. */
  fraction: number;
  detail?: ProgressDetail;
}

/** Stored with the computation and sent to browsers; `percent` never goes backwards. */
export const Progress = Type.Object({
  stage: Type.Enum(STAGE_NAMES),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  message: Type.String(),
  /** Number of this attempt at the run, from 1. */
  attempt: Type.Integer({ minimum: 1 }),
  elapsedMs: Type.Integer({ minimum: 0 }),
  detail: ProgressDetail,
});
export type Progress = Static<typeof Progress>;

export const StagePassed = Type.Object({
  stage: Type.Enum(STAGE_NAMES),
  at: Type.String({ format: "date-time" }),
});
export type StagePassed = Static<typeof StagePassed>;
