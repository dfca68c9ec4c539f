import { Phone } from "@ecotrim/contracts/auth/account";
import { OFFER_CONSENT_VERSION, OFFER_CONSENTS, OfferRequest } from "@ecotrim/contracts/offers/offer";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { shortDateTime } from "@ecotrim/present/dates";
import { caseLine } from "@ecotrim/present/simulations/case-line";
import { isOfferable } from "@ecotrim/present/simulations/offerable";
import { Button, type ButtonProps, Checkbox, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../lib/http.ts";
import { useNumberStyle } from "../../lib/number-style.ts";
import { getSession } from "../../lib/session.ts";
import { website } from "../../lib/website.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FeedbackBanner, useFeedback } from "../../ui/feedback.tsx";
import { NewTabLink } from "../../ui/new-tab.tsx";
import { TrapField, trapped } from "../../ui/trap-field.tsx";
import { useFaults } from "../account/faults.tsx";
import { optional, REQUIRED, required } from "../account/rules.ts";
import { requestOffer } from "./calls.ts";
import "../account/account-forms.css";
import "./offer-dialog.css";

const { name, company, email, message } = OfferRequest.properties;

interface OfferProps {
  record: SimulationRecord;
  /** A visitor's, who has no session to be known by. */
  accessToken?: string | undefined;
}

/** Asks for a firm offer; only on what can be offered, and for who may send it. */
export function OfferButton({ record, accessToken, ...button }: OfferProps & ButtonProps) {
  const [opened, setOpened] = useState(false);
  if (!isOfferable(record) || (!record.isOwn && accessToken === undefined)) return null;
  return (
    <>
      <Button {...button} onClick={() => setOpened(true)}>
        Pedir oferta en firme
      </Button>
      <OfferDialog record={record} accessToken={accessToken} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

/** What was sent stays known while the page is open. */
interface Sent {
  email: string;
  receivedAt: string;
  isNew: boolean;
}

function initialValues() {
  const user = getSession()?.user;
  return {
    name: user ? `${user.firstName} ${user.lastName}` : "",
    company: user?.company ?? "",
    email: user?.email ?? "",
    phone: user?.phone ?? "",
    message: "",
    consent: false,
  };
}
type Values = ReturnType<typeof initialValues>;

/** The form of the request, whose answers stay when it is closed, and what happens next. */
function OfferDialog({ record, accessToken, opened, onClose }: OfferProps & { opened: boolean; onClose: () => void }) {
  const { locale } = useNumberStyle();
  const [sent, setSent] = useState<Sent | null>(null);
  const { feedback, say } = useFeedback();
  const trap = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: initialValues(),
    validate: {
      name: required(name),
      company: required(company),
      email: (text) => required(email)(text.trim()),
      phone: optional(Phone),
      message: optional(message),
      consent: (given) => (given ? null : REQUIRED),
    },
  });
  const { refuse, faults } = useFaults(form, (sentence) => say("bad", `${sentence}.`));

  const send = async ({ phone, message, ...values }: Values) => {
    const to = values.email.trim();
    const body = {
      ...values,
      simulationId: record.id,
      email: to,
      ...(phone.trim() && { phone: phone.trim() }),
      ...(message.trim() && { message: message.trim() }),
      consent: true as const,
      ...trapped(trap.current),
    };
    try {
      const { receivedAt, isNew } = await requestOffer(body, accessToken);
      setSent({ email: to, receivedAt, isNew });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say("bad", error.message);
      if (error.field && error.field in form.values) form.setFieldError(error.field, error.message);
    }
  };

  const field = (key: Exclude<keyof Values, "consent">) => ({
    name: key,
    size: "md",
    ...form.getInputProps(key),
  });

  return (
    <Dialog opened={opened} onClose={onClose} title="Pedir oferta en firme" size="36rem">
      {sent ? (
        <Received sent={sent} onClose={onClose} />
      ) : (
        <form className="account-form" noValidate onSubmit={form.onSubmit(send, refuse)}>
          <Text>
            Enviaremos a {website.company.tradeName} su caso, con los datos y los resultados de la simulación, para que
            le prepare una oferta. Pedirla no le compromete a nada.
          </Text>
          <p className="offer-case">{caseLine(record, locale)}</p>
          <p className="account-note">Los campos con * son obligatorios.</p>
          <div className="account-pair">
            <TextInput {...field("name")} label="Nombre" autoComplete="name" required data-autofocus />
            <TextInput {...field("company")} label="Empresa" autoComplete="organization" required />
            <TextInput {...field("email")} label="Correo electrónico" type="email" autoComplete="email" required />
            <TextInput {...field("phone")} label="Teléfono (opcional)" type="tel" autoComplete="tel" />
          </div>
          <Textarea {...field("message")} label="Mensaje (opcional)" autosize minRows={2} maxRows={8} />
          <TrapField ref={trap} />
          <Checkbox
            {...form.getInputProps("consent", { type: "checkbox" })}
            name="consent"
            size="md"
            label={
              <>
                {OFFER_CONSENTS[OFFER_CONSENT_VERSION]} Puedo retirarlo cuando quiera, como dice la{" "}
                <NewTabLink to="/privacidad">política de privacidad</NewTabLink>.{"\u00a0"}*
              </>
            }
          />
          <FeedbackBanner feedback={feedback} />
          {faults}
          <div className="dialog-actions">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" loading={form.submitting}>
              Enviar la petición
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** What happens next. The form is gone, so its end takes the focus. */
function Received({ sent: { email, receivedAt, isNew }, onClose }: { sent: Sent; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h3 className="offer-received" ref={heading} tabIndex={-1}>
        {isNew ? "Hemos recibido su petición" : "Ya teníamos su petición"}
      </h3>
      <Text>
        La recibimos el {shortDateTime(receivedAt)}. {website.company.tradeName} estudia su caso y le responde por
        correo o por teléfono.
      </Text>
      <Text>
        {isNew
          ? `Le hemos enviado una copia a ${email}.`
          : `No ha cambiado: entonces le enviamos una copia a ${email}, y ahora no le enviamos otra.`}{" "}
        Si quiere añadir o corregir algo, responda a ese correo.
      </Text>
      <div className="dialog-actions">
        <Button onClick={onClose}>Cerrar</Button>
      </div>
    </>
  );
}
