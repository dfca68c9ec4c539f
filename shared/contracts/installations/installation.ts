import Type, { type Static } from "typebox";
import { CurveSummary } from "../curves/curve.ts";
import { Line } from "../line.ts";
import { SimulationSummary } from "../simulations/association.ts";
import { SiteAnswers } from "../simulations/context.ts";

/** An account's sites: a factory's answers under a name, from which simulations start. */

const closed = { additionalProperties: false } as const;
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const MOST_INSTALLATIONS = 100;

/** Of a name. */
export const MOST_LETTERS = 120;
export const InstallationName = Line({ title: "El nombre", minLength: 1, maxLength: MOST_LETTERS });

export const NewInstallation = Type.Object(
  {
    name: InstallationName,
    answers: SiteAnswers,
    /** A simulation in the user's list that is of this site from now on. */
    simulation_id: Type.Optional(Type.String({ title: "La simulación", format: "uuid" })),
  },
  closed,
);
export type NewInstallation = Static<typeof NewInstallation>;

/** What is left out stays. */
export const ChangeInstallation = Type.Object(
  { name: Type.Optional(InstallationName), answers: Type.Optional(SiteAnswers) },
  closed,
);
export type ChangeInstallation = Static<typeof ChangeInstallation>;

const CURVE_KEYS = ["curve_id", "pv_curve_id"] as const;

export const Installation = Type.Object({
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  /** Without the curves that were deleted since: the averages among the answers stand for them. */
  answers: SiteAnswers,
  goneCurves: Type.Array(Type.Enum([...CURVE_KEYS])),
  /** Of the consumption's curve. */
  curve: Nullable(CurveSummary),
  /** How many simulations in the list are of it. */
  simulations: Type.Integer(),
  /** The newest of these that is completed. */
  latest: Nullable(SimulationSummary),
  createdAt: Type.String({ format: "date-time" }),
  updatedAt: Type.String({ format: "date-time" }),
});
export type Installation = Static<typeof Installation>;
