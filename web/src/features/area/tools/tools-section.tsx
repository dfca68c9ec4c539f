import type { Subscription } from "@ecotrim/contracts/billing/subscription";
import { longDate } from "@ecotrim/present/dates";
import { Button, List } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { CALLS } from "../../../lib/call-words.ts";
import { useServerEvent } from "../../../lib/server-events.ts";
import { RemovalDialog } from "../../../ui/removal-dialog.tsx";
import { Loading } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.ts";
import { cancelSubscription, checkAccess, openPortal } from "../../billing/calls.ts";
import { billingKeys, forceRecheck, recheckAfterReturn, subscriptionsQuery } from "../../billing/queries.ts";
import { useListParameters } from "../../simulations/detail-address.ts";
import { BrandCard } from "./brand-card.tsx";
import { TOOLS, type Tool } from "./catalog.ts";
import { SubscribeDialog } from "./subscribe-dialog.tsx";
import "./tools.css";

type Access = "free" | "development" | "subscribed" | "premium";

const BADGES: Record<Access, string> = {
  free: "Gratuito",
  development: "En desarrollo",
  subscribed: "Activo",
  premium: "Premium",
};

function accessOf({ productSlug, status }: Tool, subscription: Subscription | undefined): Access {
  if (status === "development") return "development";
  if (!productSlug) return "free";
  return subscription?.hasAccess ? "subscribed" : "premium";
}

/** After the return from the provider, subscriptions are read again soon and the address loses its marker. */
function useReturnFromPayment(): void {
  const client = useQueryClient();
  const [parameters, setParameters] = useListParameters();
  const returned = parameters.get("payment_success") === "true" || parameters.has("session_id");
  useEffect(() => {
    if (!returned) return;
    setParameters({ seccion: "herramientas" }, { replace: true });
    recheckAfterReturn(client);
  }, [returned, client, setParameters]);
}

export function ToolsSection() {
  const client = useQueryClient();
  const { data, isPending } = useQuery(subscriptionsQuery);
  const [subscribing, setSubscribing] = useState<Tool | null>(null);
  useReturnFromPayment();
  // Opening the tools reads the subscriptions again.
  useEffect(() => forceRecheck(client), [client]);
  useServerEvent("subscription:updated", () => void client.invalidateQueries({ queryKey: billingKeys.subscriptions }));
  if (isPending) return <Loading heights={[280]} label="Cargando sus herramientas" />;

  return (
    <section className="area-section" aria-label="Mis Herramientas">
      <ul className="area-grid">
        {TOOLS.map((tool) => (
          <li key={tool.id}>
            <ToolCard
              tool={tool}
              subscription={data?.find(({ product }) => product.slug === tool.productSlug)}
              onSubscribe={() => setSubscribing(tool)}
            />
          </li>
        ))}
      </ul>
      <BrandCard
        hasAccess={data?.some(({ hasAccess }) => hasAccess) ?? false}
        onSubscribe={() => setSubscribing(TOOLS.find(({ productSlug }) => productSlug) ?? null)}
      />
      <SubscribeDialog tool={subscribing} onClose={() => setSubscribing(null)} />
    </section>
  );
}

interface ToolCardProps {
  tool: Tool;
  subscription: Subscription | undefined;
  onSubscribe: () => void;
}

function ToolCard({ tool, subscription, onSubscribe }: ToolCardProps) {
  const access = accessOf(tool, subscription);
  return (
    <article className="card tool-card">
      <div className="bar">
        <h2>{tool.name}</h2>
        <span className="tool-badge" data-access={access}>
          {BADGES[access]}
        </span>
      </div>
      <p>{tool.description}</p>
      <List size="sm">
        {tool.features.map((feature) => (
          <List.Item key={feature}>{feature}</List.Item>
        ))}
      </List>
      {subscription && <SubscriptionState subscription={subscription} />}
      <ToolButton tool={tool} access={access} onSubscribe={onSubscribe} />
    </article>
  );
}

const FAILED = CALLS.checkAccess.failed;

function ToolButton({ tool, access, onSubscribe }: { tool: Tool; access: Access; onSubscribe: () => void }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const { url, productSlug, name } = tool;

  const open = async () => {
    if (url) return navigate(url);
    if (!productSlug) return;
    // Browsers allow a new tab only during the click, not after an answer.
    const tab = window.open("about:blank", "_blank");
    setBusy(true);
    try {
      const { hasAccess, url: address } = await checkAccess(productSlug);
      if (hasAccess && address && tab) {
        tab.opener = null;
        tab.location.replace(address);
      } else {
        tab?.close();
        if (hasAccess) toast.error(FAILED);
        else onSubscribe();
      }
    } catch {
      tab?.close();
      toast.error(FAILED);
    }
    setBusy(false);
  };

  if (access === "development")
    return (
      <Button
        variant="default"
        size="md"
        aria-disabled
        data-disabled
        onClick={() => toast.info(`${name} estará disponible próximamente.`)}
      >
        Próximamente
      </Button>
    );
  if (access === "premium")
    return (
      <Button size="md" onClick={onSubscribe}>
        Suscribirse
      </Button>
    );
  return (
    <Button size="md" loading={busy} onClick={() => void open()}>
      Acceder
    </Button>
  );
}

function stateOf({ status, isInTrial, trialEnd, currentPeriodEnd, cancelAtPeriodEnd, graceUntil }: Subscription) {
  const end = currentPeriodEnd ? longDate(currentPeriodEnd) : "";
  if (status === "canceled" || status === "unpaid") return "Suscripción terminada.";
  if (status === "past_due")
    return `No se ha podido cobrar la renovación. Conserva el acceso hasta el ${graceUntil ? longDate(graceUntil) : end}.`;
  if (cancelAtPeriodEnd) return `Cancelada: conserva el acceso hasta el ${end}.`;
  if (isInTrial) return `En periodo de prueba hasta el ${trialEnd ? longDate(trialEnd) : end}.`;
  return end && `Próximo pago el ${end}.`;
}

/** State and actions of a subscription. */
function SubscriptionState({ subscription }: { subscription: Subscription }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { product, hasAccess, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  const cancel = useMutation({
    mutationFn: () => cancelSubscription(product.slug),
    onSuccess: (subscriptions) => {
      client.setQueryData(billingKeys.subscriptions, subscriptions);
      toast.success("Suscripción cancelada. Conserva el acceso hasta el final del periodo pagado.");
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => setAsking(false),
  });
  const portal = useMutation({
    mutationFn: openPortal,
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => toast.error(error.message),
  });

  return (
    <div className="tool-subscription">
      <p>{stateOf(subscription)}</p>
      {hasAccess && (
        <div className="actions">
          <Button variant="default" loading={portal.isPending} onClick={() => portal.mutate()}>
            Pagos y facturas
          </Button>
          {!cancelAtPeriodEnd && (
            <Button variant="default" onClick={() => setAsking(true)}>
              Cancelar
            </Button>
          )}
        </div>
      )}
      <RemovalDialog
        opened={asking}
        title={`¿Cancelar la suscripción a ${product.name}?`}
        action="Cancelar la suscripción"
        keep="Conservarla"
        removing={cancel.isPending}
        onClose={() => setAsking(false)}
        onRemove={() => cancel.mutate()}
      >
        <p>
          No se le cobrará más. Conserva el acceso
          {currentPeriodEnd ? ` hasta el ${longDate(currentPeriodEnd)}` : " hasta el final del periodo pagado"} y puede
          volver a suscribirse cuando quiera.
        </p>
      </RemovalDialog>
    </div>
  );
}
