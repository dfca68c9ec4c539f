import type { VerifiedPayment } from "@ecotrim/contracts/billing/payment";
import { formatCents } from "@ecotrim/contracts/numbers";
import { Button, List } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { ApiError } from "../../lib/http.ts";
import { useServerEvent } from "../../lib/server-events.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { verifyPayment } from "../billing/calls.ts";
import { forgetPendingPayment } from "../billing/pending-payment.ts";
import { billingKeys } from "../billing/queries.ts";
import "./payment-result.css";

const POLL_MS = 2000;

/** Return page of a report's payment. The server asks the provider for the outcome. */
export function PaymentSuccessPage() {
  const [parameters] = useSearchParams();
  const sessionId = parameters.get("session_id");
  const reportId = parameters.get("reportId");
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [...billingKeys.purchases, "session", sessionId],
    queryFn: () => verifyPayment(sessionId as string),
    enabled: sessionId !== null,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? POLL_MS : false),
  });
  useServerEvent("payment:updated", () => void refetch());
  const paid = data?.status === "paid";
  useEffect(() => {
    if (!paid) return;
    forgetPendingPayment();
    void client.invalidateQueries({ queryKey: billingKeys.purchases });
  }, [paid, client]);

  return (
    <div className="page page-narrow payment-result">
      <Content
        sessionId={sessionId}
        reportId={data?.reportId ?? reportId}
        payment={data}
        error={error}
        onRetry={() => void refetch()}
      />
    </div>
  );
}

interface ContentProps {
  sessionId: string | null;
  /** The simulation whose report was paid, as the payment says, else as the address does. */
  reportId: string | null;
  payment: VerifiedPayment | undefined;
  error: Error | null;
  onRetry: () => void;
}

function Content({ sessionId, reportId, payment, error, onRetry }: ContentProps) {
  if (sessionId === null)
    return <Failed message="No se encontró información de la sesión de pago" reportId={reportId} />;
  if (error) {
    const unreached = error instanceof ApiError && error.status === 0;
    return (
      <Failed
        message={unreached ? "Error de conexión al verificar el pago" : error.message}
        reportId={reportId}
        error={error}
        onRetry={onRetry}
      />
    );
  }
  if (!payment || payment.status === "pending")
    return (
      <>
        <PageHeading title="Confirmando el pago">Confirmando el pago…</PageHeading>
        <p role="status">Estamos preguntando al proveedor de pagos. No hace falta que pague otra vez.</p>
        <Loading heights={[160]} label="Confirmando el pago" />
      </>
    );
  if (payment.status !== "paid")
    return (
      <Failed
        reportId={reportId}
        message={
          payment.status === "refunded"
            ? "Este pago se ha devuelto."
            : "El pago no se ha completado; no se ha cobrado nada."
        }
      />
    );
  return (
    <>
      <PageHeading title="Pago confirmado">Pago confirmado</PageHeading>
      <dl className="card payment-facts">
        <div>
          <dt>Importe</dt>
          <dd>{formatCents(payment.amount_total, payment.currency)}, IVA incluido</dd>
        </div>
        <div>
          <dt>Estado</dt>
          <dd>Pagado</dd>
        </div>
        <div>
          <dt>Transacción</dt>
          <dd title={payment.id}>{payment.id.slice(0, 20)}…</dd>
        </div>
      </dl>
      <section className="card">
        <h2>Qué pasa ahora</h2>
        <List>
          <List.Item>
            Estamos preparando su informe premium; tarda unos segundos desde que estén calculados los escenarios y la
            sensibilidad que contiene.
          </List.Item>
          <List.Item>Le avisaremos en cuanto esté listo: aquí o, si no está conectado, por correo.</List.Item>
          <List.Item>Podrá descargarlo siempre desde Mis Compras, con su factura.</List.Item>
        </List>
      </section>
      <div className="actions">
        <Button component={Link} to="/mi-area?seccion=compras" size="md">
          Ir a Mi Área
        </Button>
        <SimulationLink id={reportId} />
        <Button component={Link} to="/historial-simulaciones" size="md" variant="default">
          Dashboard
        </Button>
      </div>
    </>
  );
}

/** The simulation that the report is about. */
function SimulationLink({ id }: { id: string | null }) {
  if (id === null) return null;
  return (
    <Button component={Link} to={`/simulacion/${encodeURIComponent(id)}`} size="md" variant="default">
      Ver la simulación
    </Button>
  );
}

interface FailedProps {
  message: string;
  reportId: string | null;
  error?: Error;
  onRetry?: () => void;
}

function Failed({ message, reportId, error, onRetry }: FailedProps) {
  return (
    <>
      <PageHeading title="Pago">No se ha podido confirmar el pago</PageHeading>
      <ErrorState title={message} error={error ?? null} {...(onRetry && { onRetry })}>
        Si ya ha pagado, su compra aparecerá en Mis Compras en cuanto se confirme; no pague otra vez.
      </ErrorState>
      <div className="actions">
        <Button component={Link} to="/mi-area?seccion=compras" size="md" variant="default">
          Ir a Mis Compras
        </Button>
        <SimulationLink id={reportId} />
      </div>
    </>
  );
}
