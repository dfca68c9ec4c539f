/** The parts of a JSON schema by which tests make values. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** What stands in examples where a schema wants an id or an address. */
export interface Known {
  uuid: string;
  email: string;
}

/** A fixed valid example of a schema. */
export function exampleOf(schema: Schema, known: Known): unknown {
  const { type, properties = {}, required = [], minLength = 8, minimum = 1 } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(schema.anyOf[0] as Schema, known);
  if (type === "object")
    return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, known)]));
  if (type === "array") return [];
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return minimum;
  if (schema.format === "uuid") return known.uuid;
  if (schema.format === "email") return known.email;
  if (schema.format === "date") return "2024-01-01";
  return "x".repeat(minLength);
}

/** The examples of a schema in which each of its fields in turn, however deep, is `planted`, with the field's path. */
export function* filledIn(
  schema: Schema,
  planted: unknown,
  known: Known,
  path = "",
): Generator<[field: string, value: unknown, schema: Schema]> {
  const inner = schema.anyOf?.find(({ properties }) => properties) ?? schema;
  yield [path, planted, schema];
  for (const [name, property] of Object.entries(inner.properties ?? {}))
    for (const [field, value, found] of filledIn(property, planted, known, path ? `${path}.${name}` : name))
      yield [field, { ...(exampleOf(inner, known) as object), [name]: value }, found];
  if (inner.items)
    for (const [field, value, found] of filledIn(inner.items, planted, known, `${path}[0]`))
      yield [field, [value], found];
}
