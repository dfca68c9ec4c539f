import { Phone, PRIVACY_VERSION } from "@ecotrim/contracts/auth/account";
import { type ContactAnswer, ContactMessage } from "@ecotrim/contracts/contact/message";
import { Button, Checkbox, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { ApiError } from "../../lib/http.ts";
import { getSession } from "../../lib/session.ts";
import { CONTACT_SUCCESS_MS } from "../../lib/timings.ts";
import { FeedbackBanner, useFeedback } from "../../ui/feedback.tsx";
import { NewTabLink } from "../../ui/new-tab.tsx";
import { TrapField, trapped } from "../../ui/trap-field.tsx";
import { useFaults } from "../account/faults.tsx";
import { optional, REQUIRED, required } from "../account/rules.ts";
import { sendMessage } from "./calls.ts";
import { openingOf } from "./topics.ts";
import "../account/account-forms.css";

const { name, email, company, message } = ContactMessage.properties;
const UNREACHED = "Error de conexión. Por favor intenta de nuevo más tarde.";

/** Initial values of the form: the account's data, and the opening of the address's topic. */
function initialValues(topic: string | null) {
  const user = getSession()?.user;
  return {
    name: user ? `${user.firstName} ${user.lastName}` : "",
    phone: user?.phone ?? "",
    email: user?.email ?? "",
    company: user?.company ?? "",
    message: openingOf(topic),
    privacyAccepted: false,
  };
}
type Values = ReturnType<typeof initialValues>;

/** Sends a message to the company; the text stays in the form until it has arrived. */
export function ContactForm() {
  const topic = useSearchParams()[0].get("asunto");
  const { feedback, say } = useFeedback();
  const trap = useRef<HTMLInputElement>(null);
  const form = useForm({
    mode: "uncontrolled",
    initialValues: initialValues(topic),
    validate: {
      name: required(name),
      email: (text) => required(email)(text.trim()),
      phone: optional(Phone),
      company: required(company),
      message: required(message),
      privacyAccepted: (accepted) => (accepted ? null : REQUIRED),
    },
  });
  const { refuse, faults } = useFaults(form, (sentence) => say("bad", `${sentence}.`));

  const send = async ({ phone, ...values }: Values) => {
    try {
      const answer = await sendMessage({
        ...values,
        email: values.email.trim(),
        ...(phone.trim() && { phone: phone.trim() }),
        ...trapped(trap.current),
      });
      say("good", `${answer.message} ${whatNext(answer.data)}`, CONTACT_SUCCESS_MS);
      form.setFieldValue("message", "");
      form.setFieldValue("privacyAccepted", false);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0) return say("bad", UNREACHED);
      say("bad", error.message);
      if (error.field && error.field in values) form.setFieldError(error.field as keyof Values, error.message);
    }
  };

  const field = (key: Exclude<keyof Values, "privacyAccepted">) => ({
    name: key,
    size: "md",
    ...form.getInputProps(key),
  });

  return (
    <form className="account-form" noValidate onSubmit={form.onSubmit(send, refuse)}>
      <p className="account-note">Los campos con * son obligatorios.</p>
      <TextInput key={form.key("name")} {...field("name")} label="Nombre" autoComplete="name" required />
      <div className="account-pair">
        <TextInput
          key={form.key("email")}
          {...field("email")}
          label="Correo electrónico"
          type="email"
          autoComplete="email"
          required
        />
        <TextInput
          key={form.key("phone")}
          {...field("phone")}
          label="Teléfono (opcional)"
          type="tel"
          autoComplete="tel"
        />
      </div>
      <TextInput key={form.key("company")} {...field("company")} label="Empresa" autoComplete="organization" required />
      <Textarea
        key={form.key("message")}
        {...field("message")}
        label="Mensaje"
        autosize
        minRows={5}
        maxRows={14}
        required
      />
      <TrapField ref={trap} />
      <Checkbox
        key={form.key("privacyAccepted")}
        {...form.getInputProps("privacyAccepted", { type: "checkbox" })}
        name="privacyAccepted"
        size="md"
        label={
          <>
            He leído y acepto la <NewTabLink to="/privacidad">política de privacidad</NewTabLink> (versión{" "}
            {PRIVACY_VERSION}). *
          </>
        }
      />
      <FeedbackBanner feedback={feedback} />
      {faults}
      <Button type="submit" size="lg" loading={form.submitting}>
        Enviar el mensaje
      </Button>
    </form>
  );
}

const whatNext = ({ user }: ContactAnswer): string =>
  user
    ? `Queda asociado a su cuenta (${user.firstName} ${user.lastName}).`
    : "Nos pondremos en contacto con usted muy pronto.";
