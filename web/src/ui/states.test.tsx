import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../lib/http.ts";
import { ErrorState } from "./states.tsx";

afterEach(cleanup);

const show = (error: Error) =>
  render(
    <MantineProvider env="test">
      <ErrorState title="No se puede." error={error} />
    </MantineProvider>,
  );

test("a call that failed is shown with the reference by which support finds it", () => {
  show(new ApiError("Ha fallado.", 500, "INTERNAL", undefined, "7f-1"));
  expect(screen.getByRole("alert").textContent).toContain("Referencia: 7f-1");
});

test("a call that did not reach the server has no reference", () => {
  show(new ApiError("Sin conexión.", 0));
  expect(screen.getByRole("alert").textContent).not.toContain("Referencia");
});
