import { validate } from "@ecotrim/shared/validation";
import type { FastifySchemaCompiler } from "fastify";
import type { FastifySerializerCompiler } from "fastify/types/schema.js";
import type { TSchema } from "typebox";
import Value from "typebox/value";

/** Bodies, queries, parameters and headers are read and refused by the one validator of the platform. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> =
  ({ schema }) =>
  (value) => {
    try {
      return { value: validate(schema, value) };
    } catch (error) {
      return { error: error as Error };
    }
  };

/** Answers hold what their schema declares and nothing else; results in a client's own shape pass as they are. */
export const serializerCompiler: FastifySerializerCompiler<TSchema> =
  ({ schema }) =>
  (data) =>
    JSON.stringify(Value.Clean(schema, data));
