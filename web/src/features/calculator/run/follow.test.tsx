import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../../../lib/http.ts";
import { followSimulation } from "./follow.ts";
import type { RunEvent } from "./machine.ts";
import type { LinkListeners } from "./socket-link.ts";

const world = vi.hoisted(() => ({
  answers: [] as unknown[],
  reads: 0,
  versions: [] as unknown[],
  link: undefined as LinkListeners | undefined,
}));

vi.mock("../../../lib/api.ts", async (original) => ({
  ...(await original<typeof import("../../../lib/api.ts")>()),
  fetchSimulation: async (_: unknown, version?: string) => {
    world.reads++;
    world.versions.push(version);
    const answer = world.answers.length > 1 ? world.answers.shift() : world.answers[0];
    if (answer instanceof Error) throw answer;
    return answer;
  },
}));
vi.mock("./socket-link.ts", () => ({
  openSocketLink: (_: unknown, listeners: LinkListeners) => {
    world.link = listeners;
    return () => {
      world.link = undefined;
    };
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(world, { answers: [], reads: 0, versions: [], link: undefined });
});
afterEach(() => vi.useRealTimers());

const part = (status: string) => ({ status, scenarios: 0, total: 2000, result: null, tornado: null, sizing: null });
const record = (uncertainty: string | null, sensitivity: string | null) =>
  ({
    status: "completed",
    uncertainty: uncertainty && part(uncertainty),
    sensitivity: sensitivity && part(sensitivity),
  }) as unknown as SimulationRecord;

/** Follows a simulation and settles every pending promise. */
async function follow(...answers: unknown[]) {
  world.answers = answers;
  const events: RunEvent[] = [];
  const end = vi.fn();
  followSimulation({ id: "1", accessToken: "t" }, (event) => events.push(event), new AbortController().signal).then(
    () => end("over"),
    (error) => end(error),
  );
  await vi.advanceTimersByTimeAsync(0);
  return { events, end };
}

describe("following a simulation", () => {
  test("following ends with the record of a run that nothing follows", async () => {
    const { end } = await follow(record(null, null));
    expect(end).toHaveBeenCalledWith("over");
    expect(world.link).toBeUndefined();
  });

  test("following is over at once where it was aborted before it began", async () => {
    const gone = AbortSignal.abort();
    await followSimulation({ id: "1", accessToken: "t" }, () => undefined, gone);
    expect(world.reads).toBe(0);
  });

  test("following goes on after the results until scenarios and sensitivity are over, failed or not", async () => {
    const { end } = await follow(
      record("pending", "pending"),
      record("completed", "processing"),
      record("completed", "failed"),
    );
    expect(end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(end).toHaveBeenCalledWith("over");
    expect(world.link).toBeUndefined();
  });

  test("following tells of scenarios as they are heard of, and reads the record when they are over", async () => {
    const { events, end } = await follow(record("processing", null), record("completed", null));
    world.link?.onLive(true);
    const band = { scenarios: 500, total: 2000, p10: 1, p50: 2, p90: 3 };
    world.link?.onUncertainty(band);
    expect(events.at(-1)).toEqual({ type: "uncertainty", band });
    expect(world.reads).toBe(1);
    world.link?.onEnd();
    await vi.advanceTimersByTimeAsync(0);
    expect(world.reads).toBe(2);
    expect(end).toHaveBeenCalledWith("over");
  });

  test("following reads the record once as soon as there are scenarios enough for a verdict", async () => {
    await follow({ ...record("processing", null), verdict: { code: "pending" } });
    const band = (scenarios: number) => ({ scenarios, total: 2000, p10: 1, p50: 2, p90: 3 });
    const reads = [];
    for (const scenarios of [249, 250, 500]) {
      world.link?.onUncertainty(band(scenarios));
      await vi.advanceTimersByTimeAsync(0);
      reads.push(world.reads);
    }
    expect(reads).toEqual([1, 2, 2]);
  });

  test.each([
    [null, 10],
    [120, 40],
    [3600, 60],
  ])("with a live socket and a forecast wait of %s s the record is read every %s s", async (startsInS, everyS) => {
    await follow({ status: "pending", startsInS });
    world.link?.onLive(true);
    await vi.advanceTimersByTimeAsync(everyS * 1000 - 1);
    expect(world.reads).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.reads).toBe(2);
  });

  test("following says which version it has, and goes on with it where the server has no other", async () => {
    const first = { ...record("processing", null), version: "7.1" };
    const { events, end } = await follow(first, new ApiError("Servicio no disponible.", 503), undefined);
    expect(world.link?.version()).toBe("7.1");
    await vi.advanceTimersByTimeAsync(2000);
    await vi.advanceTimersByTimeAsync(2000);
    expect(world.versions).toEqual([undefined, "7.1", "7.1"]);
    // The page is told that the server is there again.
    expect(events.at(-1)).toEqual({ type: "record", record: first });
    world.link?.onRecord({ ...record("completed", null), version: "7.2" });
    await vi.advanceTimersByTimeAsync(0);
    expect(end).toHaveBeenCalledWith("over");
  });

  test("a record that could not be read for now is read again 2 s later, whatever wait was forecast", async () => {
    const busy = new ApiError("Servicio no disponible.", 503);
    await follow({ status: "pending", startsInS: 3600 }, busy, { status: "pending", startsInS: 3600 });
    world.link?.onLive(true);
    world.link?.onEnd();
    await vi.advanceTimersByTimeAsync(2000);
    expect(world.reads).toBe(3);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(world.reads).toBe(3);
  });

  test("results on the screen outlive a record that can no longer be read", async () => {
    const { events, end } = await follow(record("processing", null), new ApiError("No encontrada.", 404));
    await vi.advanceTimersByTimeAsync(2000);
    expect(end).toHaveBeenCalledWith("over");
    expect(events.map(({ type }) => type)).toEqual(["record"]);
  });

  test("a record that cannot be read before there are results is an error", async () => {
    const gone = new ApiError("No encontrada.", 404);
    const { end } = await follow(gone);
    expect(end).toHaveBeenCalledWith(gone);
  });
});
