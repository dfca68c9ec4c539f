import { isProduct, PRODUCTS, type Subscription } from "@ecotrim/contracts/billing/subscription";
import { longDate } from "@ecotrim/present/dates";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { SUBSCRIBED_REDIRECT_MS } from "../../lib/timings.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { verifySubscription } from "../billing/calls.ts";
import { billingKeys, forceRecheck } from "../billing/queries.ts";
import "./payment-result.css";

const POLL_MS = 2000;
const TOOLS = "/mi-area?seccion=herramientas";

/** Return page of a subscription; a moment later it leads to the tools. */
export function SubscriptionSuccessPage() {
  const [parameters] = useSearchParams();
  const sessionId = parameters.get("session_id");
  const product = parameters.get("product") ?? "";
  const subscription = isProduct(product) ? `la suscripción a ${PRODUCTS[product].name}` : "la suscripción";
  const { data, error, refetch } = useQuery({
    queryKey: ["billing", "subscription-session", sessionId],
    queryFn: () => verifySubscription(sessionId as string),
    enabled: sessionId !== null,
    retry: false,
    refetchInterval: ({ state }) => (state.data && !state.data.hasAccess ? POLL_MS : false),
  });

  return (
    <div className="page page-narrow payment-result">
      {sessionId === null ? (
        <Failed message="No se encontró información de la sesión" subscription={subscription} />
      ) : data?.hasAccess ? (
        <Subscribed subscription={data} />
      ) : error ? (
        <Failed message={error.message} subscription={subscription} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <PageHeading title="Confirmando la suscripción">Confirmando {subscription}…</PageHeading>
          <p role="status">Estamos preguntando al proveedor de pagos. No hace falta que pague otra vez.</p>
          <Loading heights={[160]} label="Confirmando la suscripción" />
        </>
      )}
    </div>
  );
}

function Subscribed({ subscription }: { subscription: Subscription }) {
  const { product, isInTrial, trialEnd, currentPeriodEnd } = subscription;
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    void client.invalidateQueries({ queryKey: billingKeys.subscriptions });
    forceRecheck(client);
    const timer = setTimeout(() => void navigate(TOOLS, { replace: true }), SUBSCRIBED_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [client, navigate]);

  return (
    <>
      <PageHeading title="Suscripción activa">Ya tiene acceso a {product.name}</PageHeading>
      <dl className="card payment-facts">
        <div>
          <dt>Producto</dt>
          <dd>{product.name}</dd>
        </div>
        <div>
          <dt>Estado</dt>
          <dd>{isInTrial ? "En periodo de prueba" : "Activa"}</dd>
        </div>
        {isInTrial && trialEnd && (
          <div>
            <dt>Fin de la prueba</dt>
            <dd>{longDate(trialEnd)}</dd>
          </div>
        )}
        {!isInTrial && currentPeriodEnd && (
          <div>
            <dt>Próximo pago</dt>
            <dd>{longDate(currentPeriodEnd)}</dd>
          </div>
        )}
      </dl>
      {isInTrial && <p>Durante la prueba no se le cobra nada; puede cancelar antes de que termine.</p>}
      <p role="status">En unos segundos le llevamos a sus herramientas.</p>
      <Button component={Link} to={TOOLS} size="md">
        Ir a Mis Herramientas
      </Button>
    </>
  );
}

interface FailedProps {
  message: string;
  /** The subscription by the name of its product, where the address tells it. */
  subscription: string;
  error?: Error;
  onRetry?: () => void;
}

function Failed({ message, subscription, error, onRetry }: FailedProps) {
  return (
    <>
      <PageHeading title="Suscripción">No se ha podido confirmar {subscription}</PageHeading>
      <ErrorState title={message} error={error ?? null} {...(onRetry && { onRetry })}>
        Si ya se ha suscrito, la herramienta se activará en cuanto se confirme; no pague otra vez.
      </ErrorState>
      <div className="actions">
        <Button component={Link} to={TOOLS}>
          Ir a Mis Herramientas
        </Button>
        <Button component={Link} to="/" variant="default">
          Ir al inicio
        </Button>
      </div>
    </>
  );
}
