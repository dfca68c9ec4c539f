import { STUDY_KINDS, type StudyKind, studiesFollowing } from "@ecotrim/server/studies/catalogue";
import { jobsOf } from "@ecotrim/server/studies/line";

/** The studies of a run whose results are final, and their jobs. */
export const FINAL_STUDIES = studiesFollowing({ economic_case: {} as never });
export const FINAL_JOBS = jobsOf({ kinds: FINAL_STUDIES });

/** Old enough for the sweep to look at. */
export const AGED = "created_at = now() - interval '1 minute'";

/** SQL, and its parameters, that changes studies of the computation `id` without a signal to any process. */
export const studyAlteration = (
  id: string,
  assignments: string,
  kinds: StudyKind[] = STUDY_KINDS,
  computation = "$1",
): [sql: string, parameters: unknown[]] => [
  `UPDATE studies SET ${assignments} WHERE computation_id = ${computation} AND kind = ANY($2)`,
  [id, kinds],
];
