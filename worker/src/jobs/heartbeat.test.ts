import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startHeartbeat } from "./heartbeat.ts";

describe("the heartbeat of a run", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("the heartbeat of a run beats at its interval until it is stopped", async () => {
    const beat = vi.fn(async () => {});
    const heartbeat = startHeartbeat(beat, 250);
    await vi.advanceTimersByTimeAsync(249);
    expect(beat).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(beat).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(250);
    expect(beat).toHaveBeenCalledTimes(2);
    await heartbeat.stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(beat).toHaveBeenCalledTimes(2);
  });

  test("the heartbeat of a run waits for the beat under way, and never has two at a time", async () => {
    const ends: (() => void)[] = [];
    const beat = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
    const heartbeat = startHeartbeat(beat, 250);
    await vi.advanceTimersByTimeAsync(1250);
    expect(beat).toHaveBeenCalledTimes(1);

    let stopped = false;
    const stopping = heartbeat.stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(stopped).toBe(false);
    ends[0]?.();
    await stopping;
    expect(beat).toHaveBeenCalledTimes(1);
  });
});
