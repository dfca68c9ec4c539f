import {
  type REPLACES_RESULTS,
  type StudyContent,
  type StudyKind,
  studiesOfJob,
} from "@ecotrim/server/studies/catalogue";
import { completedStudy, runStudy, type StudyTry } from "./follow-up.ts";
import type { JobDeps, JobFactory } from "./job.ts";

/** The studies of this job: all that show no progress. */
type PlainStudy = Exclude<StudyKind, "uncertainty" | typeof REPLACES_RESULTS>;
type Find<K extends PlainStudy> = (study: StudyTry<K>, deps: JobDeps) => Promise<StudyContent<K> | null>;

/** Studies that need more than the run's request; the task of the same name finds any other. */
const FINDERS: { [K in PlainStudy]?: Find<K> } = {
  async sizing({ id, submitted, signal }, { pool, dataSource }) {
    const tornado = await completedStudy(dataSource, "sensitivity", id);
    // Over a period too short for a return no size has one either.
    return tornado?.content?.npv_eur == null ? null : pool.studies(signal).sizing(submitted);
  },
};

/** Does the studies of a completed run that show no progress, one after another. */
export const simulationSensitivity: JobFactory<"simulation.sensitivity"> = (deps) => async (job) => {
  const doStudy = async <K extends PlainStudy>(kind: K): Promise<boolean> => {
    const findings = await runStudy(kind, job, deps, async (study) => {
      const find = FINDERS[kind] as Find<K> | undefined;
      const content = find
        ? await find(study, deps)
        : ((await deps.pool.studies(study.signal)[kind](study.request)) as StudyContent<K>);
      return { content };
    });
    // Nothing is stored where an earlier try has completed it already.
    return findings !== null || (await completedStudy(deps.dataSource, kind, job.data.computationId)) !== undefined;
  };
  // Where another try is at a study, it goes on from there.
  for (const kind of studiesOfJob("sensitivity")) if (!(await doStudy(kind as PlainStudy))) return;
};
