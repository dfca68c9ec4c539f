import { SUBSCRIPTION_CENTS_PER_MONTH } from "@ecotrim/contracts/billing/prices";
import { formatCents } from "@ecotrim/contracts/numbers";
import { WITHDRAWAL_RULES } from "@ecotrim/present/withdrawal";
import { Button, Checkbox, List, Text } from "@mantine/core";
import { type Ref, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Dialog } from "../../../ui/dialog.tsx";
import { FeedbackBanner, useFeedback } from "../../../ui/feedback.tsx";
import { NewTabLink } from "../../../ui/new-tab.tsx";
import { createSubscription } from "../../billing/calls.ts";
import { withoutVat } from "../../billing/prices.ts";
import { ProviderNote } from "../../billing/provider-note.tsx";
import type { Tool } from "./catalog.ts";

const SUPPORT = [
  "Soporte por correo en español",
  "Factura de cada mes en Mis Compras",
  "Cancelación desde Mi Área cuando quiera",
];

/** Two steps: the contents of the tool, then its price. */
export function SubscribeDialog({ tool, onClose }: { tool: Tool | null; onClose: () => void }) {
  return (
    <Dialog opened={tool !== null} onClose={onClose} title={`Suscribirse a ${tool?.name ?? ""}`} size="34rem">
      {tool && <Steps tool={tool} />}
    </Dialog>
  );
}

function Steps({ tool }: { tool: Tool }) {
  const [step, setStep] = useState<1 | 2>(1);
  const start = useRef<HTMLParagraphElement>(null);
  // The pressed button disappears with its step, and the focus would be lost with it.
  const turnTo = (to: 1 | 2) => {
    flushSync(() => setStep(to));
    start.current?.focus();
  };
  return step === 1 ? (
    <>
      <Text fw={600} ref={start} tabIndex={-1}>
        Lo que incluye
      </Text>
      <List>
        {tool.features.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
      <Text fw={600}>Soporte</Text>
      <List>
        {SUPPORT.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
      <div className="dialog-actions">
        <Button onClick={() => turnTo(2)}>Ver el precio</Button>
      </div>
    </>
  ) : (
    <Plan tool={tool} start={start} onBack={() => turnTo(1)} />
  );
}

interface PlanProps {
  tool: Tool;
  start: Ref<HTMLParagraphElement>;
  onBack: () => void;
}

function Plan({ tool: { productSlug }, start, onBack }: PlanProps) {
  const [busy, setBusy] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const { feedback, say } = useFeedback();
  // The browser's back button restores the page as it was left, so the busy state is reset.
  useEffect(() => {
    const show = () => setBusy(false);
    window.addEventListener("pageshow", show);
    return () => window.removeEventListener("pageshow", show);
  }, []);

  const subscribe = async () => {
    if (!productSlug) return;
    setBusy(true);
    try {
      window.location.assign(await createSubscription(productSlug));
    } catch (error) {
      say("bad", `Error al procesar la suscripción: ${(error as Error).message}`);
      setBusy(false);
    }
  };

  return (
    <>
      <div>
        <Text fw={700} size="xl" ref={start} tabIndex={-1}>
          {formatCents(SUBSCRIPTION_CENTS_PER_MONTH)} al mes, IVA incluido
        </Text>
        <Text size="sm" c="dimmed">
          {withoutVat(SUBSCRIPTION_CENTS_PER_MONTH)}. Se renueva cada mes. Sin permanencia: cancele cuando quiera y
          conserve el acceso hasta el final del mes pagado.
        </Text>
        <Text size="sm" c="dimmed">
          {WITHDRAWAL_RULES.subscription}
        </Text>
      </div>
      <Checkbox
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
        label={
          <>
            Acepto las <NewTabLink to="/condiciones">condiciones</NewTabLink>; es un pedido con obligación de pago.
          </>
        }
      />
      <FeedbackBanner feedback={feedback} />
      <ProviderNote />
      <div className="dialog-actions">
        <Button variant="default" onClick={onBack} disabled={busy}>
          Atrás
        </Button>
        <Button onClick={() => void subscribe()} disabled={busy || !agreed}>
          {busy ? "Procesando..." : "Suscribirme Ahora"}
        </Button>
      </div>
    </>
  );
}
