type Query = (sql: string) => Promise<unknown>;

/** Has the database record every end of a computation, whichever process writes it. */
export async function recordEnds(query: Query): Promise<void> {
  await query(
    `CREATE SCHEMA witness;
     CREATE TABLE witness.ends (computation_id uuid NOT NULL, run integer NOT NULL, status text NOT NULL);
     CREATE FUNCTION witness.record_end() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO witness.ends VALUES (NEW.id, NEW.run, NEW.status);
       RETURN NULL;
     END $$;
     CREATE TRIGGER record_end AFTER UPDATE OF status ON computations
       FOR EACH ROW WHEN (NEW.status IN ('completed', 'failed')) EXECUTE FUNCTION witness.record_end()`,
  );
}

/** The recorded ends of every computation, sorted: `completed`, `failed, completed`, or `` without an end. */
export async function readEnds(query: Query): Promise<string[]> {
  const rows = await query(
    `SELECT coalesce(string_agg(ended.status, ', ' ORDER BY ended.run), '') AS ends
       FROM computations LEFT JOIN witness.ends ended ON ended.computation_id = computations.id
      GROUP BY computations.id ORDER BY 1`,
  );
  return (rows as { ends: string }[]).map(({ ends }) => ends);
}

/**
 * SQL that changes the computation with that id, without a signal to any process. A computation whose status is changed
 * may end again.
 */
export const alteration = (assignments: string, id = "$1"): string =>
  `WITH forgotten AS (DELETE FROM witness.ends WHERE computation_id = ${id} AND ${/\bstatus = /.test(assignments)})
   UPDATE computations SET ${assignments} WHERE id = ${id}`;

/** Ends of computations with a run that ended twice, or with two completions; a failed computation may run again. */
export const doubledEnds = (query: Query): Promise<unknown> =>
  query(
    `SELECT computation_id, array_agg(run || ' ' || status) AS ends FROM witness.ends GROUP BY computation_id
     HAVING count(*) > count(DISTINCT run) OR count(*) FILTER (WHERE status = 'completed') > 1`,
  );
