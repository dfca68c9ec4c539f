import { expect, test } from "vitest";
import { extentOf } from "./json.ts";

test("brackets count as nesting, brackets inside texts do not", () => {
  expect(extentOf("1").depth).toBe(0);
  expect(extentOf('{"a":[[1],{"b":2}]}').depth).toBe(3);
  expect(extentOf('["[[[", "\\"[[[", "\\\\", [1]]').depth).toBe(2);
  expect(extentOf("[".repeat(1000)).depth).toBe(1000);
});

test("names and values are counted, but not what stands inside texts", () => {
  expect(extentOf('{"a:,":[1,":,"],"b":2}')).toMatchObject({ names: 2, values: 5 });
});
