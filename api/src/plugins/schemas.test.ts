import Type from "typebox";
import { expect, test } from "vitest";
import { serializerCompiler } from "./schemas.ts";

const serialise = (schema: Type.TSchema, value: unknown): unknown =>
  JSON.parse(serializerCompiler({ schema, method: "GET", url: "/" })(value));

const Person = Type.Object({ name: Type.String(), pet: Type.Optional(Type.Object({ kind: Type.String() })) });

test("an answer leaves out what its schema does not declare, at any depth", () => {
  const person = { name: "Ana", password: "x", pet: { kind: "cat", chip: 1 } };
  expect(serialise(Person, person)).toEqual({ name: "Ana", pet: { kind: "cat" } });
  expect(serialise(Type.Object({ people: Type.Array(Person) }), { people: [person], more: 1 })).toEqual({
    people: [{ name: "Ana", pet: { kind: "cat" } }],
  });
});

test("an answer passes open objects, records and alternatives as they are", () => {
  const schema = Type.Object({
    layout: Type.Object({ title: Type.String() }, { additionalProperties: true }),
    reasons: Type.Record(Type.String(), Type.String()),
    results: Type.Union([Person, Type.Null()]),
  });
  const value = { layout: { title: "a", more: [1] }, reasons: { irr: "b" }, results: { own: "shape" } };
  expect(serialise(schema, value)).toEqual(value);
  expect(serialise(schema, { ...value, results: null })).toMatchObject({ results: null });
});

test("an answer does not fill in what is missing", () => {
  expect(serialise(Person, {})).toEqual({});
});
