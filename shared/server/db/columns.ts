import type { EntitySchema } from "typeorm";

/** Of an entity the columns that are read unless left out, for a statement of one's own, under names that tell whose they are. */
export const columnsOf = ({ options: { columns, tableName } }: EntitySchema): string[] =>
  Object.entries(columns).flatMap(([property, column]) =>
    column?.select === false ? [] : `${tableName}.${column?.name ?? property} AS "${tableName}.${property}"`,
  );
