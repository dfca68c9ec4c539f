import { MIN_PASSWORD_LENGTH } from "@ecotrim/contracts/auth/limits";
import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useState } from "react";

export const PASSWORD_LIMITS = `De ${MIN_PASSWORD_LENGTH} a 128 caracteres.`;

/** A password that can be shown, pasted and filled in by a password manager. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      size="md"
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        "aria-label": visible ? "Ocultar la contraseña" : "Mostrar la contraseña",
        tabIndex: 0,
        size: 44,
      }}
      rightSectionWidth={48}
      autoCapitalize="none"
      spellCheck={false}
      // The library sets this on its other fields only.
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  );
}
