import { PREMIUM_REPORT_CENTS } from "@ecotrim/contracts/billing/prices";
import { formatCents } from "@ecotrim/contracts/numbers";
import { PREMIUM_CHAPTERS } from "@ecotrim/present/reports/chapters";
import { SAMPLE_PATH } from "@ecotrim/present/reports/sample";
import { WITHDRAWAL_RULES } from "@ecotrim/present/withdrawal";
import { Button, Checkbox, List, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { ApiError } from "../../lib/http.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FeedbackBanner, useFeedback } from "../../ui/feedback.tsx";
import { NewTabLink } from "../../ui/new-tab.tsx";
import { createPaymentLink } from "./calls.ts";
import { savePendingPayment } from "./pending-payment.ts";
import { withoutVat } from "./prices.ts";
import { ProviderNote } from "./provider-note.tsx";

interface PremiumDialogProps {
  simulationId: string;
  name: string;
  opened: boolean;
  onClose: () => void;
}

/** The premium report, its price and its order; the provider's own page takes the payment. */
export function PremiumDialog({ simulationId, name, opened, onClose }: PremiumDialogProps) {
  const [agreed, setAgreed] = useState(false);
  const [busy, setBusy] = useState(false);
  const { feedback, say } = useFeedback();

  // The browser's back button restores the page as it was left, so the busy state is reset.
  useEffect(() => {
    const show = () => setBusy(false);
    window.addEventListener("pageshow", show);
    return () => window.removeEventListener("pageshow", show);
  }, []);

  const order = async () => {
    setBusy(true);
    try {
      const link = await createPaymentLink(simulationId, `Informe premium · ${name}`);
      savePendingPayment({ reportId: simulationId, paymentLinkId: link.payment_link_id, timestamp: Date.now() });
      window.location.assign(link.payment_link_url);
    } catch (error) {
      const unreached = !(error instanceof ApiError) || error.status === 0;
      say("bad", unreached ? "Error al procesar el pago. Inténtalo de nuevo." : error.message);
      setBusy(false);
    }
  };

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Informe premium"
      size="36rem"
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Ahora no
          </Button>
          <Button disabled={!agreed} loading={busy} onClick={() => void order()}>
            Pedir y pagar {formatCents(PREMIUM_REPORT_CENTS)}
          </Button>
        </>
      }
    >
      <Text>{name}</Text>
      <List>
        {Object.values(PREMIUM_CHAPTERS).map(({ title, answers }) => (
          <List.Item key={title}>
            <strong>{title}.</strong> {answers}
          </List.Item>
        ))}
      </List>
      <Text>
        Antes de pagar, <NewTabLink to={SAMPLE_PATH}>lea un informe de ejemplo</NewTabLink>.
      </Text>
      <div>
        <Text fw={700} size="xl">
          {formatCents(PREMIUM_REPORT_CENTS)}, IVA incluido
        </Text>
        <Text size="sm" c="dimmed">
          {withoutVat(PREMIUM_REPORT_CENTS)}. Un solo pago, con factura. Es un pedido con obligación de pago.
        </Text>
        <Text size="sm" c="dimmed">
          {WITHDRAWAL_RULES["premium-report"]}
        </Text>
      </div>
      <Checkbox
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
        label={
          <>
            Acepto las <NewTabLink to="/condiciones">condiciones</NewTabLink> y pido la entrega inmediata; sé que, una
            vez entregado el informe, termina mi derecho de desistimiento.
          </>
        }
      />
      <FeedbackBanner feedback={feedback} />
      <ProviderNote />
    </Dialog>
  );
}
