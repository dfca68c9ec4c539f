import { MantineProvider } from "@mantine/core";
import { cleanup, createEvent, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PasswordField } from "./password-field.tsx";

afterEach(cleanup);

function show() {
  render(
    <MantineProvider env="test">
      <PasswordField label="Contraseña" name="password" autoComplete="current-password" />
    </MantineProvider>,
  );
  return screen.getByLabelText("Contraseña", { selector: "input" }) as HTMLInputElement;
}

test("a password is masked until its switch shows it, and again after that", () => {
  const field = show();
  expect(field.type).toBe("password");
  fireEvent.mouseDown(screen.getByLabelText("Mostrar la contraseña"));
  expect(field.type).toBe("text");
  fireEvent.mouseDown(screen.getByLabelText("Ocultar la contraseña"));
  expect(field.type).toBe("password");
});

test("the switch is reached and used by keyboard", () => {
  const field = show();
  const toggle = screen.getByLabelText("Mostrar la contraseña");
  expect(toggle.tabIndex).toBe(0);
  fireEvent.keyDown(toggle, { key: " " });
  expect(field.type).toBe("text");
});

test("a password may be pasted, and filled in by a password manager", () => {
  const field = show();
  expect(field).toMatchObject({ name: "password", autocomplete: "current-password", readOnly: false });
  const paste = createEvent.paste(field);
  fireEvent(field, paste);
  expect(paste.defaultPrevented).toBe(false);
});
