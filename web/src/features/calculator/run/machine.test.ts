import type { Progress } from "@ecotrim/contracts/simulations/progress";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RunEvent, type RunState, reduceRun, STARTING } from "./machine.ts";

const progress = (change: Partial<Progress>): Progress => ({
  stage: "solving",
  percent: 40,
  message: "",
  attempt: 1,
  elapsedMs: 500,
  detail: {},
  ...change,
});

const record = (change: Partial<SimulationRecord>): SimulationRecord => ({
  id: "1",
  version: "1",
  status: "processing",
  source: "platform",
  name: null,
  site: null,
  installationId: null,
  isOwn: false,
  createdAt: "",
  completedAt: null,
  inputParameters: {},
  calculatorContext: null,
  financeTerms: null,
  progress: null,
  stages: [],
  queuePosition: null,
  startsInS: null,
  executionTime: null,
  requestId: "ab-1",
  results: null,
  power: null,
  uncertainty: null,
  sensitivity: null,
  verdict: null,
  error: null,
  ...change,
});

const after = (...events: RunEvent[]): RunState => events.reduce(reduceRun, STARTING);
const hint = (change: Partial<Progress>): RunEvent => ({ type: "progress", progress: progress(change) });
const truth = (change: Partial<SimulationRecord>): RunEvent => ({ type: "record", record: record(change) });
const results = {} as NonNullable<SimulationRecord["results"]>;

describe("run machine", () => {
  test("the bar never goes backwards, not even when the run starts again", () => {
    const state = after(hint({ percent: 62 }), hint({ stage: "series", percent: 4, attempt: 2, elapsedMs: 900 }));
    expect(state).toMatchObject({ phase: "running", percent: 62, progress: { stage: "series", attempt: 2 } });
  });

  test("a late hint does not undo a newer one", () => {
    const state = after(
      truth({ progress: progress({ stage: "economics", elapsedMs: 800 }) }),
      hint({ elapsedMs: 500 }),
    );
    expect(state).toMatchObject({ progress: { stage: "economics" } });
  });

  test("the size of the model, once told, stays told", () => {
    const state = after(
      hint({ stage: "model", detail: { steps: 8784, columns: 43_920 } }),
      hint({ elapsedMs: 600, detail: { iterations: 12 } }),
    );
    expect(state).toMatchObject({ detail: { steps: 8784, columns: 43_920, iterations: 12 } });
  });

  test("a waiting run tells its place until it starts", () => {
    const queued = truth({ status: "pending", queuePosition: 3 });
    expect(after(queued)).toMatchObject({ phase: "running", queuePosition: 3 });
    expect(after(queued, hint({ stage: "series" }))).toMatchObject({ queuePosition: null });
  });

  test("a completed record ends the run, and no hint revives it", () => {
    const done = truth({ status: "completed", results });
    expect(after(done, hint({}), { type: "unreachable" })).toMatchObject({ phase: "completed", record: { results } });
  });

  test("a completed record without results is a failure, not a blank screen", () => {
    expect(after(truth({ status: "completed" }))).toMatchObject({ phase: "failed" });
  });

  test("a run completed elsewhere is told in words, since its results have any shape", () => {
    const state = after(truth({ status: "completed", source: "external", results }));
    expect(state).toMatchObject({ phase: "failed", message: expect.stringMatching(/fuera de la plataforma/) });
  });

  test("a failure carries its sentence and its reference", () => {
    const error = { code: "SOLVER_TIMEOUT", message: "Demasiado tiempo." };
    expect(after(truth({ status: "failed", error }))).toEqual({
      phase: "failed",
      message: "Demasiado tiempo.",
      reference: "ab-1",
    });
  });

  test("a cancelled run is not a failure", () => {
    const error = { code: "CANCELLED", message: "" };
    expect(after({ type: "cancelling" }, truth({ status: "failed", error }))).toEqual({ phase: "cancelled" });
  });

  test("a lost connection keeps everything shown and is forgotten with the next answer", () => {
    const lost = after(hint({ percent: 50 }), { type: "unreachable" });
    expect(lost).toMatchObject({ phase: "running", percent: 50, reachable: false });
    expect(reduceRun(lost, truth({}))).toMatchObject({ percent: 50, reachable: true });
  });

  test("a retry starts from nothing", () => {
    expect(
      after(hint({ percent: 90 }), { type: "failed", message: "x", reference: null }, { type: "started" }),
    ).toEqual(STARTING);
  });

  test("cached results are announced before they are shown", () => {
    expect(after({ type: "foundInCache" })).toEqual({ phase: "cached" });
    expect(after({ type: "foundInCache" }, truth({ status: "completed", results }))).toMatchObject({
      phase: "completed",
    });
  });

  describe("after the results", () => {
    const band = (scenarios: number) => ({ scenarios, total: 2000, p10: 1, p50: 2, p90: 3 });
    const heard = (scenarios: number): RunEvent => ({ type: "uncertainty", band: band(scenarios) });
    const percentiles = { saving_eur: { p10: { value: 4 }, p50: { value: 5 }, p90: { value: 6 } } };
    const stored = (scenarios: number, status: "processing" | "completed" = "processing"): RunEvent =>
      truth({
        status: "completed",
        results: { ...results },
        uncertainty: { status, scenarios, total: 2000, result: percentiles as never },
      });

    test("the band of the record is there after a reload, and scenarios go on from it", () => {
      const state = after(stored(500));
      expect(state).toMatchObject({ band: { scenarios: 500, p10: 4, p50: 5, p90: 6 } });
      expect(reduceRun(state, heard(600))).toMatchObject({ band: band(600) });
    });

    const expecting = (done: number, status: "processing" | "completed" = "processing"): RunEvent =>
      truth({
        status: "completed",
        results: status === "completed" ? { ...results } : { ...results, provisional: true },
        power: { status, done, total: 6 },
      });
    const pieces = (done: number): RunEvent => ({ type: "power", progress: { done, total: 6 } });

    test("pieces of the study of powers are counted, and never go back", () => {
      const state = after(expecting(1), pieces(3));
      expect(state).toMatchObject({ record: { power: { status: "processing", done: 3 } } });
      expect(reduceRun(state, pieces(2))).toBe(state);
    });

    test("provisional results give way to final ones, which stay", () => {
      const provisional = after(expecting(5));
      expect(provisional).toMatchObject({ record: { results: { provisional: true } } });
      const final = reduceRun(provisional, expecting(6, "completed"));
      expect(final).not.toHaveProperty("record.results.provisional");
      expect(reduceRun(final, expecting(5))).not.toHaveProperty("record.results.provisional");
    });

    test("the count of scenarios never goes back", () => {
      expect(after(stored(500), heard(600), heard(550))).toMatchObject({ band: { scenarios: 600 } });
      expect(after(stored(500), heard(600), stored(500))).toMatchObject({ band: { scenarios: 600, p10: 1 } });
    });

    test("hints that come twice, late or out of order never lower the bar or undo what is completed", () => {
      const steps = [4, 30, 62, 90].map((percent) => ({ percent, elapsedMs: percent * 10 }));
      const told: RunEvent[] = [
        truth({ status: "pending", queuePosition: 2 }),
        ...steps.flatMap((step) => [hint(step), truth({ progress: progress(step) })]),
        ...[heard(100), heard(600), stored(500), stored(2000, "completed"), { type: "unreachable" } as const],
      ];
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...told), { maxLength: 40 }), (events) => {
          let before = STARTING;
          for (const event of events) {
            const state = reduceRun(before, event);
            if (before.phase === "running" && state.phase === "running")
              expect(state.percent).toBeGreaterThanOrEqual(before.percent);
            if (before.phase === "completed" || (event.type === "record" && event.record.status === "completed"))
              expect(state).toMatchObject({ phase: "completed", record: { status: "completed", results } });
            if (before.phase === "completed" && state.phase === "completed")
              expect(state.band?.scenarios).toBeGreaterThanOrEqual(before.band?.scenarios ?? 0);
            before = state;
          }
        }),
      );
    });

    test("scenarios heard of before the results wait for the record", () => {
      expect(after(truth({}), heard(100))).toMatchObject({ phase: "running" });
    });

    test("results and completed parts stay the same objects, so that nothing is drawn anew", () => {
      const before = after(stored(2000, "completed"));
      const later = reduceRun(before, stored(2000, "completed"));
      if (before.phase !== "completed" || later.phase !== "completed") throw new Error("not completed");
      expect(later.record.results).toBe(before.record.results);
      expect(later.record.uncertainty).toBe(before.record.uncertainty);
    });

    test("a newer record of a part under way replaces the older one", () => {
      const state = after(stored(500), stored(2000, "completed"));
      expect(state).toMatchObject({ record: { uncertainty: { status: "completed" } }, band: { scenarios: 2000 } });
    });
  });
});
