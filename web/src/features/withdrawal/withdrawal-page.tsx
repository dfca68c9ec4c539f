import type { Payment } from "@ecotrim/contracts/billing/payment";
import { formatCents } from "@ecotrim/contracts/numbers";
import { Withdrawal, type WithdrawalAnswer, withdrawalReference } from "@ecotrim/contracts/withdrawal/declaration";
import { longDate, shortDateTime } from "@ecotrim/present/dates";
import { WITHDRAWAL_RULES, withdrawalText } from "@ecotrim/present/withdrawal";
import { Autocomplete, Button, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { newRequestId } from "../../lib/random.ts";
import { useSession } from "../../lib/session.ts";
import { website } from "../../lib/website.ts";
import { FeedbackBanner, useFeedback } from "../../ui/feedback.tsx";
import { NewTabLink } from "../../ui/new-tab.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { TrapField, trapped } from "../../ui/trap-field.tsx";
import { useFaults } from "../account/faults.tsx";
import { optional, required } from "../account/rules.ts";
import { purchasesQuery } from "../billing/queries.ts";
import { declareWithdrawal } from "./calls.ts";
import "../account/account-forms.css";
import "./withdrawal.css";

const { name, email, contract, message } = Withdrawal.properties;
type Values = Record<"name" | "email" | "contract" | "message", string>;

/**
 * `/desistimiento`: declares, shows once more what is declared, confirms (Directive 2011/83/EU, art. 11a). The
 * acknowledgement comes by mail as well.
 */
export function WithdrawalPage() {
  return (
    <div className="page page-narrow">
      <PageHeading>Desistir del contrato</PageHeading>
      <p className="page-lead">
        {WITHDRAWAL_RULES.subscription} {WITHDRAWAL_RULES["premium-report"]} No tiene que dar motivos: rellene estos
        datos, confírmelo y le enviaremos un acuse de recibo por correo.
      </p>
      <Declaration />
      <Text size="sm" c="dimmed">
        Cuándo se puede desistir y cómo se devuelve el dinero está en las{" "}
        <NewTabLink to="/condiciones#desistimiento" className="withdrawal-link">
          condiciones de contratación
        </NewTabLink>
        . También puede escribirnos a {website.company.email}. Guardamos su declaración como dice la{" "}
        <NewTabLink to="/privacidad" className="withdrawal-link">
          política de privacidad
        </NewTabLink>
        .
      </Text>
    </div>
  );
}

function usePurchases(): Payment[] {
  const session = useSession();
  const { data } = useQuery({ ...purchasesQuery(1, "paid"), enabled: session !== null });
  return data?.payments ?? [];
}

/** A purchase in words that name it in the declaration. */
const nameOf = ({ id, productInfo, amount, currency, paidAt, createdAt }: Payment): string =>
  `${productInfo.reportTitle}, ${formatCents(amount, currency)}, ${longDate(paidAt ?? createdAt)} (pedido ${withdrawalReference(id)})`;

/** The declaration to be sent; its id is the idempotency key of repeated attempts. */
interface Declared {
  id: string;
  values: Values;
  trap: Record<string, string>;
}

function Declaration() {
  const user = useSession()?.user;
  const purchases = usePurchases();
  const open = purchases.filter(({ withdrawal }) => withdrawal?.state === "open").map(nameOf);
  const { feedback, say } = useFeedback();
  const [declared, setDeclared] = useState<Declared | null>(null);
  const [received, setReceived] = useState<WithdrawalAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const trap = useRef<HTMLInputElement>(null);
  const form = useForm<Values>({
    initialValues: {
      name: user ? `${user.firstName} ${user.lastName}` : "",
      email: user?.email ?? "",
      contract: "",
      message: "",
    },
    validate: {
      name: required(name),
      email: (text) => required(email)(text.trim()),
      contract: required(contract),
      message: optional(message),
    },
  });
  const { refuse, faults } = useFaults(form, (sentence) => say("bad", `${sentence}.`));

  const confirm = async ({ id, values, trap }: Declared) => {
    setBusy(true);
    try {
      const { message, ...needed } = values;
      const body = { id, ...needed, email: needed.email.trim(), ...(message.trim() && { message }), ...trap };
      setReceived(await declareWithdrawal(body));
    } catch (error) {
      say("bad", `${(error as Error).message} Sus datos siguen aquí.`);
    }
    setBusy(false);
  };

  if (declared && received)
    return (
      <Step title="Hemos recibido su desistimiento">
        <Text role="status">
          Recibido el {shortDateTime(received.receivedAt)}, hora peninsular. Le enviamos el acuse de recibo a{" "}
          <strong>{declared.values.email.trim()}</strong>; consérvelo.
        </Text>
        <Facts values={declared.values} reference={withdrawalReference(received.id)} />
        <Button component={Link} to="/" variant="default" size="md">
          Volver al inicio
        </Button>
      </Step>
    );

  if (declared)
    return (
      <Step title="Revise y confirme">
        <Text>Va a declarar que desiste de este contrato:</Text>
        <Facts values={declared.values} />
        <FeedbackBanner feedback={feedback} />
        <div className="actions">
          <Button variant="default" size="md" disabled={busy} onClick={() => setDeclared(null)}>
            Corregir
          </Button>
          <Button size="md" loading={busy} onClick={() => void confirm(declared)}>
            Confirmar el desistimiento
          </Button>
        </div>
      </Step>
    );

  return (
    <form
      className="card account-form withdrawal"
      noValidate
      onSubmit={form.onSubmit(
        (values) => setDeclared({ id: newRequestId(), values, trap: trapped(trap.current) }),
        refuse,
      )}
    >
      {purchases.length > 0 && (
        <ul className="withdrawal-rights" aria-label="Sus compras">
          {purchases.map((payment) => (
            <li key={payment.id}>
              <strong>{nameOf(payment)}</strong>. {payment.withdrawal && withdrawalText(payment.withdrawal)}
            </li>
          ))}
        </ul>
      )}
      <p className="account-note">Los campos con * son obligatorios.</p>
      <div className="account-pair">
        <TextInput
          {...form.getInputProps("name")}
          name="name"
          label="Nombre y apellidos"
          autoComplete="name"
          size="md"
          required
        />
        <TextInput
          {...form.getInputProps("email")}
          name="email"
          label="Correo para el acuse de recibo"
          type="email"
          autoComplete="email"
          size="md"
          required
        />
      </div>
      <Autocomplete
        {...form.getInputProps("contract")}
        name="contract"
        data={open}
        label="Contrato o pedido del que desiste"
        description={
          open.length > 0
            ? "Elija una de sus compras o escríbalo."
            : "Por ejemplo: informe premium o suscripción a GeoTrim, con la fecha o el número de factura."
        }
        autoComplete="off"
        size="md"
        required
      />
      <Textarea
        {...form.getInputProps("message")}
        name="message"
        label="Mensaje (opcional)"
        autosize
        minRows={3}
        maxRows={10}
        size="md"
      />
      <TrapField ref={trap} />
      <FeedbackBanner feedback={feedback} />
      {faults}
      <Button type="submit" size="lg">
        Continuar
      </Button>
    </form>
  );
}

/** A later step takes the focus, since the button that led to it is gone. */
function Step({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card withdrawal withdrawal-step" aria-labelledby="desistimiento-paso">
      <h2 id="desistimiento-paso" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

const Facts = ({ values, reference }: { values: Values; reference?: string }) => (
  <dl className="withdrawal-facts">
    {reference !== undefined && (
      <>
        <dt>Referencia</dt>
        <dd>{reference}</dd>
      </>
    )}
    <dt>Nombre</dt>
    <dd>{values.name.trim()}</dd>
    <dt>Correo</dt>
    <dd>{values.email.trim()}</dd>
    <dt>Contrato</dt>
    <dd>{values.contract.trim()}</dd>
    {values.message.trim() && (
      <>
        <dt>Mensaje</dt>
        <dd>{values.message.trim()}</dd>
      </>
    )}
  </dl>
);
