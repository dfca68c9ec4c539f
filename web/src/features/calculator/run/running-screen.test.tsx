import type { Progress } from "@ecotrim/contracts/simulations/progress";
import { MantineProvider } from "@mantine/core";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RunState } from "./machine.ts";
import { RunningScreen } from "./running-screen.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const CONTEXT: Parameters<typeof RunningScreen>[0]["context"] = {
  generation: 2000,
  demand: { type: "constante", weekend: true, average: 500 },
  total_spendings: 400_000,
  selectedBattery: { name: "balanced", capacity_kwh: 2000, power_kw: 500 },
};

const heard = (progress: Partial<Progress>): Progress =>
  ({ stage: "solving", percent: 30, attempt: 1, elapsedMs: 900, ...progress }) as Progress;

const running = (progress: Progress | null, reachable = true): RunState => ({
  phase: "running",
  percent: progress?.percent ?? 0,
  progress,
  stages: [],
  detail: {},
  queuePosition: null,
  startsInS: null,
  reachable,
  cancelling: false,
});

/** The screen of a run, and its status line after the given time. */
function show(state: RunState) {
  const screenOf = (shown: RunState) => (
    <MantineProvider env="test">
      <RunningScreen state={shown as never} context={CONTEXT} onCancel={() => {}} />
    </MantineProvider>
  );
  const { rerender } = render(screenOf(state));
  return {
    hear: (next: RunState) => rerender(screenOf(next)),
    after: (ms: number) => {
      act(() => vi.advanceTimersByTime(ms));
      return screen.getAllByRole("status")[0]?.textContent;
    },
  };
}

const CALM = "El cálculo tarda más de lo normal; sigue en marcha";

test("a year of quarter-hours is not told as hours, nor a solver without a model by its size", () => {
  const detail = { steps: 35_136, columns: 0 };
  const { after } = show({ ...running(heard({})), detail } as RunState);
  screen.getByText("Series de 35.136 cuartos de hora");
  screen.getByText("Modelo de optimización");
  expect(after(0)).toBe("Resolviendo el óptimo exacto");
  expect(document.body.textContent).not.toContain("HiGHS");
});

describe("a run that says nothing", () => {
  test("a run that says nothing for five seconds is said to take long, until it is heard of again", () => {
    const { hear, after } = show(running(heard({})));
    expect(after(4900)).toBe("Resolviendo con HiGHS");
    expect(after(200)).toBe(`Resolviendo con HiGHS · ${CALM}`);
    hear(running(heard({ percent: 80, elapsedMs: 6200 })));
    expect(after(0)).toBe("Resolviendo con HiGHS");
    expect(after(5000)).toBe(`Resolviendo con HiGHS · ${CALM}`);
    hear(running(heard({ stage: "series", attempt: 2, elapsedMs: 20_000 })));
    expect(after(0)).toBe("Reintentando (2.º intento) · Preparando las series horarias");
  });

  test("a run is not heard of by a record that repeats what was said", () => {
    const { hear, after } = show(running(heard({})));
    after(3000);
    hear(running(heard({})));
    expect(after(2000)).toContain(CALM);
  });

  test.each<[string, RunState]>([
    ["waits in the queue", running(heard({ stage: "queued", percent: 0 }))],
    ["has not been heard of", running(null)],
    ["is out of reach", running(heard({}), false)],
    ["is being asked for", { phase: "starting" }],
  ])("a run takes its usual time where it %s", (_, state) => {
    expect(show(state).after(60_000)).not.toContain(CALM);
  });
});

describe("a run in the queue", () => {
  test.each<[number | null, number | null, string]>([
    [12, 21, "Hay 12 simulaciones delante de la suya; empezará en unos 20 s"],
    [1, 2, "Hay 1 simulación delante de la suya; empezará en unos 5 s"],
    [1200, 400, "Hay 1.200 simulaciones delante de la suya; empezará en unos 7 min"],
    [3, null, "Hay 3 simulaciones delante de la suya"],
    [0, 4, "En cola: empieza enseguida"],
    [null, null, "En cola: empieza enseguida"],
  ])("a run in the queue with %s ahead that begins in %s s says so", (queuePosition, startsInS, text) => {
    expect(show({ ...running(null), queuePosition, startsInS } as RunState).after(0)).toBe(text);
  });

  test("a run in the queue that does not begin at once is no longer said to", () => {
    const { hear, after } = show({ ...running(null), queuePosition: 0, startsInS: null } as RunState);
    expect(after(4000)).toBe("En cola: empieza enseguida");
    expect(after(1000)).toBe("En cola: empieza en cuanto haya sitio");
    hear(running(heard({})));
    expect(after(0)).toBe("Resolviendo con HiGHS");
  });

  test("a run has its time counted from the start once it begins", () => {
    const { hear, after } = show(running(null));
    after(30_000);
    screen.getByText("30,0 s");
    hear(running(heard({ elapsedMs: 200 })));
    after(100);
    screen.getByText("0,3 s");
  });
});
