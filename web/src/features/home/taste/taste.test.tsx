import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { EXAMPLE_ESTIMATE } from "./estimate.ts";
import { Taste } from "./taste.tsx";
import type { EstimateState } from "./use-estimate.ts";

afterEach(cleanup);

function show(state: EstimateState) {
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Taste state={state} onChange={() => {}} />
      </MemoryRouter>
    </MantineProvider>,
  );
  return screen.getAllByRole("status").at(-1)!;
}

const VERDICT = /VAN (positivo|negativo)/;

test("the estimate of the typed answers has a verdict", () => {
  const answer = show({ estimate: EXAMPLE_ESTIMATE, pending: false });
  expect(answer.textContent).toMatch(VERDICT);
  expect(answer.textContent).toContain("al año");
});

test("an estimate of other answers than the typed ones is marked, and its size and verdict are taken away", () => {
  const answer = show({ estimate: EXAMPLE_ESTIMATE, pending: true });
  expect(answer.textContent).toContain("Recalculando con sus datos");
  expect(answer.textContent).not.toMatch(/kWh/);
  expect(answer.textContent).not.toMatch(VERDICT);
  expect(answer.dataset.pending).toBeDefined();
  expect(screen.getByText(/al año/).closest("[aria-hidden='true']")).not.toBeNull();
});

test("answers that are doubted get the doubt instead of a figure", () => {
  const answer = show({ estimate: { ...EXAMPLE_ESTIMATE, doubt: "¿Es su gasto anual?" }, pending: false });
  expect(answer.textContent).toBe("¿Es su gasto anual?");
});

test("the first estimate after a case without one says that it is being calculated", () => {
  const answer = show({ estimate: null, pending: true });
  expect(answer.textContent).toBe("Recalculando con sus datos…");
});
