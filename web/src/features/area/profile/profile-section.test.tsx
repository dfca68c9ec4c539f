import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderWithData } from "../../../lib/render-with-data.fixture.ts";
import { endSession, getSession, startSession } from "../../../lib/session.ts";
import { FEEDBACK_MS } from "../../../lib/timings.ts";
import { ProfileSection } from "./profile-section.tsx";

const USER = {
  id: "1",
  firstName: "Ana",
  lastName: "Ruiz",
  email: "ana@fabrica.es",
  company: null,
  phone: null,
  createdAt: "2026-10-31T23:30:00Z",
  emailConfirmed: false,
};

let answers: Record<string, { status?: number; body: object }>;
let sent: { call: string; body: unknown }[];

async function serve(path: string, { method, body }: RequestInit) {
  const call = `${method} ${path}`;
  if (body !== undefined) sent.push({ call, body: JSON.parse(String(body)) });
  const answer = answers[call];
  return Response.json(answer?.body ?? { success: true, data: {} }, { status: answer?.status ?? 200 });
}

const show = () =>
  renderWithData(
    <MemoryRouter>
      <ProfileSection />
    </MemoryRouter>,
  );
const field = (label: string) => screen.getByLabelText(label, { selector: "input" }) as HTMLInputElement;
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const toTab = (name: string) => fireEvent.click(screen.getByRole("tab", { name }));
const fact = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
const said = (role: "status" | "alert", sentence: string) =>
  waitFor(() => expect(screen.getByRole(role).textContent).toBe(sentence));

const [CURRENT, NEW, AGAIN] = ["Contraseña actual", "Nueva contraseña", "Repita la nueva contraseña"] as const;
function choosePassword(current: string, chosen: string, again: string) {
  type(CURRENT, current);
  type(NEW, chosen);
  type(AGAIN, again);
  press("Cambiar contraseña");
}

beforeEach(() => {
  answers = { "GET /api/notifications/preferences": { body: { success: true, data: { email: true } } } };
  sent = [];
  localStorage.clear();
  vi.stubGlobal("fetch", serve);
  startSession({ token: "secret", user: USER });
});
afterEach(() => {
  cleanup();
  endSession("logout");
  vi.unstubAllGlobals();
});

test("the profile says which data are known, which are not, and since when, by the clock of Madrid", () => {
  show();
  expect(fact("Nombre completo")).toBe("Ana Ruiz");
  expect(fact("Correo electrónico")).toBe("ana@fabrica.es (sin confirmar)");
  expect(fact("Empresa")).toBe("No especificada");
  expect(fact("Teléfono")).toBe("No especificado");
  expect(fact("Miembro desde")).toBe("1 de noviembre de 2026");
});

describe("an edited profile", () => {
  test("an edited profile is saved, shown and kept in the session", async () => {
    answers["PUT /api/auth/profile"] = { body: { success: true, data: { user: { ...USER, company: "Fábrica" } } } };
    show();
    type("Empresa", "Fábrica");
    press("Guardar");
    await said("status", "Perfil actualizado correctamente.");
    expect(sent[0]?.body).toEqual({ firstName: "Ana", lastName: "Ruiz", company: "Fábrica", phone: "" });
    expect(getSession()?.user.company).toBe("Fábrica");
    expect(fact("Empresa")).toBe("Fábrica");
  });

  test("an edited profile that the server refuses without a word has a sentence of ours, for five seconds", async () => {
    answers["PUT /api/auth/profile"] = { status: 500, body: { success: false, error: "" } };
    show();
    vi.useFakeTimers();
    press("Guardar");
    await act(() => vi.advanceTimersByTimeAsync(0));
    screen.getByText("Error al actualizar perfil");
    await act(() => vi.advanceTimersByTimeAsync(FEEDBACK_MS));
    expect(screen.queryByRole("alert")).toBeNull();
    vi.useRealTimers();
  });

  test("an edited profile longer than the API takes is not sent", async () => {
    show();
    type("Empresa", "x".repeat(161));
    press("Guardar");
    await screen.findByRole("alert");
    expect(sent).toEqual([]);
  });
});

describe("a new password", () => {
  test.each([
    ["", "", "", "Por favor completa todos los campos obligatorios"],
    ["vieja", "contraseña", "contrasena", "Las nuevas contraseñas no coinciden"],
    ["vieja", "corta", "corta", "La nueva contraseña debe tener al menos 8 caracteres"],
  ])("a new password from %j to %j and %j is not sent: %s", async (current, chosen, again, sentence) => {
    show();
    toTab("Cambiar Contraseña");
    choosePassword(current, chosen, again);
    await said("alert", sentence);
    expect(sent).toEqual([]);
  });

  test("a new password is sent without its repetition, and the fields are emptied", async () => {
    show();
    toTab("Cambiar Contraseña");
    choosePassword("vieja", " contraseña 🔋", " contraseña 🔋");
    await said("status", "Contraseña cambiada. Las demás sesiones se han cerrado.");
    expect(sent[0]).toEqual({
      call: "POST /api/auth/change-password",
      body: { currentPassword: "vieja", newPassword: " contraseña 🔋" },
    });
    expect([CURRENT, NEW, AGAIN].map((label) => field(label).value)).toEqual(["", "", ""]);
  });

  test("a new password whose old one is wrong says so at its field", async () => {
    const error = "La contraseña actual no es correcta.";
    answers["POST /api/auth/change-password"] = {
      status: 400,
      body: { success: false, error, code: "WRONG_PASSWORD", field: "currentPassword" },
    };
    show();
    toTab("Cambiar Contraseña");
    choosePassword("vieja", "contraseña nueva", "contraseña nueva");
    await said("alert", error);
    expect(field(CURRENT).getAttribute("aria-invalid")).toBe("true");
  });

  test("a new password that failed without a word has a sentence of ours", async () => {
    answers["POST /api/auth/change-password"] = { status: 500, body: { success: false, error: "" } };
    show();
    toTab("Cambiar Contraseña");
    choosePassword("vieja", "contraseña nueva", "contraseña nueva");
    await said("alert", "Error al cambiar contraseña");
  });

  test("a new password half typed is gone after a look at the other tab, and so is its message", async () => {
    show();
    type("Empresa", "Otra");
    toTab("Cambiar Contraseña");
    choosePassword("vieja", "corta", "corta");
    await screen.findByRole("alert");
    toTab("Editar Perfil");
    expect(field("Empresa").value).toBe("");
    toTab("Cambiar Contraseña");
    expect(field(CURRENT).value).toBe("");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("the mail preference", () => {
  const toggle = () => screen.findByRole("switch", { name: /^Avisarme por correo/ }) as Promise<HTMLInputElement>;

  test("the mail preference is read, and changed by the switch", async () => {
    answers["PUT /api/notifications/preferences"] = { body: { success: true, data: { email: false } } };
    show();
    expect((await toggle()).checked).toBe(true);
    fireEvent.click(await toggle());
    await waitFor(async () => expect((await toggle()).checked).toBe(false));
    expect(sent[0]?.body).toEqual({ email: false });
  });

  test("a mail preference that could not be read is not made up", async () => {
    answers["GET /api/notifications/preferences"] = { status: 500, body: { success: false, error: "Ha fallado." } };
    show();
    await screen.findByText("No se ha podido leer su preferencia");
    expect(screen.queryByRole("switch")).toBeNull();
  });
});

describe("deleting the account", () => {
  test("deleting the account says what is lost, and needs the password", async () => {
    answers["DELETE /api/auth/account"] = {
      status: 400,
      body: { success: false, error: "La contraseña actual no es correcta.", code: "WRONG_PASSWORD" },
    };
    show();
    press("Eliminar mi cuenta");
    await screen.findByText(/^Se eliminan para siempre su perfil, sus simulaciones y sus informes/);
    const confirm = () => screen.getByRole("button", { name: "Eliminar para siempre" }) as HTMLButtonElement;
    expect(confirm().disabled).toBe(true);
    type("Escriba su contraseña para confirmarlo", "otra");
    fireEvent.click(confirm());
    expect((await screen.findByRole("alert")).textContent).toBe("La contraseña actual no es correcta.");
    expect(sent[0]).toEqual({ call: "DELETE /api/auth/account", body: { password: "otra" } });
    expect(getSession()).not.toBeNull();
  });

  test("deleting the account ends the session", async () => {
    show();
    press("Eliminar mi cuenta");
    await screen.findByRole("dialog");
    type("Escriba su contraseña para confirmarlo", "contraseña");
    press("Eliminar para siempre");
    await waitFor(() => expect(getSession()).toBeNull());
  });
});
