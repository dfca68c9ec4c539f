import type { UncertaintyProgress } from "@ecotrim/contracts/realtime/events";
import type { UncertaintyRun } from "@ecotrim/contracts/simulations/record";
import { cleanup, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { NumberStyleProvider, numberStyle } from "../../lib/number-style.ts";
import { ScenarioBand } from "./scenario-band.tsx";

afterEach(cleanup);

const EnglishBand = (props: ComponentProps<typeof ScenarioBand>) => (
  <NumberStyleProvider value={numberStyle("en-US")}>
    <ScenarioBand {...props} />
  </NumberStyleProvider>
);

const run = (change: Partial<UncertaintyRun>): UncertaintyRun => ({
  status: "processing",
  scenarios: 0,
  total: 2000,
  result: null,
  ...change,
});
const band = (change: Partial<UncertaintyProgress> = {}): UncertaintyProgress => ({
  scenarios: 1240,
  total: 2000,
  p10: 71_912,
  p50: 88_634,
  p90: 106_301,
  ...change,
});

const show = (given: Partial<UncertaintyRun>, heard: UncertaintyProgress | null) =>
  render(<EnglishBand run={run(given)} band={heard} />);
const text = (container: HTMLElement) => container.textContent?.replaceAll("\u00a0", " ") ?? "";
const widths = (container: HTMLElement) => {
  const { left, right } = container.querySelector<HTMLElement>(".band-fill")?.style ?? {};
  return 100 - Number.parseFloat(left ?? "") - Number.parseFloat(right ?? "");
};

describe("scenario band", () => {
  test("the scenario band says how many scenarios are solved and where 8 of 10 lie, while they are being solved", () => {
    const { container } = show({}, band());
    expect(text(container)).toContain("Analizando miles de simulaciones... 1,240 de 2,000 escenarios");
    expect(text(container)).toContain(
      "En 8 de cada 10 escenarios el ahorro queda entre 71,900 € y 106,000 € al año, si el mercado se parece al de 2021 a 2025.",
    );
    expect(text(container)).toContain("88,600 € P50");
  });

  test("the scenario band has a count, and no band, before the first result", () => {
    const { container } = show({ status: "pending" }, null);
    expect(text(container)).toContain("En espera: primero se atienden las simulaciones nuevas. 0 de 2,000 escenarios");
    expect(text(container)).not.toContain("8 de cada 10");
  });

  test("percentiles that do not exist are no figures", () => {
    const { container } = show({ status: "completed" }, band({ scenarios: 2000, p10: null, p50: null, p90: null }));
    expect(text(container)).toContain("No aplicable");
    expect(text(container)).not.toMatch(/NaN|P10|8 de cada 10/);
  });

  test("screen readers hear quarters, not every scenario", () => {
    const { rerender } = show({}, band({ scenarios: 501 }));
    const heard = () => screen.getByRole("status").textContent;
    const first = heard();
    expect(first).toContain("500 de 2,000");
    rerender(<EnglishBand run={run({})} band={band({ scenarios: 999 })} />);
    expect(heard()).toBe(first);
    rerender(<EnglishBand run={run({})} band={band({ scenarios: 1000 })} />);
    expect(heard()).toContain("1,000 de 2,000");
  });

  test("a band that narrows is drawn narrower, on the same scale", () => {
    const { container, rerender } = show({}, band({ p10: 50_000, p90: 130_000 }));
    const wide = widths(container);
    rerender(<EnglishBand run={run({})} band={band({ p10: 70_000, p90: 110_000 })} />);
    expect(widths(container)).toBeCloseTo(wide / 2);
  });

  test("a finished band says that 8 of 10 scenarios lie in it", () => {
    const { container } = show({ status: "completed", scenarios: 2000 }, band({ scenarios: 2000 }));
    expect(text(container)).toContain(
      "2,000 escenarios calculados; 8 de cada 10, en esta banda, si el mercado se parece al de 2021 a 2025",
    );
  });

  test("scenarios that failed leave the saving valid, and say so", () => {
    const { container } = show({ status: "failed", scenarios: 300 }, null);
    expect(text(container)).toContain("El resto del resultado es válido.");
  });
});
