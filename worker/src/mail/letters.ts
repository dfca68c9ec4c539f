import { VAT_PERCENT, WITHDRAWAL_DAYS } from "@ecotrim/contracts/billing/prices";
import { LOCALE, TIME_ZONE } from "@ecotrim/contracts/locale";
import { formatCents, formatNumber } from "@ecotrim/contracts/numbers";
import { OFFER_CONSENTS } from "@ecotrim/contracts/offers/offer";
import { RETENTION_MONTHS, RETENTION_WARNING_DAYS } from "@ecotrim/contracts/retention";
import { sharedPath } from "@ecotrim/contracts/website/pages";
import { withdrawalReference } from "@ecotrim/contracts/withdrawal/declaration";
import { labelOf, spell } from "@ecotrim/present/figures";
import { notificationText } from "@ecotrim/present/notifications";
import { WITHDRAWAL_RULES, withdrawalText } from "@ecotrim/present/withdrawal";
import { withdrawalRights } from "@ecotrim/server/billing/withdrawal";
import { PaymentEntity } from "@ecotrim/server/db/entities/billing";
import { ContactMessageEntity } from "@ecotrim/server/db/entities/contact-message";
import type { Mail, MailKind } from "@ecotrim/server/db/entities/mail";
import { NotificationEntity } from "@ecotrim/server/db/entities/notification";
import { type Offer, OfferEntity } from "@ecotrim/server/db/entities/offer";
import { ShareInvitationEntity } from "@ecotrim/server/db/entities/sharing";
import { type User, UserEntity } from "@ecotrim/server/db/entities/user";
import { type Withdrawal, WithdrawalEntity } from "@ecotrim/server/db/entities/withdrawal";
import { publicUrl } from "@ecotrim/server/env/env";
import { createLinkToken } from "@ecotrim/server/mail/link-tokens";
import type { JobDeps } from "../jobs/job.ts";
import type { MailAttachment } from "./mailer.ts";

/** Content of a mail. Texts are data: the layout escapes them. */
export interface Letter {
  subject: string;
  paragraphs: string[];
  /** The button, which links to an address of the platform. */
  action?: { label: string; url: string };
  /** Small print. */
  note?: string;
  replyTo?: string;
  attachments?: MailAttachment[];
}

/** Inputs of a letter: its subject and its recipient. */
interface Writing extends Pick<JobDeps, "dataSource" | "env"> {
  mail: Mail;
  user: User | null;
}

/** Writes one kind of mail when it is sent; null where the mail is no longer needed. */
type Writer = (writing: Writing) => Promise<Letter | null>;

const greeting = (user: User | null): string => (user ? `Hola, ${user.firstName}:` : "Hola:");
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeZone: TIME_ZONE });
const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeStyle: "short", timeZone: TIME_ZONE });

const NOT_YOU = "Si no ha sido usted, no tiene que hacer nada.";

export const WRITERS: Record<MailKind, Writer> = {
  "confirm-email": async ({ dataSource, env, user }) => {
    if (!user || user.emailConfirmedAt) return null;
    const token = await createLinkToken(dataSource.manager, { userId: user.id, purpose: "confirm-email" });
    return {
      subject: "Confirme su correo",
      paragraphs: [
        greeting(user),
        "Gracias por abrir una cuenta. Confirme que este correo es suyo para recibir lo que otras personas compartan con usted.",
      ],
      action: { label: "Confirmar mi correo", url: `${publicUrl(env)}/confirmar-correo?token=${token}` },
      note: `El enlace sirve 7 días. ${NOT_YOU}`,
    };
  },
  "reset-password": async ({ dataSource, env, user }) => {
    if (!user) return null;
    const token = await createLinkToken(dataSource.manager, { userId: user.id, purpose: "reset-password" });
    return {
      subject: "Elija una contraseña nueva",
      paragraphs: [greeting(user), "Nos ha pedido una contraseña nueva. Elíjala con este enlace."],
      action: { label: "Elegir contraseña", url: `${publicUrl(env)}/restablecer?token=${token}` },
      note: `El enlace sirve una hora y una sola vez. ${NOT_YOU} Su contraseña sigue siendo la misma.`,
    };
  },
  "password-changed": async ({ env, user, mail }) => ({
    subject: "Su contraseña ha cambiado",
    paragraphs: [
      greeting(user),
      `La contraseña de su cuenta se cambió el ${moment.format(mail.createdAt)}. Las demás sesiones se han cerrado.`,
      "Si no ha sido usted, elija otra contraseña cuanto antes.",
    ],
    action: { label: "Elegir otra contraseña", url: `${publicUrl(env)}/restablecer` },
  }),
  "share-invitation": async ({ dataSource, env, mail }) => {
    const invitation = await dataSource.getRepository(ShareInvitationEntity).findOne({
      where: { simulationId: mail.subjectId ?? "", email: mail.address ?? "" },
      relations: { invitedBy: true },
    });
    if (!invitation) return null;
    const { firstName, lastName } = invitation.invitedBy;
    return {
      subject: `${firstName} ${lastName} ha compartido una simulación con usted`,
      paragraphs: [
        "Hola:",
        `${firstName} ${lastName} le da acceso de lectura a su simulación de una batería industrial. Para verla, abra una cuenta gratuita con este mismo correo y confírmelo.`,
      ],
      action: { label: "Abrir una cuenta", url: `${publicUrl(env)}/register` },
      note: "Le escribimos solo por esta invitación; no guardaremos su correo para otra cosa.",
    };
  },
  notification: async ({ dataSource, env, mail, user }) => {
    const told = await dataSource.getRepository(NotificationEntity).findOneBy({ id: mail.subjectId ?? "" });
    if (!told || told.deliveredAt || told.readAt || !user?.notifyByEmail) return null;
    const { title, body, path } = notificationText(told);
    return {
      subject: title,
      paragraphs: [
        greeting(user),
        body,
        ...(told.kind === "simulation.failed" && mail.requestId ? [`Referencia: ${mail.requestId}`] : []),
      ],
      action: { label: "Ver en mi área", url: `${publicUrl(env)}${path}` },
      note: "Puede dejar de recibir estos avisos en Mi Perfil.",
    };
  },
  "retention-warning": async ({ env, user }) => {
    if (!user?.retentionWarnedAt) return null;
    // The date rather than a number of days, since a mail may come days late.
    const end = day.format(user.retentionWarnedAt.getTime() + RETENTION_WARNING_DAYS * 24 * 3_600_000);
    return {
      subject: `Su cuenta se eliminará el ${end}`,
      paragraphs: [
        greeting(user),
        `No ha iniciado sesión en casi ${RETENTION_MONTHS} meses, el tiempo que conservamos los datos personales. El ${end} eliminaremos su cuenta y sus simulaciones.`,
        "Para conservarlas basta con iniciar sesión.",
      ],
      action: { label: "Iniciar sesión", url: `${publicUrl(env)}/login` },
    };
  },
  "account-deleted": async ({ mail }) => ({
    subject: "Su cuenta se ha eliminado",
    paragraphs: [
      "Hola:",
      `Su cuenta y sus datos se eliminaron el ${day.format(mail.createdAt)}. Los justificantes de pago se conservan sin sus datos durante el plazo legal.`,
    ],
  }),
  contact: async ({ dataSource, mail }) => {
    const message = await dataSource.getRepository(ContactMessageEntity).findOneBy({ id: mail.subjectId ?? "" });
    if (!message) return null;
    const { name, company, email } = message;
    return {
      subject: `Contacto: ${company}`,
      replyTo: email,
      paragraphs: [`${name}, de ${company}`, senderOf(message), ...message.message.split(/\n+/)],
    };
  },
  offer: async ({ dataSource, env, mail }) => {
    const offer = await dataSource.getRepository(OfferEntity).findOneBy({ id: mail.subjectId ?? "" });
    if (!offer) return null;
    const { name, company, email, message, simulationId, token, consentVersion, consentAt } = offer;
    const consent = (OFFER_CONSENTS as Record<string, string>)[consentVersion];
    return {
      subject: `Oferta en firme: ${company}`,
      replyTo: email,
      paragraphs: [
        `${name}, de ${company}, pide una oferta en firme.`,
        senderOf(offer),
        ...(message?.split(/\n+/) ?? []),
        ...caseOf(offer),
        "El archivo adjunto lleva los datos de entrada y los resultados.",
      ],
      ...(simulationId && { action: { label: "Ver la simulación", url: `${publicUrl(env)}${sharedPath(token)}` } }),
      note: `Consentimiento del ${moment.format(consentAt)}, versión ${consentVersion}: «${consent}»`,
      attachments: [await simulationFile(dataSource, offer)],
    };
  },
  "offer-copy": async ({ dataSource, env, mail, user }) => {
    const offer = await dataSource.getRepository(OfferEntity).findOneBy({ id: mail.subjectId ?? "" });
    if (!offer) return null;
    const { name, company, message, email, createdAt } = offer;
    // Anybody can name any address, whose owner must not be sent what a stranger wrote.
    const isOwnAddress = Boolean(user?.emailConfirmedAt) && user?.email === email;
    return {
      subject: "Hemos recibido su petición de oferta en firme",
      replyTo: env.CONTACT_EMAIL,
      paragraphs: [
        "Hola:",
        `El ${moment.format(createdAt)} hemos recibido su petición de oferta en firme para este caso:`,
        ...(isOwnAddress
          ? [
              ...caseOf(offer),
              `Sus datos: ${name} · ${company} · ${reachedBy(offer)}`,
              ...(message ? [`Su mensaje: ${message}`] : []),
            ]
          : [sizeOf(offer), offer.sent.verdict.sentence]),
        "La empresa estudia su caso y le responde por correo o por teléfono. Pedir la oferta no le compromete a nada. Si quiere añadir o corregir algo, responda a este correo.",
      ],
      note: `Guardamos su petición ${RETENTION_MONTHS} meses. Puede retirar su consentimiento cuando quiera respondiendo a este correo. Si no la ha enviado usted, díganoslo del mismo modo y la borraremos.`,
    };
  },
  receipt: async ({ dataSource, env, mail, user }) => {
    const payment = await dataSource.getRepository(PaymentEntity).findOneBy({ id: mail.subjectId ?? "" });
    if (!payment || !user) return null;
    const { title, amount, paidAt, invoiceUrl } = payment;
    const right = (await withdrawalRights(dataSource.manager, [payment.id])).get(payment.id);
    return {
      subject: "Confirmación de su compra",
      paragraphs: [
        greeting(user),
        `${title}: ${formatCents(amount)}, IVA del ${VAT_PERCENT} % incluido, pagado el ${day.format(paidAt ?? mail.createdAt)}.`,
        ...(right ? [withdrawalText(right)] : []),
        ...(right?.state === "open" ? [`Para desistir: ${publicUrl(env)}/desistimiento`] : []),
        ...(invoiceUrl ? [`Factura: ${invoiceUrl}`] : []),
      ],
      action: { label: "Ver mis compras", url: `${publicUrl(env)}/mi-area?seccion=compras` },
    };
  },
  withdrawal: async (writing) => {
    const declared = await withdrawalOf(writing);
    return {
      subject: `Desistimiento ${withdrawalReference(declared.id)}`,
      replyTo: declared.email,
      paragraphs: [
        `El ${moment.format(declared.createdAt)} se ha recibido este desistimiento${declared.userId ? ", enviado desde una cuenta" : ""}. Hay que devolver lo pagado en ${WITHDRAWAL_DAYS} días a más tardar.`,
        ...wordsOf(declared),
      ],
    };
  },
  "withdrawal-receipt": async (writing) => {
    const declared = await withdrawalOf(writing);
    return {
      subject: `Acuse de recibo de su desistimiento ${withdrawalReference(declared.id)}`,
      replyTo: writing.env.CONTACT_EMAIL,
      paragraphs: [
        "Hola:",
        `Hemos recibido su desistimiento el ${moment.format(declared.createdAt)}, hora peninsular española. Dice así:`,
        ...wordsOf(declared),
        `${WITHDRAWAL_RULES.subscription} ${WITHDRAWAL_RULES["premium-report"]} Si puede desistir, le devolveremos lo pagado por el mismo medio de pago en ${WITHDRAWAL_DAYS} días a más tardar. Le responderemos a este correo.`,
      ],
      note: "Conserve este mensaje: acredita el contenido, la fecha y la hora de su declaración. Si no la ha enviado usted, responda a este correo.",
    };
  },
};

const reachedBy = ({ email, phone }: Pick<Offer, "email" | "phone">): string =>
  `Correo: ${email}${phone ? ` · Teléfono: ${phone}` : ""}`;

/** How the company reaches whoever writes to it. */
const senderOf = (sender: Pick<Offer, "email" | "phone" | "userId">): string =>
  `${reachedBy(sender)}${sender.userId ? " · Tiene cuenta" : ""}`;

const OFFERED_FIGURES = ["savings", "npv", "irr", "payback_years", "capex_eur"] as const;

/**
 * The case, its verdict and its figures, as they were when the offer was asked for. With a revenue share all figures are
 * of who invests, as NPV and IRR always are.
 */
function caseOf({ sent: { line, verdict, figures, owner } }: Offer): string[] {
  const shown = { ...figures, ...owner };
  const list = OFFERED_FIGURES.map((key) => `${labelOf(key)}: ${spell(key, shown[key])}`).join(" · ");
  return [line, verdict.sentence, owner ? `Para quien invierte: ${list}` : list];
}

const sizeOf = ({ sent: { figures } }: Offer): string =>
  `Batería de ${formatNumber(figures.battery_capacity_kwh, { unit: "kWh" })} y ${formatNumber(figures.battery_power_kw, { unit: "kW" })}.`;

/** The simulation as a file; without its results where it was deleted since. */
async function simulationFile(dataSource: JobDeps["dataSource"], offer: Offer): Promise<MailAttachment> {
  const { id, simulationId, createdAt, sent } = offer;
  const [stored] = await dataSource.query(
    `SELECT results FROM simulations JOIN computations ON computations.id = computation_id WHERE simulations.id = $1`,
    [simulationId],
  );
  const content = { offerId: id, simulationId, askedAt: createdAt, ...sent, results: stored?.results ?? null };
  return {
    filename: "simulacion.json",
    contentType: "application/json",
    content: JSON.stringify(content, null, 2),
  };
}

/** The declaration of a mail; it is never deleted before its mails are sent. */
const withdrawalOf = ({ dataSource, mail }: Writing): Promise<Withdrawal> =>
  dataSource.getRepository(WithdrawalEntity).findOneByOrFail({ id: mail.subjectId ?? "" });

const wordsOf = ({ id, name, email, contract, message }: Withdrawal): string[] => [
  `Referencia: ${withdrawalReference(id)}`,
  `Nombre: ${name}`,
  `Correo: ${email}`,
  `Contrato del que desiste: ${contract}`,
  ...(message ? [`Mensaje: ${message}`] : []),
];

export const recipientOf = async ({ dataSource }: Pick<JobDeps, "dataSource">, mail: Mail) => {
  const user = mail.userId ? await dataSource.getRepository(UserEntity).findOneBy({ id: mail.userId }) : null;
  return { user, to: mail.address ?? user?.email ?? null };
};
