import type { Static, TSchema } from "typebox";
import Value from "typebox/value";
import { COLOR } from "./color.ts";
import { AppError } from "./errors.ts";
import { limitsSentence, type NumberLimits } from "./limits.ts";
import { ONE_LINE, readLine } from "./line.ts";
import { formatNumber, parseNumber } from "./numbers.ts";
import { type QuantityKind, readQuantity } from "./units.ts";

/** The parts of a JSON schema that validation sentences use. */
interface SchemaNode extends NumberLimits {
  unit?: string;
  format?: string;
  pattern?: string;
  contentEncoding?: string;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: unknown;
  items?: SchemaNode;
  default?: unknown;
}

/** Longest name that is repeated to whoever sent it, characters. */
const MAX_NAME = 80;

const isNumeric = (schema: SchemaNode): boolean =>
  schema.type === "number" || schema.type === "integer" || typeof schema.enum?.[0] === "number";

/** Kinds of figures whose written unit is converted, by the unit of the field. */
const KIND_OF_UNIT: Record<string, QuantityKind> = {
  kWp: "power_kwp",
  kW: "power_kw",
  kWh: "energy_kwh",
  "kWh/h": "energy_demand",
  "€ al año": "money",
};
const HAS_UNIT = /[\p{L}€$]/u;

/** A figure of a field's text; undefined for text that is none, and for a unit that the field cannot have. */
function readFigure(schema: SchemaNode, text: string): number | undefined {
  const kind = KIND_OF_UNIT[schema.unit ?? ""];
  if (!kind || !HAS_UNIT.test(text)) return parseNumber(text, schema);
  const quantity = readQuantity(text, kind);
  return quantity && "value" in quantity ? quantity.value : undefined;
}

/**
 * Reads numbers and booleans from text (forms, query strings), trims addresses and cleans names. Objects are copied with
 * own plain keys only.
 * @throws AppError INVALID_INPUT for the first name that a closed object does not have: listing thousands takes long.
 */
function coerce(schema: SchemaNode, value: unknown, path: string[] = []): unknown {
  if (typeof value === "string") {
    if (isNumeric(schema)) return readFigure(schema, value) ?? value;
    if (schema.type === "boolean") return value === "true" ? true : value === "false" ? false : value;
    if (schema.pattern === ONE_LINE) return readLine(value);
    return schema.format === "email" ? value.trim() : value;
  }
  if (schema.properties && value !== null && typeof value === "object" && !Array.isArray(value)) {
    const { properties, additionalProperties } = schema;
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => {
        if (Object.hasOwn(properties, key)) return [key, coerce(properties[key] as SchemaNode, entry, [...path, key])];
        if (additionalProperties === false) throw refusalOf(schema, "additionalProperties", [...path, key]);
        return [key, entry];
      }),
    );
  }
  if (schema.items && Array.isArray(value))
    return value.map((entry, index) => coerce(schema.items as SchemaNode, entry, [...path, String(index)]));
  return value;
}

function nodeAt(schema: SchemaNode, path: string[]): SchemaNode {
  let node = schema;
  for (const key of path) {
    const next =
      node.items ?? (node.properties && Object.hasOwn(node.properties, key) ? node.properties[key] : undefined);
    if (!next) return {};
    node = next;
  }
  return node;
}

/** Name of a field for people and programs: `a.b[1]`. */
const fieldName = (path: string[]): string =>
  path
    .map((key) => (key.length > MAX_NAME ? `${key.slice(0, MAX_NAME)}…` : key))
    .map((key, index) => (/^\d+$/.test(key) ? `[${key}]` : index === 0 ? key : `.${key}`))
    .join("");

const notAnId = (name: string): string => `${name} no tiene el formato de un identificador.`;
const notAnInstant = (name: string): string =>
  `${name} debe ser una fecha con hora válida con el formato AAAA-MM-DDThh:mm:ssZ.`;

function sentence(keyword: string, node: SchemaNode, field: string): string {
  const name = node.title ?? (field ? `El campo «${field}»` : "El contenido");
  switch (keyword === "minLength" && node.minLength === 1 ? "required" : keyword) {
    case "required":
    case "const":
      return `Falta un dato obligatorio: ${node.title ? node.title.charAt(0).toLowerCase() + node.title.slice(1) : `«${field}»`}.`;
    case "additionalProperties":
      return `El campo «${field}» no se admite.`;
    case "minLength":
      return `${name} debe tener al menos ${node.minLength} caracteres.`;
    case "maxLength":
      return `${name} no puede superar los ${formatNumber(node.maxLength)} caracteres.`;
    case "pattern":
      if (node.pattern === ONE_LINE) return `${name} debe caber en una línea, sin caracteres de control.`;
      if (node.pattern === COLOR) return `${name} debe escribirse como #RRGGBB.`;
      if (node.format === "email") return `${name} debe ser una dirección de correo válida.`;
      if (node.contentEncoding === "base64") return `${name} debe estar escrito en base64.`;
      if (node.format === "date-time") return notAnInstant(name);
      return notAnId(name);
    case "minItems":
    case "maxItems":
      return node.minItems === node.maxItems
        ? `${name} debe tener ${formatNumber(node.maxItems)} valores.`
        : `${name} debe tener entre ${formatNumber(node.minItems ?? 0)} y ${formatNumber(node.maxItems)} valores.`;
    default:
      if (node.enum) return `${name} debe ser uno de estos valores: ${node.enum.join(", ")}.`;
      if (isNumeric(node)) return limitsSentence({ title: name, ...node });
      if (node.format === "date") return `${name} debe ser una fecha válida con el formato AAAA-MM-DD.`;
      if (node.format === "email") return `${name} debe ser una dirección de correo válida.`;
      if (node.format === "uuid") return notAnId(name);
      if (node.format === "date-time") return notAnInstant(name);
      if (node.type === "boolean") return `${name} debe ser «true» o «false».`;
      if (node.type === "string") return `${name} debe ser un texto.`;
      return `${name} no tiene un valor válido.`;
  }
}

function refusalOf(node: SchemaNode, keyword: string, path: string[]): AppError {
  const field = fieldName(path);
  return new AppError("INVALID_INPUT", { message: sentence(keyword, node, field), field });
}

const ORDER = ["additionalProperties", "required"];

/**
 * Checks a value against a schema, reading numbers and booleans from text first.
 * @returns the value, typed; defaults are not filled in.
 * @throws AppError INVALID_INPUT with the field's path and a Spanish sentence naming field, limit and unit.
 */
export function validate<T extends TSchema>(schema: T, value: unknown): Static<T> {
  const node = schema as unknown as SchemaNode;
  const candidate = coerce(node, value);
  if (Value.Check(schema, candidate)) return candidate as Static<T>;

  // The library lists eight errors at most, and looks no further.
  const errors = Value.Errors(schema, candidate);
  const error = errors.find(({ keyword }) => ORDER.includes(keyword)) ?? errors[0];
  const path = (error?.instancePath ?? "")
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const params = (error?.params ?? {}) as {
    requiredProperties?: string[];
    additionalProperties?: string[];
  };
  const named = params.requiredProperties?.[0] ?? params.additionalProperties?.[0];
  if (named !== undefined) path.push(named);
  throw refusalOf(nodeAt(node, path), error?.keyword ?? "", path);
}
