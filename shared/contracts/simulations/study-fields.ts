import type { StudyRuns } from "./record.ts";

/** One that is missing does not compile. */
const FIELDS: Record<keyof StudyRuns, true> = { uncertainty: true, sensitivity: true };

/** The fields of a record that hold what follows its run; apart from the schemas, which a browser need not load. */
export const STUDY_FIELDS = Object.keys(FIELDS) as (keyof StudyRuns)[];
