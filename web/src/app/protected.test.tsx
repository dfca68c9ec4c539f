import { MantineProvider } from "@mantine/core";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, type RouteObject, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const SESSION = { token: "secret", user: { id: "1", firstName: "Ana", email: "ana@fabrica.es" } };

/** Starts the page on the stored state. */
async function open(answer?: Promise<Response>) {
  vi.resetModules();
  vi.stubGlobal("fetch", () => answer);
  const session = await import("../lib/session.ts");
  const { checkSession } = await import("../features/account/session-check.ts");
  const { Protected } = await import("./protected.tsx");
  void checkSession();
  const routes: RouteObject[] = [
    { Component: Protected, children: [{ path: "/mi-area", element: <h1>Mi área</h1> }] },
    { path: "/login", element: <h1>Login</h1> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/mi-area?seccion=perfil"] });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return { ...session, location: () => router.state.location };
}

const heading = () => screen.queryByRole("heading", { level: 1 })?.textContent;
const stored = () => {
  localStorage.setItem("authToken", SESSION.token);
  localStorage.setItem("user", JSON.stringify(SESSION.user));
};
const verified = () => Response.json({ success: true, data: { user: { ...SESSION.user, firstName: "Eva" } } });
const ENDED = { success: false, error: "Su sesión ha terminado.", code: "UNAUTHENTICATED" };

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a visitor is sent to the login, and the address is remembered", async () => {
  const { location } = await open();
  expect(heading()).toBe("Login");
  expect(location().state).toEqual({ from: "/mi-area?seccion=perfil" });
});

test("a stored session is checked first, with a message meanwhile", async () => {
  stored();
  let answer: (response: Response) => void = () => {};
  const { getSession } = await open(new Promise((resolve) => (answer = resolve)));
  expect(screen.getByRole("status", { name: "Comprobando su sesión" })).toBeDefined();
  expect(heading()).toBeUndefined();
  await act(async () => answer(verified()));
  expect(await screen.findByText("Mi área")).toBeDefined();
  expect(getSession()?.user.firstName).toBe("Eva");
});

test("a stored session that has ended leads to the login", async () => {
  stored();
  await open(Promise.resolve(Response.json(ENDED, { status: 401 })));
  expect(await screen.findByText("Login")).toBeDefined();
  expect(localStorage.getItem("authToken")).toBeNull();
});

test("a server that fails keeps nobody out", async () => {
  stored();
  await open(Promise.resolve(Response.json({ success: false }, { status: 503 })));
  expect(await screen.findByText("Mi área")).toBeDefined();
});

test("a session that ends under the page leaves a way to the login and back", async () => {
  stored();
  const { endSession, location } = await open(Promise.resolve(verified()));
  await screen.findByText("Mi área");
  act(() => endSession("expired"));
  expect(heading()).toBe("Inicie sesión para continuar");
  fireEvent.click(screen.getByRole("link", { name: "Iniciar sesión" }));
  expect(await screen.findByText("Login")).toBeDefined();
  expect(location().state).toEqual({ from: "/mi-area?seccion=perfil" });
});
