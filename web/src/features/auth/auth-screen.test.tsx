import { MIN_PASSWORD_LENGTH } from "@ecotrim/contracts/auth/limits";
import { MantineProvider } from "@mantine/core";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as claims from "../../lib/claims.ts";
import { endSession, getSession, startSession } from "../../lib/session.ts";
import { FEEDBACK_MS } from "../../lib/timings.ts";
import { AuthScreen } from "./auth-screen.tsx";

const USER = { id: "1", firstName: "Ana", lastName: "Ruiz", email: "ana@fabrica.es" };
const SESSION = { token: "secret", user: USER } as never;

let sent: { path: string; body: Record<string, unknown> }[];

function server(status: number, answer: object) {
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(body)) });
    return Response.json(answer, { status });
  });
}

function open(entry: string | { pathname: string; state: unknown }) {
  const router = createMemoryRouter(
    [
      {
        Component: AuthScreen,
        children: [
          { path: "/login", element: null },
          { path: "/register", element: null },
        ],
      },
      { path: "*", element: <h1>Otra página</h1> },
    ],
    { initialEntries: [entry] },
  );
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return { address: () => router.state.location.pathname + router.state.location.search };
}

const LABELS = {
  firstName: /^Nombre/,
  lastName: /^Apellidos/,
  email: /^Correo/,
  company: /^Empresa/,
  phone: /^Teléfono/,
  password: /^Contraseña/,
  confirmPassword: /^Repita/,
};
type Field = keyof typeof LABELS;
const field = (name: Field) => screen.getByLabelText(LABELS[name], { selector: "input" }) as HTMLInputElement;
const fill = (values: Partial<Record<Field, string>>) => {
  for (const [name, value] of Object.entries(values)) fireEvent.change(field(name as Field), { target: { value } });
};
const COMPLETE = {
  firstName: " Ana ",
  lastName: "Ruiz",
  email: "ana@fabrica.es",
  company: "Fábrica",
  password: "contraseña 🔋",
  confirmPassword: "contraseña 🔋",
};
const accept = () => fireEvent.click(screen.getByLabelText(/^He leído y acepto/));
const press = async (name: string) => {
  fireEvent.click(screen.getByRole("button", { name }));
  await act(() => vi.advanceTimersByTimeAsync(0));
};
const alert = () => screen.queryByRole("alert")?.textContent;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sent = [];
});
afterEach(() => {
  cleanup();
  endSession("logout");
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the login", () => {
  test("the login starts a session, says so and leads to Mi Área", async () => {
    server(200, { success: true, data: SESSION });
    const { address } = open("/login");
    fill({ email: " ana@fabrica.es ", password: " with blanks " });
    await press("Iniciar sesión");
    expect(sent).toEqual([{ path: "/api/auth/login", body: { email: "ana@fabrica.es", password: " with blanks " } }]);
    expect(screen.getByRole("status").textContent).toBe("¡Login exitoso! Redirigiendo...");
    expect(getSession()).toEqual(SESSION);
    await act(() => vi.runAllTimersAsync());
    expect(address()).toBe("/mi-area");
  });

  test("the login of a visitor with a kept simulation leads to it, unless another page asked for the login", async () => {
    server(200, { success: true, data: SESSION });
    vi.spyOn(claims, "claimedSimulation").mockResolvedValue("s1");
    const { address } = open("/login");
    fill({ email: "a@b.es", password: "x" });
    await press("Iniciar sesión");
    await act(() => vi.runAllTimersAsync());
    expect(address()).toBe("/simulacion/s1");
    cleanup();
    endSession("logout");
    const asked = open({ pathname: "/login", state: { from: "/comparar?ids=a,b" } });
    fill({ email: "a@b.es", password: "x" });
    await press("Iniciar sesión");
    await act(() => vi.runAllTimersAsync());
    expect(asked.address()).toBe("/comparar?ids=a,b");
  });

  test.each([
    ["the detail of a simulation", "/simulacion/s1?parte=kpis"],
    ["a protected page", "/historial-simulaciones?pagina=2"],
    ["a step of the wizard", "/calculadora/paso/6"],
  ])("the login leads back to %s it was asked for from", async (_, from) => {
    server(200, { success: true, data: SESSION });
    const { address } = open({ pathname: "/login", state: { from } });
    fill({ email: "a@b.es", password: "x" });
    await press("Iniciar sesión");
    await act(() => vi.runAllTimersAsync());
    expect(address()).toBe(from);
  });

  test.each(["//otra.es/mi-area", "https://otra.es", "/contacto"])("the login never leads to %s", (from) => {
    startSession(SESSION);
    expect(open({ pathname: "/login", state: { from } }).address()).toBe("/mi-area");
  });

  test("the login says for five seconds what the server refuses, and keeps the e-mail on the other tab", async () => {
    server(401, { success: false, error: "El correo o la contraseña no son correctos.", code: "INVALID_CREDENTIALS" });
    const { address } = open("/login");
    fill({ email: "a@b.es", password: "x" });
    await press("Iniciar sesión");
    expect(alert()).toBe("El correo o la contraseña no son correctos.");
    await act(() => vi.advanceTimersByTimeAsync(FEEDBACK_MS));
    expect(alert()).toBeUndefined();
    fireEvent.click(screen.getByRole("tab", { name: "Registro" }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(address()).toBe("/register");
    expect(field("email").value).toBe("a@b.es");
  });

  test("the login needs both fields", async () => {
    open("/login");
    await press("Iniciar sesión");
    expect(alert()).toBe("Por favor completa todos los campos obligatorios");
    expect(document.activeElement).toBe(field("email"));
    expect(sent).toEqual([]);
  });

  test("the login sends a logged-in user on", () => {
    startSession(SESSION);
    expect(open("/login").address()).toBe("/mi-area");
  });
});

describe("the registration", () => {
  test("the registration sends what was typed, without empty fields, and leads to Mi Área", async () => {
    server(201, { success: true, data: SESSION });
    const { address } = open("/register");
    fill(COMPLETE);
    accept();
    await press("Crear mi cuenta");
    expect(sent).toEqual([
      {
        path: "/api/auth/register",
        body: {
          firstName: "Ana",
          lastName: "Ruiz",
          email: "ana@fabrica.es",
          company: "Fábrica",
          password: "contraseña 🔋",
          privacyAccepted: true,
        },
      },
    ]);
    expect(screen.getByRole("status").textContent).toBe("¡Registro exitoso! Redirigiendo a tu área...");
    await act(() => vi.runAllTimersAsync());
    expect(address()).toBe("/mi-area");
  });

  test.each<[string, Partial<typeof COMPLETE>, string]>([
    ["an empty name", { lastName: " " }, "Por favor completa todos los campos obligatorios"],
    ["no company", { company: "" }, "Por favor completa todos los campos obligatorios"],
    ["passwords that differ", { confirmPassword: "otra contraseña" }, "Las contraseñas no coinciden"],
    [
      "a short password",
      { password: "corta", confirmPassword: "corta" },
      `La contraseña debe tener al menos ${MIN_PASSWORD_LENGTH} caracteres`,
    ],
    [
      "a password of 200 characters",
      { password: "á".repeat(200), confirmPassword: "á".repeat(200) },
      "La contraseña no puede superar los 128 caracteres",
    ],
    ["half an address", { email: "ana@" }, "El correo electrónico debe ser una dirección de correo válida"],
  ])("the registration refuses %s with a sentence", async (_, values, sentence) => {
    open("/register");
    fill({ ...COMPLETE, ...values });
    accept();
    await press("Crear mi cuenta");
    expect(alert()).toBe(sentence);
    expect(sent).toEqual([]);
  });

  test("the registration names every faulty field, and each leads to it until it is corrected", async () => {
    open("/register");
    fill({ ...COMPLETE, email: "ana@", password: "corta", confirmPassword: "otra" });
    accept();
    await press("Crear mi cuenta");
    expect(alert()).toBe("Corrija los 3 datos señalados");
    expect(document.activeElement).toBe(field("email"));
    const list = screen.getByRole("region", { name: "Datos por corregir" });
    const named = () =>
      within(list)
        .getAllByRole("link")
        .map(({ textContent }) => textContent);
    expect(named()).toEqual(["Correo electrónico", "Contraseña", "Repita la contraseña"]);
    expect(list.textContent).toContain("Repita la contraseña: Las contraseñas no coinciden");
    fireEvent.click(within(list).getByRole("link", { name: "Contraseña" }));
    expect(document.activeElement).toBe(field("password"));
    await act(() => vi.advanceTimersByTimeAsync(FEEDBACK_MS));
    fill({ email: "ana@fabrica.es" });
    expect(named()).toEqual(["Contraseña", "Repita la contraseña"]);
  });

  test("the registration needs the privacy policy accepted, from 14 years on", async () => {
    open("/register");
    fill(COMPLETE);
    expect(screen.getByLabelText(/14 años o más/)).toBeDefined();
    expect(screen.getByRole("link", { name: /^política de privacidad/ }).getAttribute("href")).toBe("/privacidad");
    await press("Crear mi cuenta");
    expect(alert()).toBe("Para registrarse debe aceptar la política de privacidad");
    expect(sent).toEqual([]);
  });

  test("the registration of a known address offers the login, with the address kept", async () => {
    server(409, { success: false, error: "Ya existe una cuenta.", code: "EMAIL_TAKEN", field: "email" });
    const { address } = open("/register");
    fill(COMPLETE);
    accept();
    await press("Crear mi cuenta");
    await press("Iniciar sesión con él");
    expect(address()).toBe("/login");
    expect(field("email").value).toBe("ana@fabrica.es");
  });

  test("the registration keeps what was typed while the other tab is looked at", async () => {
    open("/register");
    fill({ firstName: "Ana", phone: "600" });
    fireEvent.click(screen.getByRole("tab", { name: "Login" }));
    fireEvent.click(screen.getByRole("tab", { name: "Registro" }));
    expect([field("firstName").value, field("phone").value]).toEqual(["Ana", "600"]);
  });

  test("the arrows go from tab to tab, and only Enter or a click opens one", () => {
    const { address } = open("/login");
    const login = screen.getByRole("tab", { name: "Login" });
    login.focus();
    fireEvent.keyDown(login, { key: "ArrowRight", code: "ArrowRight" });
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Registro" }));
    expect(address()).toBe("/login");
  });

  test("the registration says which fields are mandatory without their asterisk", () => {
    open("/register");
    expect((["firstName", "email", "password"] as const).every((name) => field(name).required)).toBe(true);
    expect(field("phone").required).toBe(false);
    expect(screen.getByRole("checkbox")).toHaveProperty("required", true);
  });

  test("the registration lets password managers know its fields", () => {
    open("/register");
    expect(["email", "password", "confirmPassword"].map((name) => field(name as Field).autocomplete)).toEqual([
      "email",
      "new-password",
      "new-password",
    ]);
  });
});
