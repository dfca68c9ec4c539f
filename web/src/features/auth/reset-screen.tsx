import { Email, NewPassword } from "@ecotrim/contracts/auth/account";
import { Button, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import { ApiError } from "../../lib/http.ts";
import { FeedbackBanner, useFeedback } from "../../ui/feedback.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { askForReset, resetPassword } from "../account/calls.ts";
import { useFaults } from "../account/faults.tsx";
import { PASSWORD_LIMITS, PasswordField } from "../account/password-field.tsx";
import { required, sameAs } from "../account/rules.ts";
import "../account/account-forms.css";
import "./auth.css";

/** `/restablecer`: asks for the link; with its `token` the new password is set, by the click and not by the opening. */
export function ResetScreen() {
  const token = useSearchParams()[0].get("token");
  return <div className="page auth">{token ? <NewPasswordForm key={token} token={token} /> : <AskForm />}</div>;
}

function AskForm() {
  const { state } = useLocation();
  const { feedback, say } = useFeedback();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "" },
    validate: { email: (text) => required(Email)(text.trim()) },
  });
  const { refuse } = useFaults(form, (sentence) => say("bad", sentence));

  const send = async ({ email }: { email: string }) => {
    try {
      await askForReset(email.trim());
      setSentTo(email.trim());
    } catch (error) {
      say("bad", (error as Error).message);
    }
  };

  if (sentTo !== undefined)
    return (
      <>
        <PageHeading title="Revise su correo">Revise su correo</PageHeading>
        <div className="card auth-card auth-steps" role="status">
          <Text>
            Si hay una cuenta con <strong>{sentTo}</strong>, le hemos enviado un enlace para elegir otra contraseña. Es
            válido durante una hora y una sola vez.
          </Text>
          <Text c="dimmed" size="sm">
            ¿No lo encuentra? Mire en la carpeta de correo no deseado.
          </Text>
          <Button variant="default" onClick={() => setSentTo(undefined)}>
            Enviar otro
          </Button>
        </div>
      </>
    );

  return (
    <>
      <PageHeading>¿Ha olvidado su contraseña?</PageHeading>
      <Text c="dimmed" mt="xs">
        Escriba el correo de su cuenta y le enviaremos un enlace para elegir otra.
      </Text>
      <form className="card auth-card account-form" noValidate onSubmit={form.onSubmit(send, refuse)}>
        <TextInput
          key={form.key("email")}
          {...form.getInputProps("email")}
          label="Correo electrónico"
          type="email"
          name="email"
          autoComplete="username"
          size="md"
        />
        <FeedbackBanner feedback={feedback} />
        <Button type="submit" size="lg" loading={form.submitting}>
          Enviar el enlace
        </Button>
        <Link to="/login" state={state} className="account-link">
          Volver al inicio de sesión
        </Link>
      </form>
    </>
  );
}

function NewPasswordForm({ token }: { token: string }) {
  const { feedback, say } = useFeedback();
  const [outcome, setOutcome] = useState<"done" | "invalid">();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { password: "", confirmPassword: "" },
    validate: { password: required(NewPassword), confirmPassword: sameAs("password") },
  });
  const { refuse, faults } = useFaults(form, (sentence) => say("bad", sentence));

  const send = async ({ password }: { password: string }) => {
    try {
      await resetPassword({ token, newPassword: password });
      setOutcome("done");
    } catch (error) {
      if (error instanceof ApiError && error.code === "LINK_INVALID") setOutcome("invalid");
      else say("bad", (error as Error).message);
    }
  };

  if (outcome === "done")
    return (
      <>
        <PageHeading title="Contraseña cambiada">Contraseña cambiada</PageHeading>
        <div className="card auth-card auth-steps" role="status">
          <Text>
            Ya puede iniciar sesión con su nueva contraseña. Las sesiones abiertas en otros equipos se han cerrado.
          </Text>
          <Button component={Link} to="/login" size="lg">
            Iniciar sesión
          </Button>
        </div>
      </>
    );

  if (outcome === "invalid")
    return (
      <>
        <PageHeading title="Enlace no válido">Este enlace ya no sirve</PageHeading>
        <div className="card auth-card auth-steps" role="alert">
          <Text>El enlace ha caducado o ya se ha usado. Su contraseña no ha cambiado.</Text>
          <Button component={Link} to="/restablecer" size="lg">
            Pedir otro enlace
          </Button>
        </div>
      </>
    );

  return (
    <>
      <PageHeading title="Nueva contraseña">Elija una nueva contraseña</PageHeading>
      <form className="card auth-card account-form" noValidate onSubmit={form.onSubmit(send, refuse)}>
        <PasswordField
          key={form.key("password")}
          {...form.getInputProps("password")}
          label="Nueva contraseña"
          description={PASSWORD_LIMITS}
          name="password"
          autoComplete="new-password"
        />
        <PasswordField
          key={form.key("confirmPassword")}
          {...form.getInputProps("confirmPassword")}
          label="Repita la contraseña"
          name="confirmPassword"
          autoComplete="new-password"
        />
        <FeedbackBanner feedback={feedback} />
        {faults}
        <Button type="submit" size="lg" loading={form.submitting}>
          Cambiar la contraseña
        </Button>
      </form>
    </>
  );
}
