import { expect, test } from "vitest";
import { openingOf } from "./topics.ts";

test("a topic begins the message; one that nobody knows, or none, does not", () => {
  expect(openingOf("standalone")).toMatch(/standalone/);
  expect(openingOf("consulta")).toMatch(/consulta personalizada/);
  for (const topic of ["otro", "constructor", "", null]) expect(openingOf(topic)).toBe("");
});
