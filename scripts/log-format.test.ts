import { expect, test } from "vitest";
import { formatLine } from "./log-format.ts";

test("an event of ours is shown with its time, gravity, words and details", () => {
  const event = {
    level: 40,
    time: Date.UTC(2024, 0, 1),
    pid: 1,
    hostname: "h",
    name: "api",
    msg: "slow",
    ms: 12,
    path: "/x",
  };
  expect(formatLine("api", JSON.stringify(event))).toMatch(/^api {4}\| \d\d:\d\d:\d\d WARN slow ms=12 path=\/x$/);
});

test("the stack of an error follows its event", () => {
  const event = { level: 50, time: 0, msg: "failed", err: { message: "no", stack: "Error: no\n    at somewhere" } };
  expect(formatLine("worker", JSON.stringify(event))).toMatch(/ERROR failed\nError: no\n {4}at somewhere$/);
});

test("a line that is no event is passed on as it is", () => {
  for (const line of ["plain text", "null", "7", '{"level":"info"}', "[1]", "{broken"])
    expect(formatLine("web", line)).toBe(`web    | ${line}`);
});
