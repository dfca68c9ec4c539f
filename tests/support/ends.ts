type Query = (sql: string) => Promise<unknown>;

/** Has the database itself write down every time a computation is ended, whoever does it, how often ever. */
export async function recordEnds(query: Query): Promise<void> {
  await query(
    `CREATE TABLE computation_ends (computation_id uuid NOT NULL, run integer NOT NULL, status text NOT NULL);
     CREATE FUNCTION record_end() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO computation_ends VALUES (NEW.id, NEW.run, NEW.status);
       RETURN NULL;
     END $$;
     CREATE TRIGGER record_end AFTER UPDATE OF status ON computations
       FOR EACH ROW WHEN (NEW.status IN ('completed', 'failed')) EXECUTE FUNCTION record_end()`,
  );
}

/** What was written down of each computation there is, sorted: `completed`, `failed, completed`, `` of one not ended. */
export async function readEnds(query: Query): Promise<string[]> {
  const rows = await query(
    `SELECT coalesce(string_agg(ended.status, ', ' ORDER BY ended.run), '') AS ends
       FROM computations LEFT JOIN computation_ends ended ON ended.computation_id = computations.id
      GROUP BY computations.id ORDER BY 1`,
  );
  return (rows as { ends: string }[]).map(({ ends }) => ends);
}
