import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Warnings } from "./warnings.tsx";

afterEach(cleanup);

test("a warning of a simulation that is kept tells its repair, without a button", () => {
  const suggestion = { field: "total_spending", value: 350_000, label: "Usar 350.000 € al año" };
  render(
    <MantineProvider env="test">
      <Warnings warnings={[{ code: "spending_out_of_range", message: "Revise su gasto.", suggestion }]} />
    </MantineProvider>,
  );
  expect(screen.getByRole("listitem").textContent).toBe("Revise su gasto. Propuesta: «Usar 350.000 € al año».");
  expect(screen.queryByRole("button")).toBeNull();
});
