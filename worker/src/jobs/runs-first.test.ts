import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { JobDeps } from "./job.ts";
import { createRunsFirst, POSTPONED_MS } from "./runs-first.ts";

// Vitest's timers stand in for the global ones alone.
vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A line in which runs wait while `waits` says so, and the work that has begun. */
function openLine(waits: () => boolean) {
  const deps = { dataSource: { query: async () => (waits() ? [{}] : []) }, logger: { warn: vi.fn() } };
  const { line } = createRunsFirst(deps as unknown as Pick<JobDeps, "dataSource" | "logger">);
  const begun: string[] = [];
  return { begun, postpone: (name: string) => line.afterRuns(async () => void begun.push(name)) };
}

test("what follows waits for the runs that wait", async () => {
  let waits = true;
  const { begun, postpone } = openLine(() => waits);
  postpone("one");
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toEqual([]);
  waits = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toEqual(["one"]);
});

test("runs that wait without a pause hold what follows up only so long, each by itself", async () => {
  const { begun, postpone } = openLine(() => true);
  postpone("one");
  await vi.advanceTimersByTimeAsync(POSTPONED_MS / 2);
  postpone("two");
  expect(begun).toEqual([]);
  await vi.advanceTimersByTimeAsync(POSTPONED_MS / 2 + 1000);
  expect(begun).toEqual(["one"]);
  await vi.advanceTimersByTimeAsync(POSTPONED_MS / 2);
  expect(begun).toEqual(["one", "two"]);
});
