import { STUDY_KINDS, type StudyKind } from "@ecotrim/server/studies/catalogue";

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
