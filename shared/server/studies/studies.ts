import type { SimulationStatus, StudyRuns } from "@ecotrim/contracts/simulations/record";
import type { EntityManager } from "typeorm";
import type { Study } from "../db/entities/study.ts";
import { STUDIES, STUDY_KINDS, type StudyContent, type StudyKind } from "./catalogue.ts";

/** What is read of a study to be shown. */
export type ShownStudy = Pick<Study, "kind" | "status" | "done" | "total" | "content">;

/** SQL: the studies of the computation of the surrounding query, as JSON. */
export const STUDIES_OF_COMPUTATION = `
  (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'status', status, 'done', done, 'total', total,
                                                'content', content)), '[]')
     FROM studies WHERE studies.computation_id = computations.id)`;

export async function readStudies(manager: Pick<EntityManager, "query">, computationId: string): Promise<ShownStudy[]> {
  return manager.query("SELECT kind, status, done, total, content FROM studies WHERE computation_id = $1", [
    computationId,
  ]);
}

/** What a completed run is followed by, ready to begin. */
export async function storeStudies(manager: Pick<EntityManager, "query">, computationId: string): Promise<void> {
  await manager.query(
    `INSERT INTO studies (computation_id, kind, total)
     SELECT $1::uuid, kind, total FROM unnest($2::text[], $3::integer[]) AS listed (kind, total)
     ON CONFLICT ON CONSTRAINT pk_studies DO UPDATE
       SET status = 'pending', attempt = 0, done = 0, total = excluded.total, content = NULL, created_at = now(),
           finished_at = NULL`,
    [computationId, STUDY_KINDS, STUDY_KINDS.map((kind) => STUDIES[kind].total)],
  );
}

type Found<K extends StudyKind> = Omit<ShownStudy, "content"> & { content: StudyContent<K> | null };

/** The study of that kind; undefined where none follows. */
const studyOf = <K extends StudyKind>(studies: ShownStudy[], kind: K) =>
  studies.find((study) => study.kind === kind) as Found<K> | undefined;

/** What follows a completed run, as its record shows it. */
export function shownStudies(studies: ShownStudy[]): StudyRuns {
  const scenarios = studyOf(studies, "uncertainty");
  const tornado = studyOf(studies, "sensitivity");
  const sizing = studyOf(studies, "sizing");
  return {
    uncertainty: scenarios
      ? {
          status: scenarios.status,
          scenarios: scenarios.done,
          total: scenarios.total ?? scenarios.done,
          result: scenarios.content,
        }
      : null,
    sensitivity: tornado && sizing ? sensitivityRun(tornado, sizing) : null,
  };
}

/** The two are shown as one, whole or not at all. */
function sensitivityRun(tornado: Found<"sensitivity">, sizing: Found<"sizing">): StudyRuns["sensitivity"] {
  const status = jointStatus([tornado.status, sizing.status]);
  const isWhole = status === "completed";
  return { status, tornado: isWhole ? tornado.content : null, sizing: isWhole ? sizing.content : null };
}

/** How studies of one job stand together. */
function jointStatus(statuses: SimulationStatus[]): SimulationStatus {
  if (statuses.every((status) => status === "pending")) return "pending";
  if (statuses.some((status) => status === "pending" || status === "processing")) return "processing";
  return statuses.includes("failed") ? "failed" : "completed";
}
