import type { PowerRun } from "@ecotrim/contracts/simulations/record";
import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Provisional } from "./provisional.tsx";

afterEach(cleanup);

const show = (power: PowerRun | null, isFinal = false) =>
  render(
    <MantineProvider env="test">
      <Provisional record={{ results: (isFinal ? {} : { provisional: true }) as never, power }} />
    </MantineProvider>,
  );

test("provisional figures say so, and how far the study is that replaces them", () => {
  show({ status: "processing", done: 2, total: 6 });
  expect(screen.getByText(/^Cifras provisionales/)).toBeTruthy();
  expect(screen.getByRole("status").textContent).toMatch(/paso 3 de 6/);
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toMatch(/^33/);
});

test("a study that has failed is told without a bar", () => {
  show({ status: "failed", done: 2, total: 6 });
  expect(screen.getByRole("status").textContent).toMatch(/^No se ha podido/);
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("final figures need no word", () => {
  const { container } = show({ status: "completed", done: 6, total: 6 }, true);
  expect(container.querySelector(".provisional")).toBeNull();
});
