import { MantineProvider } from "@mantine/core";
import { onlineManager, useQuery } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../lib/http.ts";
import { renderWithData } from "../lib/render-with-data.fixture.ts";
import { ErrorState, Loading } from "./states.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  act(() => onlineManager.setOnline(true));
});

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

function Part() {
  const { data } = useQuery({ queryKey: ["part"], queryFn: async () => "Ha llegado." });
  return data ?? <Loading heights={[10]} label="Cargando" />;
}

test("a failure that is replaced hands the focus on to the window around it", () => {
  const inWindow = (child: ReactNode) => (
    <MantineProvider env="test">
      <section aria-label="Ventana" tabIndex={-1}>
        {child}
      </section>
    </MantineProvider>
  );
  const { rerender } = render(inWindow(<ErrorState title="No se puede." onRetry={() => {}} />));
  screen.getByRole("button", { name: "Reintentar" }).focus();
  rerender(inWindow("Ha llegado."));
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Ventana" }));
});

describe("a place that loads without a connection", () => {
  const openOffline = () => {
    onlineManager.setOnline(false);
    renderWithData(<Part />);
    screen.getByText("Sin conexión");
    expect(screen.queryByRole("status", { name: "Cargando" })).toBeNull();
  };
  const pressRetry = () => fireEvent.click(screen.getByRole("button", { name: "Reintentar" }));

  test("a place that loads says that there is no connection, and goes on by itself once there is one", async () => {
    openOffline();
    act(() => onlineManager.setOnline(true));
    await screen.findByText("Ha llegado.");
  });

  test("a place that loads goes on at a click where the server answers after all", async () => {
    openOffline();
    vi.stubGlobal("fetch", async () => Response.json({}, { status: 503 }));
    pressRetry();
    await screen.findByText("Ha llegado.");
  });

  test("a place that loads says at a click that there is still no connection", async () => {
    openOffline();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    pressRetry();
    await screen.findByText(/^Todavía no hay conexión/);
  });
});
