import { createHash } from "node:crypto";
import { Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { to } from "pg-copy-streams";
import type { TableCopy } from "./manifest.ts";

/** A table of the platform: its columns and the columns of its primary key. */
export interface Table {
  name: string;
  columns: string[];
  key: string[];
}

const NEWLINE = 10;

export const quoted = pg.escapeIdentifier;
export const quotedList = (names: string[]): string => names.map(quoted).join(", ");

/** Makes the text of values independent of the settings of server, database and user, until the transaction ends. */
export async function fixTextFormat(client: pg.ClientBase): Promise<void> {
  await client.query(`
    SET LOCAL search_path = public;
    SET LOCAL statement_timeout = 0;
    SET LOCAL TIME ZONE 'UTC';
    SET LOCAL DateStyle = 'ISO, YMD';
    SET LOCAL IntervalStyle = 'postgres';
    SET LOCAL bytea_output = 'hex';
    SET LOCAL extra_float_digits = 1;
  `);
}

/** Every table except the one of migrations; the queue's tables lie in a schema of their own. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query(`
    SELECT c.relname AS name,
           array(SELECT attname::text FROM pg_attribute
                  WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
                  ORDER BY attnum) AS columns,
           array(SELECT attname::text FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
                  WHERE indrelid = c.oid AND indisprimary
                  ORDER BY attnum) AS key
      FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_migrations'
     ORDER BY c.relname COLLATE "C"`);
  return rows;
}

export async function readMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query("SELECT name FROM public.schema_migrations ORDER BY timestamp, id");
  return rows.map(({ name }) => name);
}

/**
 * Reads a table through COPY, in an order that does not depend on server or collation.
 * @param sink receives the text
 */
export async function copyOut(client: pg.ClientBase, table: Table, sink: Writable[]): Promise<TableCopy> {
  const { name, columns, key } = table;
  const order = key.length > 0 ? key.map((column) => `${quoted(column)}::text COLLATE "C"`) : ['t::text COLLATE "C"'];
  const source = client.query(
    to(`COPY (SELECT ${quotedList(columns)} FROM ${quoted(name)} t ORDER BY ${order.join(", ")}) TO STDOUT`),
  );
  const hash = createHash("sha256");
  let rows = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      // Line breaks within a value are escaped, so that each line is a row.
      for (const byte of chunk) if (byte === NEWLINE) rows++;
      done(null, chunk);
    },
  });
  await pipeline([source, meter, ...sink]);
  return { name, columns, rows, sha256: hash.digest("hex") };
}
