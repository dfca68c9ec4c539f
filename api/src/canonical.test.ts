import fc from "fast-check";
import { expect, test } from "vitest";
import { canonical } from "./canonical.ts";

const jsonObject = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }));

/** The same content with the keys of every object in reverse. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, entry]) => [key, reversed(entry)]),
  );
}

test("the order of keys never changes the canonical text, at any depth", () => {
  fc.assert(
    fc.property(jsonObject, (value) => {
      expect(canonical(reversed(value))).toBe(canonical(value));
    }),
  );
});

test("the canonical text holds all of the content", () => {
  fc.assert(
    fc.property(jsonObject, (value) => {
      expect(JSON.parse(canonical({ contract: value }))).toEqual({ contract: JSON.parse(JSON.stringify(value)) });
    }),
  );
});

test("a value changed deep inside changes the canonical text", () => {
  fc.assert(
    fc.property(jsonObject, fc.string(), fc.integer(), fc.integer(), (rest, key, a, b) => {
      fc.pre(a !== b);
      const nested = (value: number) => ({ contract: { periods: [{ ...rest, [key]: value }] } });
      expect(canonical(nested(a))).not.toBe(canonical(nested(b)));
    }),
  );
});
