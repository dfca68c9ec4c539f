import Type, { type Static } from "typebox";

/** Names go into SQL and file names, so only the characters of our migrations are allowed. */
const Name = Type.String({ pattern: "^[a-z_][a-z0-9_]*$" });

/** A table of the backup. */
export const TableCopy = Type.Object({
  name: Name,
  columns: Type.Array(Name, { minItems: 1 }),
  rows: Type.Integer({ minimum: 0 }),
  /** SHA-256 of the table's text as PostgreSQL's COPY gives it, in hexadecimal. */
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
});
export type TableCopy = Static<typeof TableCopy>;

/** The manifest of a backup: `manifest.json` in its folder, beside one `<table>.copy.gz` a table. */
export const Manifest = Type.Object({
  format: Type.Literal(1),
  product_version: Type.String(),
  made_at: Type.String(),
  /** Migrations applied, the oldest first: the version of the schema. */
  migrations: Type.Array(Type.String(), { minItems: 1 }),
  tables: Type.Array(TableCopy),
  sequences: Type.Array(Type.Object({ name: Name, value: Type.String({ pattern: "^-?\\d+$" }) })),
});
export type Manifest = Static<typeof Manifest>;

export const MANIFEST_FILE = "manifest.json";
export const fileOf = (table: Pick<TableCopy, "name">): string => `${table.name}.copy.gz`;

/** A backup that cannot be made or used; the message is for operators. */
export class BackupError extends Error {
  override name = "BackupError";
}
