import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the specification checklist names only tests that exist", () => {
  const named = readFileSync("tests/spec-checklist.md", "utf8").match(/[\w/.-]+\.test\.tsx?/g) ?? [];
  expect(named.length).toBeGreaterThan(50);
  expect([...new Set(named)].filter((path) => !existsSync(path))).toEqual([]);
});
