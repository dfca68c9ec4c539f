import { validate } from "@ecotrim/contracts/validation";
import type { FastifySchemaCompiler } from "fastify";
import type { FastifySerializerCompiler } from "fastify/types/schema.js";
import type { TSchema } from "typebox";

/** Bodies, queries, parameters and headers are validated by the one validator of the platform. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> =
  ({ schema }) =>
  (value) => {
    try {
      return { value: validate(schema, value) };
    } catch (error) {
      return { error: error as Error };
    }
  };

interface AnswerSchema {
  properties?: Record<string, AnswerSchema>;
  additionalProperties?: unknown;
  items?: AnswerSchema;
}

/**
 * The part of a value that its schema declares. Unions pass as they are: results may have a client's own shape.
 * Checking hundreds of kilobytes for each reader would hold up all others.
 */
function declared(schema: AnswerSchema, value: unknown): unknown {
  const { properties, items } = schema;
  if (items?.properties && Array.isArray(value)) return value.map((entry) => declared(items, entry));
  if (!properties || schema.additionalProperties === true || value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
      return property ? [[key, declared(property, entry)]] : [];
    }),
  );
}

/** Responses hold what their schema declares and nothing else. */
export const serializerCompiler: FastifySerializerCompiler<TSchema> =
  ({ schema }) =>
  (data) =>
    JSON.stringify(declared(schema, data));
