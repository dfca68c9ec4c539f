import { NewPassword as NewPasswordRule } from "@ecotrim/contracts/auth/account";
import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ApiError } from "../../../lib/http.ts";
import { FeedbackBanner, useFeedback } from "../../../ui/feedback.tsx";
import { useFaults } from "../../account/faults.tsx";
import { PASSWORD_LIMITS, PasswordField } from "../../account/password-field.tsx";
import { REQUIRED, required } from "../../account/rules.ts";
import { changePassword } from "./calls.ts";

const DIFFER = "Las nuevas contraseñas no coinciden";

export function NewPassword() {
  const { feedback, say } = useFeedback();
  const form = useForm({
    initialValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
    validate: {
      currentPassword: (text) => (text === "" ? REQUIRED : null),
      newPassword: required(NewPasswordRule),
      confirmPassword: (text, { newPassword }) => (text === "" ? REQUIRED : text === newPassword ? null : DIFFER),
    },
  });
  const { refuse, faults } = useFaults(form, (sentence) => say("bad", sentence));

  const save = async ({ currentPassword, newPassword }: typeof form.values) => {
    try {
      await changePassword({ currentPassword, newPassword });
      form.reset();
      say("good", "Contraseña cambiada. Las demás sesiones se han cerrado.");
    } catch (error) {
      if (error instanceof ApiError && error.field) form.setFieldError(error.field, error.message);
      say("bad", (error as Error).message);
    }
  };

  return (
    <form className="profile-form" noValidate onSubmit={form.onSubmit(save, refuse)}>
      <PasswordField
        {...form.getInputProps("currentPassword")}
        label="Contraseña actual"
        autoComplete="current-password"
      />
      <PasswordField
        {...form.getInputProps("newPassword")}
        label="Nueva contraseña"
        description={PASSWORD_LIMITS}
        autoComplete="new-password"
      />
      <PasswordField
        {...form.getInputProps("confirmPassword")}
        label="Repita la nueva contraseña"
        autoComplete="new-password"
      />
      <FeedbackBanner feedback={feedback} />
      {faults}
      <Button type="submit" size="md" loading={form.submitting}>
        Cambiar contraseña
      </Button>
    </form>
  );
}
