import { invalid } from "./errors.ts";

type Text<V> = [V] extends [never] ? never : "string" | readonly V[];
type OneOf<V, Name> = [V] extends [never] ? never : Name;
type Shape<V> = [V] extends [never] ? never : string extends keyof V ? "metadata" : Fields<V>;
type Each<V> = V extends readonly (infer E)[] ? { each: Rule<E> } : never;

/** How one value of the SDK's type `V` is read from a form: a kind, the allowed words, a list or nested fields. */
type Rule<V> =
  | Text<Extract<V, string>>
  | OneOf<Extract<V, number>, "integer">
  | OneOf<Extract<V, boolean>, "boolean">
  | Each<V>
  | Shape<Exclude<Extract<V, object>, readonly unknown[]>>;

/**
 * The parameters of a call. Names and kinds are those of the SDK's parameter type `P`, so no parameter is accepted that
 * Stripe does not know. The words of enums are not checked where the SDK leaves them open.
 */
export type Fields<P> = { [K in keyof P]?: Rule<NonNullable<P[K]>> };

type Value = string | Value[] | { [name: string]: Value };
type AnyRule = string | readonly string[] | { each: AnyRule } | { [name: string]: AnyRule };

/** `a[b][0][c]=1&d=2` as `{a: {b: [{c: "1"}]}, d: "2"}`. */
export function parseForm(text: string): { [name: string]: Value } {
  const root: { [name: string]: Value } = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split("[").map((part) => part.replace(/\]$/, ""));
    const last = path.pop() as string;
    let node = root;
    for (const part of path) {
      node[part] ??= Object.create(null) as { [name: string]: Value };
      if (typeof node[part] === "string") throw invalid(`Invalid object: ${key}`, key);
      node = node[part] as { [name: string]: Value };
    }
    node[last] = value;
  }
  return listed(root) as { [name: string]: Value };
}

function listed(node: Value): Value {
  if (typeof node === "string" || Array.isArray(node)) return node;
  const keys = Object.keys(node);
  for (const key of keys) node[key] = listed(node[key] as Value);
  return keys.length > 0 && keys.every((key, index) => key === String(index)) ? Object.values(node) : node;
}

export interface ReadOptions<P> {
  required?: readonly (keyof P & string)[];
  /** An update may unset a parameter with an empty string. */
  update?: boolean;
}

/** The typed parameters of a form; unknown, missing and malformed ones are refused with Stripe's codes. */
export function readParams<P>(form: { [name: string]: Value }, fields: Fields<P>, options: ReadOptions<P> = {}): P {
  for (const name of options.required ?? []) {
    if (form[name] === undefined) throw invalid(`Missing required param: ${name}.`, name, "parameter_missing");
  }
  return read(form, fields as AnyRule, "", options.update ?? false) as P;
}

function read(value: Value, rule: AnyRule, path: string, mayUnset: boolean): unknown {
  if (value === "" && !mayUnset) {
    throw invalid(
      `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however ` +
        `'${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
      path,
      "parameter_invalid_empty",
    );
  }
  if (rule === "metadata") return readMetadata(value, path);
  if (rule === "string") return readText(value, path);
  if (rule === "integer") {
    const text = readText(value, path);
    if (!/^-?\d+$/.test(text)) throw invalid(`Invalid integer: ${text}`, path, "parameter_invalid_integer");
    return Number(text);
  }
  if (rule === "boolean") {
    const text = readText(value, path);
    if (text !== "true" && text !== "false") throw invalid(`Invalid boolean: ${text}`, path);
    return text === "true";
  }
  if (isWords(rule)) {
    const text = readText(value, path);
    if (!rule.includes(text)) throw invalid(`Invalid ${path}: must be one of ${rule.join(", ")}`, path);
    return text;
  }
  if (isEach(rule)) {
    if (!Array.isArray(value)) throw invalid("Invalid array", path);
    return value.map((item, index) => read(item, rule.each, `${path}[${index}]`, mayUnset));
  }
  if (typeof rule === "string" || typeof value !== "object" || Array.isArray(value)) {
    throw invalid("Invalid object", path);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const inner = path === "" ? name : `${path}[${name}]`;
      const field = Object.hasOwn(rule, name) ? rule[name] : undefined;
      if (field === undefined) throw invalid(`Received unknown parameter: ${inner}`, inner, "parameter_unknown");
      return [name, read(item, field, inner, mayUnset)];
    }),
  );
}

const isWords = (rule: AnyRule): rule is readonly string[] => Array.isArray(rule);
const isEach = (rule: AnyRule): rule is { each: AnyRule } => typeof rule === "object" && "each" in rule;

function readText(value: Value, path: string): string {
  if (typeof value !== "string") throw invalid("Invalid string", path);
  return value;
}

function readMetadata(value: Value, path: string): Record<string, string> | "" {
  if (value === "") return "";
  if (typeof value !== "object" || Array.isArray(value)) throw invalid("Invalid object", path);
  const pairs = Object.entries(value);
  if (pairs.length > 50) throw invalid("You can only have 50 metadata keys.", path);
  for (const [key, text] of pairs) {
    const param = `${path}[${key}]`;
    if (key.length > 40) throw invalid("Metadata keys can be up to 40 characters long.", param);
    if (readText(text, param).length > 500) {
      throw invalid("Metadata values can have up to 500 characters.", param);
    }
  }
  return value as Record<string, string>;
}
