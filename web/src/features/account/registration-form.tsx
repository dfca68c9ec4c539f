import { Company, Email, FirstName, LastName, Password, Phone } from "@ecotrim/contracts/auth/account";
import { CONSENT_AGE } from "@ecotrim/contracts/auth/limits";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ApiError } from "../../lib/http.ts";
import { FeedbackBanner, useFeedback } from "../../ui/feedback.tsx";
import { NewTabLink } from "../../ui/new-tab.tsx";
import { register } from "./calls.ts";
import { useFaults } from "./faults.tsx";
import { PASSWORD_LIMITS, PasswordField } from "./password-field.tsx";
import { optional, required, sameAs } from "./rules.ts";
import "./account-forms.css";

export interface RegistrationValues {
  firstName: string;
  lastName: string;
  email: string;
  company: string;
  phone: string;
  password: string;
  confirmPassword: string;
  privacyAccepted: boolean;
}

export const NOTHING_TYPED: RegistrationValues = {
  firstName: "",
  lastName: "",
  email: "",
  company: "",
  phone: "",
  password: "",
  confirmPassword: "",
  privacyAccepted: false,
};

const PRIVACY_NEEDED = "Para registrarse debe aceptar la política de privacidad";

interface RegistrationFormProps {
  companyRequired: boolean;
  typed: RegistrationValues;
  onType: (values: RegistrationValues) => void;
  /** The account exists already: its owner should log in. */
  onLogin: () => void;
}

/** Opens an account and its first session; the surrounding page decides where to go next. */
export function RegistrationForm({ companyRequired, typed, onType, onLogin }: RegistrationFormProps) {
  const { feedback, say } = useFeedback();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: typed,
    validate: {
      firstName: required(FirstName),
      lastName: required(LastName),
      email: (text) => required(Email)(text.trim()),
      company: (companyRequired ? required : optional)(Company),
      phone: optional(Phone),
      password: required(Password),
      confirmPassword: sameAs("password"),
      privacyAccepted: (accepted) => (accepted ? null : PRIVACY_NEEDED),
    },
    onValuesChange: onType,
  });
  const { refuse, faults } = useFaults(form, (sentence) => say("bad", sentence));

  const send = async ({ firstName, lastName, email, company, phone, password }: RegistrationValues) => {
    try {
      await register({
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        email: email.trim(),
        password,
        ...(company.trim() && { company: company.trim() }),
        ...(phone.trim() && { phone: phone.trim() }),
        privacyAccepted: true,
      });
      say("good", "¡Registro exitoso! Redirigiendo a tu área...");
    } catch (error) {
      const message = (error as Error).message;
      say("bad", message);
      if (!(error instanceof ApiError)) return;
      if (error.code === "EMAIL_TAKEN") form.setFieldError("email", <Taken onLogin={onLogin} />);
      else if (error.field && error.field in NOTHING_TYPED)
        form.setFieldError(error.field as keyof RegistrationValues, message);
    }
  };

  const field = (name: Exclude<keyof RegistrationValues, "privacyAccepted">) => ({
    name,
    size: "md",
    ...form.getInputProps(name),
  });

  return (
    <form className="account-form" noValidate onSubmit={form.onSubmit(send, refuse)}>
      <p className="account-note">Los campos con * son obligatorios.</p>
      <div className="account-pair">
        <TextInput
          key={form.key("firstName")}
          {...field("firstName")}
          label="Nombre"
          autoComplete="given-name"
          required
        />
        <TextInput
          key={form.key("lastName")}
          {...field("lastName")}
          label="Apellidos"
          autoComplete="family-name"
          required
        />
      </div>
      <TextInput
        key={form.key("email")}
        {...field("email")}
        label="Correo electrónico"
        type="email"
        autoComplete="email"
        required
      />
      <div className="account-pair">
        <TextInput
          key={form.key("company")}
          {...field("company")}
          label={companyRequired ? "Empresa" : "Empresa (opcional)"}
          autoComplete="organization"
          required={companyRequired}
        />
        <TextInput
          key={form.key("phone")}
          {...field("phone")}
          label="Teléfono (opcional)"
          type="tel"
          autoComplete="tel"
        />
      </div>
      <div className="account-pair">
        <PasswordField
          key={form.key("password")}
          {...field("password")}
          label="Contraseña"
          description={PASSWORD_LIMITS}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="new-password"
          required
        />
        <PasswordField
          key={form.key("confirmPassword")}
          {...field("confirmPassword")}
          label="Repita la contraseña"
          autoComplete="new-password"
          required
        />
      </div>
      <Checkbox
        key={form.key("privacyAccepted")}
        {...form.getInputProps("privacyAccepted", { type: "checkbox" })}
        name="privacyAccepted"
        size="md"
        required
        label={
          <>
            He leído y acepto la <NewTabLink to="/privacidad">política de privacidad</NewTabLink> y declaro tener{" "}
            {CONSENT_AGE} años o más. *
          </>
        }
      />
      <FeedbackBanner feedback={feedback} />
      {faults}
      <Button type="submit" size="lg" loading={form.submitting}>
        Crear mi cuenta
      </Button>
    </form>
  );
}

function Taken({ onLogin }: { onLogin: () => void }) {
  return (
    <>
      Ya existe una cuenta con este correo.{" "}
      <button type="button" className="account-error-link" onClick={onLogin}>
        Iniciar sesión con él
      </button>
    </>
  );
}
