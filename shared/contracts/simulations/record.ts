import Type, { type Static } from "typebox";
import { GivenContext } from "./context.ts";
import { FinanceTermsInput } from "./finance-terms.ts";
import { SimulationInput } from "./input.ts";
import { Progress, StagePassed } from "./progress.ts";
import { Results } from "./result.ts";
import { Sensitivity } from "./sensitivity.ts";
import { Sizing } from "./sizing.ts";
import { Uncertainty } from "./uncertainty.ts";
import { Verdict } from "./verdict.ts";

export const SIMULATION_STATUSES = ["pending", "processing", "completed", "failed"] as const;
export const SimulationStatus = Type.Enum([...SIMULATION_STATUSES]);
export type SimulationStatus = Static<typeof SimulationStatus>;

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Why a simulation failed: a code of the error catalogue and its Spanish sentence. */
export const SimulationError = Type.Object({ code: Type.String(), message: Type.String() });

/** The scenarios that follow a completed run: how many are solved and their figures so far. */
export const UncertaintyRun = Type.Object({
  status: SimulationStatus,
  scenarios: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 1 }),
  /** Figures of the scenarios solved so far; null until there are enough of them. */
  result: Nullable(Uncertainty),
});
export type UncertaintyRun = Static<typeof UncertaintyRun>;

/** The sensitivity of a completed run's value, and the value of other sizes; null until calculated. */
export const SensitivityRun = Type.Object({
  status: SimulationStatus,
  tornado: Nullable(Sensitivity),
  /** Null also over a period too short for a return. */
  sizing: Nullable(Sizing),
});
export type SensitivityRun = Static<typeof SensitivityRun>;

/** The study of powers under a contract, which replaces provisional results: how many of its pieces are done. */
export const PowerRun = Type.Object({
  status: SimulationStatus,
  done: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 1 }),
});
export type PowerRun = Static<typeof PowerRun>;

/** The studies of a completed run; null where none follow: not completed yet, external, or a site without a saving. */
export const StudyRuns = Type.Object({
  power: Nullable(PowerRun),
  uncertainty: Nullable(UncertaintyRun),
  sensitivity: Nullable(SensitivityRun),
});
export type StudyRuns = Static<typeof StudyRuns>;
export const STUDY_FIELDS = Object.keys(StudyRuns.properties) as (keyof StudyRuns)[];

/** How the reader calls a simulation they hold, and the factory it is of, else its site; null where there is neither. */
export const OwnNames = Type.Object({ name: Nullable(Type.String()), site: Nullable(Type.String()) });
export type OwnNames = Static<typeof OwnNames>;

/** The stored site that a simulation is of. */
export const InstallationId = Type.String({ title: "La instalación", format: "uuid" });

/** A simulation's record as its holder reads it: the truth behind every progress event. */
export const SimulationRecord = Type.Object({
  id: Type.String({ format: "uuid" }),
  /** Another one for each state of the record, but for its place in the queue. */
  version: Type.String(),
  status: SimulationStatus,
  /** `external`: completed or failed by an API client that optimises elsewhere. */
  source: Type.Enum(["platform", "external"]),
  ...OwnNames.properties,
  /** The reader's own; null where it is of none. */
  installationId: Nullable(InstallationId),
  /** Whether the reader's account holds it as its owner; false also for who reads by a token or a link. */
  isOwn: Type.Boolean(),
  createdAt: Type.String({ format: "date-time" }),
  completedAt: Nullable(Type.String({ format: "date-time" })),
  inputParameters: SimulationInput,
  calculatorContext: Nullable(GivenContext),
  /** Terms of its financing, as they were given; null where nobody gave any, and for who reads by a link. */
  financeTerms: Nullable(FinanceTermsInput),
  progress: Nullable(Progress),
  stages: Type.Array(StagePassed),
  /** Runs ahead of this one in the queue; null once its computation has begun. */
  queuePosition: Nullable(Type.Integer({ minimum: 0 })),
  /** Estimated seconds until the run begins, from the present rate of completion; null where that is not known. */
  startsInS: Nullable(Type.Integer({ minimum: 0 })),
  executionTime: Nullable(Type.Number({ title: "El tiempo de ejecución", unit: "ms" })),
  results: Nullable(Results),
  ...StudyRuns.properties,
  /** null until the simulation is completed. */
  verdict: Nullable(Verdict),
  /** Reference by which support finds the log lines of the simulation. */
  requestId: Nullable(Type.String({ format: "uuid" })),
  error: Nullable(SimulationError),
});
export type SimulationRecord = Static<typeof SimulationRecord>;

/** Answer to the creation of a simulation; `accessToken` is the capability to read, follow, cancel, retry and claim it. */
export const CreatedSimulation = Type.Object({
  id: Type.String({ format: "uuid" }),
  status: SimulationStatus,
  accessToken: Type.String(),
});
export type CreatedSimulation = Static<typeof CreatedSimulation>;

export const CreateSimulation = Type.Object(
  {
    inputParameters: SimulationInput,
    /** The supply contract; it may also be a field of `inputParameters`, as records show it. */
    contract: SimulationInput.properties.contract,
    calculatorContext: Type.Optional(GivenContext),
    /** The user's site that it is of; without a session it is of none. It has no influence on what is computed. */
    installation_id: Type.Optional(InstallationId),
    /** Accepted but not stored: the caller's session alone decides whose a simulation is. */
    user: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
);
export type CreateSimulation = Static<typeof CreateSimulation>;

/** Bodies of the two calls by which an external client ends a simulation. */
export const CompleteSimulation = Type.Object(
  {
    results: Type.Object({}, { title: "Los resultados", additionalProperties: true }),
    executionTime: Type.Number({ title: "El tiempo de ejecución", unit: "ms", minimum: 0, maximum: 86_400_000 }),
  },
  { additionalProperties: false },
);
export const FailSimulation = Type.Object(
  { errorMessage: Type.String({ title: "El mensaje de error", minLength: 1, maxLength: 1000 }) },
  { additionalProperties: false },
);
