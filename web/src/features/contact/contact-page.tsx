import { addressLine } from "@ecotrim/contracts/website/company";
import { CONTACT_WORDS } from "@ecotrim/present/website/first-words";
import { website } from "../../lib/website.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { ContactForm } from "./contact-form.tsx";
import "./contact.css";

/** `/contacto`, with `?asunto=standalone` or `consulta` from the buttons that lead here. */
export function ContactPage() {
  return (
    <div className="page">
      <PageHeading>{CONTACT_WORDS.heading}</PageHeading>
      <p className="page-lead">{CONTACT_WORDS.lead}</p>
      <div className="contact">
        <div className="card">
          <ContactForm />
        </div>
        <CompanyCard />
      </div>
    </div>
  );
}

function CompanyCard() {
  const { company } = website;
  const { tradeName, name, email, phone } = company;
  return (
    <aside className="contact-card" aria-labelledby="datos-contacto">
      <h2 id="datos-contacto">{tradeName}</h2>
      <p>{name}</p>
      <dl>
        <dt>Correo</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        {phone && (
          <>
            <dt>Teléfono</dt>
            <dd>
              <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>
            </dd>
          </>
        )}
        <dt>Dirección</dt>
        <dd>{addressLine(company)}</dd>
      </dl>
    </aside>
  );
}
