import { expect, test } from "vitest";
import { openingOf } from "./topics.ts";

test("a known topic begins the message; an unknown one, or none, does not", () => {
  expect(openingOf("standalone")).toMatch(/independientes/);
  expect(openingOf("consulta")).toMatch(/consulta personalizada/);
  for (const topic of ["otro", "constructor", "", null]) expect(openingOf(topic)).toBe("");
});
