import { type StudyContent, type StudyKind, studiesOfJob } from "@ecotrim/server/studies/catalogue";
import { completedStudy, runStudy, type StudyTry } from "./follow-up.ts";
import type { JobDeps, JobFactory } from "./job.ts";

type Find<K extends StudyKind> = (study: StudyTry<K>, deps: JobDeps) => Promise<StudyContent<K> | null>;

/** How each study of this job is found. */
const FINDERS: { [K in "sensitivity" | "sizing"]: Find<K> } = {
  sensitivity: ({ request, signal }, { pool }) => pool.studies(signal).sensitivity(request),
  async sizing({ id, submitted, signal }, { pool, dataSource }) {
    const tornado = await completedStudy(dataSource, "sensitivity", id);
    // Over a period too short for a return no size has one either.
    return tornado?.content?.npv_eur == null ? null : pool.studies(signal).sizing(submitted);
  },
};

/** Does the studies of a completed run that need no progress, one after another. */
export const simulationSensitivity: JobFactory<"simulation.sensitivity"> = (deps) => async (job) => {
  const doStudy = async <K extends keyof typeof FINDERS>(kind: K): Promise<boolean> => {
    await runStudy(kind, job, deps, async (study) => ({ content: await FINDERS[kind](study, deps) }));
    return (await completedStudy(deps.dataSource, kind, job.data.computationId)) !== undefined;
  };
  // Where another try is at a study, it goes on from there.
  for (const kind of studiesOfJob("sensitivity")) if (!(await doStudy(kind as keyof typeof FINDERS))) return;
};
