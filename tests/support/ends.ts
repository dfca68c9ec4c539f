/** Has the database itself write down every time a computation is ended, whoever does it, how often ever. */
export async function recordEnds(query: (sql: string) => Promise<unknown>): Promise<void> {
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
