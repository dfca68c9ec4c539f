import { describe, expect, test } from "vitest";
import { createProgressTracker } from "./progress-tracker.ts";

const first = { attempt: 1, progress: null, stages: [], queuedAt: new Date(0), startedAt: new Date(0) };

describe("progress of a computation", () => {
  test("a stage begins where the scale says and is noted once, with its time", () => {
    let clock = 1000;
    const tracker = createProgressTracker(first, () => clock);
    expect(tracker.note("series")).toBe(true);
    clock = 2000;
    expect(tracker.note("solving", 0)).toBe(true);
    expect(tracker.note("solving", 0.5)).toBe(false);
    expect(tracker.stages()).toEqual([
      { stage: "queued", at: "1970-01-01T00:00:00.000Z" },
      { stage: "series", at: "1970-01-01T00:00:01.000Z" },
      { stage: "solving", at: "1970-01-01T00:00:02.000Z" },
    ]);
    expect(tracker.current()).toMatchObject({ stage: "solving", message: "Resolviendo con HiGHS", elapsedMs: 2000 });
  });

  test("the percentage never falls, even when the engine reports less", () => {
    const tracker = createProgressTracker(first);
    tracker.note("solving", 0.6);
    const before = tracker.current().percent;
    tracker.note("solving", 0.2);
    expect(tracker.current().percent).toBe(before);
  });

  test("a second try holds the bar and says so until it is further than the first", () => {
    const one = createProgressTracker(first);
    one.note("series");
    one.note("solving", 0.5);
    const two = createProgressTracker({ ...first, attempt: 2, progress: one.current(), stages: one.stages() });
    const held = { percent: one.current().percent, message: "Reintentando (2.º intento)", attempt: 2 };
    expect(two.current()).toMatchObject(held);
    two.note("series");
    two.note("solving", 0.5);
    expect(two.current()).toMatchObject({ ...held, stage: "solving" });
    two.note("solving", 0.9);
    expect(two.current()).toMatchObject({ message: "Resolviendo con HiGHS", attempt: 2 });
    expect(two.current().percent).toBeGreaterThan(held.percent);
    expect(two.stages()).toEqual(one.stages());
  });

  test("figures of earlier stages stay beside those of later ones", () => {
    const tracker = createProgressTracker(first);
    tracker.note("model", 0, { steps: 8784 });
    tracker.note("solving", 0, { rows: 17_568, iterations: 10 });
    tracker.note("solving", 0.5, { iterations: 900 });
    expect(tracker.current().detail).toEqual({ steps: 8784, rows: 17_568, iterations: 900 });
  });

  test("a clock that is behind the first try's never gives a negative duration", () => {
    expect(createProgressTracker({ ...first, startedAt: new Date(5000) }, () => 1000).current().elapsedMs).toBe(0);
  });
});
