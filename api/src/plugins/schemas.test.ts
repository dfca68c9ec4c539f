import Type from "typebox";
import { expect, test } from "vitest";
import { serializerCompiler } from "./schemas.ts";

const serialise = (schema: Type.TSchema, value: unknown): unknown =>
  JSON.parse(serializerCompiler({ schema, method: "GET", url: "/" })(value));

const Person = Type.Object({ name: Type.String(), pet: Type.Optional(Type.Object({ kind: Type.String() })) });

test("what is not declared is not answered, at any depth", () => {
  const person = { name: "Ana", password: "x", pet: { kind: "cat", chip: 1 } };
  expect(serialise(Person, person)).toEqual({ name: "Ana", pet: { kind: "cat" } });
  expect(serialise(Type.Object({ people: Type.Array(Person) }), { people: [person], more: 1 })).toEqual({
    people: [{ name: "Ana", pet: { kind: "cat" } }],
  });
});

test("open objects, records and alternatives pass as they are", () => {
  const schema = Type.Object({
    layout: Type.Object({ title: Type.String() }, { additionalProperties: true }),
    reasons: Type.Record(Type.String(), Type.String()),
    results: Type.Union([Person, Type.Null()]),
  });
  const value = { layout: { title: "a", more: [1] }, reasons: { irr: "b" }, results: { own: "shape" } };
  expect(serialise(schema, value)).toEqual(value);
  expect(serialise(schema, { ...value, results: null })).toMatchObject({ results: null });
});

test("what is missing stays missing", () => {
  expect(serialise(Person, {})).toEqual({});
});
