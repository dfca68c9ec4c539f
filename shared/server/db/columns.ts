import type { EntitySchema } from "typeorm";

/**
 * The columns of an entity without those marked `select: false`, for hand-written SQL. Aliases carry the table's name.
 */
export const columnsOf = ({ options: { columns, tableName } }: EntitySchema): string[] =>
  Object.entries(columns).flatMap(([property, column]) =>
    column?.select === false ? [] : `${tableName}.${column?.name ?? property} AS "${tableName}.${property}"`,
  );
