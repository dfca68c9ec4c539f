import type { Notification } from "@ecotrim/contracts/notifications/notification";
import { formatCents } from "@ecotrim/contracts/numbers";
import type { ReportKind } from "@ecotrim/contracts/reports/report";
import { detailPath } from "@ecotrim/contracts/website/pages";
import { spell } from "./figures.ts";
import { npvSign } from "./results/verdict-words.ts";

/** The texts of all notifications, on the screen and by mail. */
export interface NotificationText {
  title: string;
  body: string;
  /** Path of the page that the notification links to. */
  path: string;
  tone: "good" | "bad" | "neutral";
}

const REPORT_NAMES: Record<ReportKind, string> = {
  basic: "informe básico",
  premium: "informe premium",
  workbook: "libro de Excel",
  proposal: "informe con su marca",
};

/**
 * Told before the scenarios are solved: the sign of the value, and the saving where it is worth its investment and of
 * the same person.
 */
function outcomeOf(savings: number | null | undefined, npv: number | null | undefined): string {
  if (typeof npv !== "number") return "ya puede ver los resultados.";
  if (typeof savings !== "number") return `${npvSign(npv)}; ya puede ver los resultados.`;
  return npv > 0
    ? `${npvSign(npv)} y ${spell("savings", savings)} de ahorro al año.`
    : `${npvSign(npv)}; ya puede ver por qué.`;
}

export function notificationText({
  kind,
  subjectId,
  data: {
    name = "su simulación",
    savings,
    npv,
    verdict,
    reason,
    by,
    reportKind = "basic",
    amount = 0,
    currency,
    product = "la herramienta",
  },
}: Pick<Notification, "kind" | "subjectId" | "data">): NotificationText {
  switch (kind) {
    case "simulation.completed":
      return {
        title: "Su simulación está lista",
        body: `${name}: ${verdict ?? outcomeOf(savings, npv)}`,
        path: detailPath(subjectId),
        tone: verdict === undefined && (npv ?? 0) > 0 ? "good" : "neutral",
      };
    case "simulation.failed":
      return {
        title: "Su simulación no ha podido terminar",
        body: `${name}: ${reason ?? "puede reintentarla desde su área."}`,
        path: detailPath(subjectId),
        tone: "bad",
      };
    case "simulation.shared":
      return {
        title: "Han compartido una simulación con usted",
        body: `${by ?? "Otra persona"} ha compartido ${name}.`,
        path: detailPath(subjectId),
        tone: "neutral",
      };
    case "report.ready":
      return {
        title: `Su ${REPORT_NAMES[reportKind]} está listo`,
        body: `${name}: ya puede descargarlo.`,
        path: reportKind === "premium" ? "/mi-area?seccion=compras" : "/mi-area?seccion=informes",
        tone: "good",
      };
    case "report.failed":
      return {
        title: `No se ha podido generar su ${REPORT_NAMES[reportKind]}`,
        body: `${name}: vuelva a pedirlo desde su área; no se le cobrará otra vez.`,
        path: "/mi-area?seccion=informes",
        tone: "bad",
      };
    case "payment.paid":
      return {
        title: "Pago recibido",
        body: `${name}: ${formatCents(amount, currency)}. Estamos preparando su informe.`,
        path: "/mi-area?seccion=compras",
        tone: "good",
      };
    case "payment.failed":
      return {
        title: "El pago no se ha completado",
        body: `${name}: no se ha cobrado nada. Puede volver a intentarlo.`,
        path: "/mi-area?seccion=compras",
        tone: "bad",
      };
    case "payment.refunded":
      return {
        title: "Pago devuelto",
        body: `${name}: se han devuelto ${formatCents(amount, currency)}.`,
        path: "/mi-area?seccion=compras",
        tone: "neutral",
      };
    case "subscription.active":
      return {
        title: "Suscripción activa",
        body: `Ya tiene acceso a ${product}.`,
        path: "/mi-area?seccion=herramientas",
        tone: "good",
      };
    case "subscription.past_due":
      return {
        title: "No se ha podido cobrar su suscripción",
        body: `Actualice su forma de pago para no perder el acceso a ${product}.`,
        path: "/mi-area?seccion=herramientas",
        tone: "bad",
      };
    case "subscription.ended":
      return {
        title: "Su suscripción ha terminado",
        body: `Ya no tiene acceso a ${product}. Puede suscribirse de nuevo cuando quiera.`,
        path: "/mi-area?seccion=herramientas",
        tone: "neutral",
      };
  }
}
