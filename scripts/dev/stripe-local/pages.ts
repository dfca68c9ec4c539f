import type { FastifyInstance } from "fastify";
import { hasEnded, setCancelAtPeriodEnd } from "./billing.ts";
import { decline, emailOf, isExhausted, linkOf, openLink, type Payer, pay, returnUrl } from "./checkout.ts";
import type { CheckoutSession, Subscription } from "./objects.ts";
import { parseForm } from "./params.ts";
import type { Stand } from "./stand.ts";

class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const shown = (value: unknown): string => {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(shown).join("");
  return String(value ?? "").replace(/[&<>"']/g, (char) => ESCAPES[char] as string);
};
/** Escapes every inserted value, unless it is `html` itself. */
const html = (parts: TemplateStringsArray, ...values: unknown[]) =>
  new Html(String.raw({ raw: parts }, ...values.map(shown)));

const money = (cents: number, currency: string) =>
  new Intl.NumberFormat("es-ES", {
    style: "currency",
    currency,
    useGrouping: "always",
  } as Intl.NumberFormatOptions).format(cents / 100);
const day = (seconds: number) =>
  new Intl.DateTimeFormat("es-ES", { dateStyle: "long", timeZone: "Europe/Madrid" }).format(seconds * 1000);

const STYLE = `body{font-family:system-ui,sans-serif;margin:0 auto;max-width:30rem;padding:1rem;color:#1a1a1a;background:#fff}
.mode{background:#fff3c4;border:1px solid #8a6d00;padding:.75rem;font-weight:600}
.error{background:#fde8e8;border:1px solid #b42318;padding:.75rem}
label{display:block;margin:.75rem 0 .25rem}input[type=text],input[type=email]{box-sizing:border-box;width:100%;min-height:44px;font:inherit}
button,.button{display:inline-block;box-sizing:border-box;min-height:44px;padding:.6rem 1.2rem;margin:.5rem .5rem 0 0;font:inherit;border:1px solid #333;background:#fff;color:#1a1a1a;text-decoration:none}
button.main{background:#1f5fa8;border-color:#1f5fa8;color:#fff}`;

const page = (title: string, body: Html) => html`<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Modo de pruebas</title><link rel="stylesheet" href="/style.css"></head>
<body><p class="mode">Modo de pruebas · no se cobra nada</p><main><h1>${title}</h1>
${body}</main></body></html>`;

const field = (name: string, label: string, value: string | null = "", type = "text", required = true) =>
  html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}"${required ? new Html(" required") : ""}>`;

const linesOf = ({ line_items, amount_total, currency }: CheckoutSession) =>
  html`<ul>${line_items.data.map(
    ({ description, quantity, amount_total: amount, price }) =>
      html`<li>${description} × ${quantity}: ${money(amount, price.currency)}${
        price.recurring ? ` (cada ${price.recurring.interval === "year" ? "año" : "mes"})` : ""
      }</li>`,
  )}</ul><p><strong>Total: ${money(amount_total, currency ?? "eur")}</strong></p>`;

const leave = ({ cancel_url, payment_link }: CheckoutSession) =>
  cancel_url !== null && payment_link === null ? html`<a class="button" href="${cancel_url}">Volver</a>` : "";

function payPage(stand: Stand, session: CheckoutSession, problem?: string): Html {
  const email = emailOf(stand, session);
  const asksAddress = session.billing_address_collection === "required";
  const asksTerms = session.consent_collection?.terms_of_service === "required";
  return page(
    session.mode === "subscription" ? "Suscribirse" : "Pagar",
    html`${problem ? html`<p class="error" role="alert">${problem}</p>` : ""}${linesOf(session)}
<form method="post" action="/checkout/${session.id}/pay">
${email === null ? field("email", "Correo electrónico", "", "email") : html`<p>${email}</p>`}
${field("name", "Nombre o razón social", "Empresa de Pruebas, S.L.", "text", asksAddress)}
${session.tax_id_collection?.enabled ? field("taxId", "NIF (opcional)", "", "text", false) : ""}
${
  asksAddress
    ? [
        field("line1", "Dirección", "Calle de Pruebas, 1"),
        field("postalCode", "Código postal", "28001"),
        field("city", "Población", "Madrid"),
      ]
    : ""
}
${asksTerms ? html`<p><label><input type="checkbox" name="acceptsTerms" value="true" required> Acepto las condiciones del servicio</label></p>` : ""}
<p>Tarjeta de prueba 4242 4242 4242 4242</p>
<button class="main">Pagar</button></form>
<form method="post" action="/checkout/${session.id}/decline"><button>Rechazar</button></form>
${leave(session)}`,
  );
}

const message = (title: string, text: string, more: unknown = "") => page(title, html`<p>${text}</p>${more}`);

/** The session's page, or the reason why it is not payable. */
function sessionPage(stand: Stand, session: CheckoutSession): { status: number; body: Html } {
  if (session.status === "complete") {
    const link = linkOf(stand, session);
    const text = link?.after_completion.hosted_confirmation?.custom_message ?? "Gracias por su pago.";
    return { status: 200, body: message("Pago realizado", text) };
  }
  if (session.status === "expired") {
    return { status: 410, body: message("Sesión caducada", "Esta sesión de pago ha caducado.", leave(session)) };
  }
  const link = linkOf(stand, session);
  if (link && isExhausted(link)) return { status: 410, body: unavailable(link.inactive_message) };
  return { status: 200, body: payPage(stand, session) };
}

const unavailable = (text: string | null) =>
  message("Enlace no disponible", text ?? "Este enlace de pago ya se ha utilizado o ya no está activo.");

const portalItem = (portalId: string, subscription: Subscription) => {
  const { items, cancel_at_period_end: ending } = subscription;
  const end = day(items.data[0]?.current_period_end ?? subscription.created);
  return html`<li><p>${money(items.data[0]?.price.unit_amount ?? 0, subscription.currency)}. ${
    ending ? `Termina el ${end}.` : `Se renueva el ${end}.`
  }</p><form method="post" action="/portal/${portalId}/${ending ? "resume" : "cancel"}">
<input type="hidden" name="subscription" value="${subscription.id}">
<button>${ending ? "Reanudar" : "Cancelar suscripción"}</button></form></li>`;
};

/** The payer's pages: plain forms without scripts. */
export function servePages(app: FastifyInstance, stand: Stand): void {
  const { store } = stand;
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("content-security-policy", "default-src 'none'; style-src 'self'");
  });
  type ById = { Params: { id: string } };

  app.get("/style.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(STYLE));

  app.get<ById>("/link/:id", async ({ params, url }, reply) => {
    const link = store.find("payment_link", params.id);
    if (!link?.active || isExhausted(link)) {
      return reply
        .code(410)
        .type(HTML)
        .send(unavailable(link?.inactive_message ?? null).text);
    }
    const query = parseForm(url.split("?")[1] ?? "") as Parameters<typeof openLink>[2];
    return reply.redirect(`/checkout/${openLink(stand, link, query).id}`, 303);
  });

  const missing = message("No encontrado", "Esta página no existe.").text;
  app.get<ById>("/checkout/:id", async ({ params }, reply) => {
    const session = store.find("checkout.session", params.id);
    if (!session) return reply.code(404).type(HTML).send(missing);
    const { status, body } = sessionPage(stand, session);
    return reply.code(status).type(HTML).send(body.text);
  });

  app.post<ById & { Params: { action: string } }>("/checkout/:id/:action", async ({ params, body }, reply) => {
    const session = store.find("checkout.session", params.id);
    if (!session) return reply.code(404).type(HTML).send(missing);
    const shownPage = sessionPage(stand, session);
    const canPay = session.status === "open" && shownPage.status === 200;
    if (canPay && params.action === "decline") {
      decline(stand, session);
      const refusal = "Su tarjeta ha sido rechazada. No se ha cobrado nada; puede probar con otra.";
      return reply
        .code(402)
        .type(HTML)
        .send(payPage(stand, session, refusal).text);
    }
    if (canPay) {
      const written = Object.entries(parseForm(String(body ?? ""))).filter(([, value]) => value !== "");
      const { acceptsTerms, ...payer } = Object.fromEntries(written) as Payer;
      if (emailOf(stand, session) === null && payer.email === undefined) {
        return reply
          .code(422)
          .type(HTML)
          .send(payPage(stand, session, "Escriba su correo electrónico.").text);
      }
      if (session.consent_collection?.terms_of_service === "required" && acceptsTerms === undefined) {
        return reply
          .code(422)
          .type(HTML)
          .send(payPage(stand, session, "Acepte las condiciones del servicio.").text);
      }
      pay(stand, session, payer);
    } else if (session.status !== "complete") {
      return reply.code(shownPage.status).type(HTML).send(shownPage.body.text);
    }
    // A second click is redirected as the first was.
    return reply.redirect(returnUrl(stand, session) ?? `/checkout/${session.id}`, 303);
  });

  app.get<ById>("/portal/:id", async ({ params }, reply) => {
    const portal = store.find("billing_portal.session", params.id);
    if (!portal) return reply.code(404).type(HTML).send(missing);
    const own = store.all("subscription").filter((one) => one.customer === portal.customer && !hasEnded(one));
    const body = html`${own.length > 0 ? html`<ul>${own.map((one) => portalItem(portal.id, one))}</ul>` : html`<p>No tiene suscripciones activas.</p>`}
${portal.return_url === null ? "" : html`<a class="button" href="${portal.return_url}">Volver</a>`}`;
    return reply.type(HTML).send(page("Su suscripción", body).text);
  });

  app.post<ById & { Params: { action: string } }>("/portal/:id/:action", async ({ params, body }, reply) => {
    const portal = store.find("billing_portal.session", params.id);
    const subscription = store.find("subscription", String(parseForm(String(body ?? "")).subscription));
    if (!portal || !subscription || subscription.customer !== portal.customer) {
      return reply.code(404).type(HTML).send(missing);
    }
    if (!hasEnded(subscription)) setCancelAtPeriodEnd(stand, subscription, params.action === "cancel");
    return reply.redirect(`/portal/${portal.id}`, 303);
  });

  const receipt = async ({ params }: { params: unknown }) => {
    const { id } = params as { id: string };
    const invoice = store.find("invoice", id);
    const charge = store.find("charge", id);
    const amount = invoice?.total ?? charge?.amount ?? 0;
    const found = invoice ?? charge;
    return found && { found, amount, number: invoice?.number ?? found.id, lines: invoice?.lines.data ?? [] };
  };
  for (const path of ["/receipts/:id", "/receipts/:id/pdf"]) {
    app.get(path, async (request, reply) => {
      const data = await receipt(request);
      if (!data) return reply.code(404).type(HTML).send(missing);
      const { found, amount, number, lines } = data;
      const body = html`<p>Número ${number}, ${day(found.created)}</p>
<ul>${lines.map((line) => html`<li>${line.description}: ${money(line.amount, line.currency)}</li>`)}</ul>
<p><strong>Total: ${money(amount, found.currency)}</strong></p>`;
      return reply.type(HTML).send(page("Factura de prueba", body).text);
    });
  }
}

const HTML = "text/html; charset=utf-8";
