import type { EntityManager } from "typeorm";
import { type ShownStudy, STUDIES, type StudyKind } from "./catalogue.ts";

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

/** Stores studies of a completed run as pending rows. */
export async function storeStudies(
  manager: Pick<EntityManager, "query">,
  computationId: string,
  kinds: StudyKind[],
): Promise<void> {
  await manager.query(
    `INSERT INTO studies (computation_id, kind, total)
     SELECT $1::uuid, kind, total FROM unnest($2::text[], $3::integer[]) AS listed (kind, total)
     ON CONFLICT ON CONSTRAINT pk_studies DO UPDATE
       SET status = 'pending', attempt = 0, done = 0, total = excluded.total, content = NULL, created_at = now(),
           finished_at = NULL`,
    [computationId, kinds, kinds.map((kind) => STUDIES[kind].total)],
  );
}
