import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { FeedbackBanner, useFeedback } from "../../ui/feedback.tsx";
import { logIn } from "./calls.ts";
import { useFaults } from "./faults.tsx";
import { PasswordField } from "./password-field.tsx";
import { REQUIRED } from "./rules.ts";
import "./account-forms.css";

interface LoginFormProps {
  email: string;
  onEmail: (email: string) => void;
  /** Between the fields and the button. */
  children?: ReactNode;
}

const given = (text: string) => (text.trim() === "" ? REQUIRED : null);

/** Starts a session; the surrounding page decides where to go next. */
export function LoginForm({ email, onEmail, children }: LoginFormProps) {
  const { feedback, say } = useFeedback();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email, password: "" },
    validate: { email: given, password: given },
    onValuesChange: (values) => onEmail(values.email),
  });
  const { refuse, faults } = useFaults(form, (sentence) => say("bad", sentence));

  const send = async ({ email: typed, password }: { email: string; password: string }) => {
    try {
      await logIn({ email: typed.trim(), password });
      say("good", "¡Login exitoso! Redirigiendo...");
    } catch (error) {
      say("bad", (error as Error).message);
    }
  };

  return (
    <form className="account-form" noValidate onSubmit={form.onSubmit(send, refuse)}>
      <TextInput
        key={form.key("email")}
        {...form.getInputProps("email")}
        label="Correo electrónico"
        type="email"
        name="email"
        autoComplete="username"
        size="md"
      />
      <PasswordField
        key={form.key("password")}
        {...form.getInputProps("password")}
        label="Contraseña"
        name="password"
        autoComplete="current-password"
      />
      {children}
      <FeedbackBanner feedback={feedback} />
      {faults}
      <Button type="submit" size="lg" loading={form.submitting}>
        Iniciar sesión
      </Button>
    </form>
  );
}
