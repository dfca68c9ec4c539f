import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { act } from "react";
import { createMemoryRouter, type RouteObject, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CHUNK_LOAD_TIMEOUT_MS } from "../lib/timings.ts";
import { routeInTime } from "./route-in-time.ts";
import { RouteError, RouteLoading } from "./route-states.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Page = () => <p>La página</p>;

async function open(lazy: () => Promise<{ Component: typeof Page }>, path: string) {
  const children: RouteObject[] = [
    { path: "contacto", lazy },
    { lazy, children: [{ path: "login", element: null }] },
  ];
  const root: RouteObject = { HydrateFallback: RouteLoading, children: [{ ErrorBoundary: RouteError, children }] };
  const router = createMemoryRouter([routeInTime(root)], { initialEntries: [path] });
  await act(async () => {
    render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>,
    );
  });
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const failure = () => screen.queryByText("Ha fallado la carga de la página.");

test.each(["/contacto", "/login"])("the page %s whose code does not arrive says so after 120 s", async (path) => {
  await open(() => new Promise(() => {}), path);
  await pass(CHUNK_LOAD_TIMEOUT_MS - 1);
  expect(failure()).toBeNull();
  expect(screen.getByLabelText("Cargando la página")).toBeTruthy();
  await pass(1);
  expect(failure()).not.toBeNull();
});

test("a page whose code arrives is shown, and stays", async () => {
  await open(async () => ({ Component: Page }), "/contacto");
  await pass(2 * CHUNK_LOAD_TIMEOUT_MS);
  expect(screen.getByText("La página")).toBeTruthy();
  expect(failure()).toBeNull();
});
