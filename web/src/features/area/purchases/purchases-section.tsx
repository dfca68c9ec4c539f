import { PAYMENT_STATUSES, type Payment, type PaymentStatus } from "@ecotrim/contracts/billing/payment";
import { formatCents, formatNumber } from "@ecotrim/contracts/numbers";
import { longDate } from "@ecotrim/present/dates";
import { withdrawalText } from "@ecotrim/present/withdrawal";
import { Anchor, Button, Select } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useServerEvent } from "../../../lib/server-events.ts";
import { Figure } from "../../../ui/figure.tsx";
import { EmptyState, ErrorState, Loading } from "../../../ui/states.tsx";
import { billingKeys, paymentStatsQuery, purchasesQuery } from "../../billing/queries.ts";
import { useReport } from "../../billing/use-report.ts";
import "./purchases.css";

const LABELS: Record<PaymentStatus, string> = {
  pending: "Pendiente",
  paid: "Pagado",
  failed: "Rechazado",
  refunded: "Devuelto",
  cancelled: "Cancelado",
};
const ALL = "todos";

export function PurchasesSection() {
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [status, setStatus] = useState<PaymentStatus | null>(null);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(purchasesQuery(page, status));
  useServerEvent("payment:updated", () => void client.invalidateQueries({ queryKey: billingKeys.purchases }));
  const pages = data?.pagination.pages ?? 1;

  return (
    <section className="area-section" aria-label="Mis Compras">
      <PurchaseStats />
      <div className="bar">
        <Select
          label="Estado"
          value={status ?? ALL}
          onChange={(value) => {
            setStatus(PAYMENT_STATUSES.find((known) => known === value) ?? null);
            setPage(1);
          }}
          data={[{ value: ALL, label: "Todos" }, ...PAYMENT_STATUSES.map((value) => ({ value, label: LABELS[value] }))]}
          allowDeselect={false}
        />
      </div>
      {isPending ? (
        <Loading heights={[88, 88, 88]} label="Cargando sus compras" />
      ) : error && !data ? (
        <ErrorState title="Error al obtener historial de compras" error={error} onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : data.payments.length === 0 ? (
        <EmptyState title={status ? "Ninguna compra tiene este estado." : "No tienes compras aún"}>
          {!status && "Cuando compre un informe premium o se suscriba a una herramienta, lo verá aquí con su factura."}
        </EmptyState>
      ) : (
        <div className="listing" aria-busy={isPlaceholderData}>
          <ul className="purchases">
            {data.payments.map((payment) => (
              <Purchase key={payment.id} payment={payment} />
            ))}
          </ul>
          {pages > 1 && (
            <div className="actions">
              <Button variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                Anterior
              </Button>
              <span className="purchases-page" role="status">
                Página {page} de {pages}
              </span>
              <Button variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
                Siguiente
              </Button>
            </div>
          )}
        </div>
      )}
      <p className="purchases-withdrawal">
        Cada compra dice si puede desistir de ella y hasta cuándo.{" "}
        <Link to="/desistimiento">Desistir del contrato aquí</Link>
      </p>
    </section>
  );
}

function PurchaseStats() {
  const { data, isPending } = useQuery(paymentStatsQuery);
  if (isPending) return <Loading heights={[96]} label="Cargando el resumen" />;
  if (!data) return null;
  const paid = data.stats.find(({ status }) => status === "paid")?.count ?? 0;
  return (
    <dl className="purchase-stats">
      <Figure label="Compras" value={formatNumber(data.totalPayments)} unit="" />
      <Figure label="Total gastado" value={formatNumber(data.totalRevenue / 100, { decimals: 2 })} unit="€" />
      <Figure label="Pagos realizados" value={formatNumber(paid)} unit="" />
    </dl>
  );
}

function Purchase({ payment }: { payment: Payment }) {
  const { kind, amount, currency, status, createdAt, paidAt, productInfo, simulation, invoiceUrl, withdrawal } =
    payment;
  // The title is that of the order; the simulation may have been named since.
  const title = simulation && !productInfo.reportTitle.includes(simulation.title) ? simulation.title : null;
  const named = [title, simulation?.site].filter(Boolean).join(" · ");
  return (
    <li className="card purchase">
      <div>
        <strong>{productInfo.reportTitle}</strong>
        {named && <p>{named}</p>}
        <p>
          {paidAt ? `Pagado el ${longDate(paidAt)}` : `Pedido el ${longDate(createdAt)}`} ·{" "}
          {formatCents(amount, currency)}, IVA incluido
        </p>
        {withdrawal && <p>{withdrawalText(withdrawal)}</p>}
      </div>
      <span className="purchase-status" data-status={status}>
        {LABELS[status]}
      </span>
      {invoiceUrl && (
        <Anchor href={invoiceUrl} target="_blank" rel="noreferrer" className="purchase-invoice">
          Ver la factura
        </Anchor>
      )}
      {status === "paid" && kind === "premium-report" && simulation && <ReportActions simulationId={simulation.id} />}
    </li>
  );
}

function ReportActions({ simulationId }: { simulationId: string }) {
  const { making, save, show } = useReport(simulationId, () => undefined);
  return (
    <div className="actions">
      <Button disabled={making !== null} onClick={() => void show("premium")}>
        Ver Informe
      </Button>
      <Button variant="default" loading={making !== null} onClick={() => void save("premium")}>
        Descargar
      </Button>
    </div>
  );
}
