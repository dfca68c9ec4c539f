import { addressLine } from "@ecotrim/contracts/website/company";
import { website } from "../../lib/website.ts";

const { company } = website;

export const Mail = ({ to = company.email }: { to?: string }) => <a href={`mailto:${to}`}>{to}</a>;

/** The company behind the website, from the one place where its data are. */
export const CompanyFacts = () => (
  <dl className="legal-facts">
    <dt>Titular</dt>
    <dd>
      {company.name} («{company.tradeName}»)
    </dd>
    <dt>NIF</dt>
    <dd>{company.taxId}</dd>
    <dt>Domicilio</dt>
    <dd>{addressLine(company)}</dd>
    <dt>Datos registrales</dt>
    <dd>{company.registry}</dd>
    <dt>Correo</dt>
    <dd>
      <Mail />
    </dd>
    {company.phone && (
      <>
        <dt>Teléfono</dt>
        <dd>{company.phone}</dd>
      </>
    )}
  </dl>
);
