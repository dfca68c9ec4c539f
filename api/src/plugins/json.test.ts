import { expect, test } from "vitest";
import { depthOf } from "./json.ts";

test("brackets count as nesting, brackets inside texts do not", () => {
  expect(depthOf("1")).toBe(0);
  expect(depthOf('{"a":[[1],{"b":2}]}')).toBe(3);
  expect(depthOf('["[[[", "\\"[[[", "\\\\", [1]]')).toBe(2);
  expect(depthOf("[".repeat(1000))).toBe(1000);
});
