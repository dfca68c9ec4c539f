import { addressLine } from "@ecotrim/contracts/website/company";
import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { website } from "../../../lib/website.ts";
import "./contact-invitation.css";

/** The way to a person. */
export function ContactInvitation() {
  const { company } = website;
  return (
    <section id="contacto-page" className="band band-petrol" aria-labelledby="contacto-title">
      <div className="page contact-invitation">
        <div>
          <h2 id="contacto-title" className="band-title" tabIndex={-1}>
            ¿Hablamos de su fábrica?
          </h2>
          <p className="band-lead">
            Cuéntenos qué tiene y qué quiere conseguir. Le responde una persona de nuestro equipo.
          </p>
        </div>
        <div className="contact-invitation-ways">
          <Button component={Link} to="/contacto" size="lg" color="solar.4" c="black">
            Escríbanos
          </Button>
          <p>
            <a href={`mailto:${company.email}`}>{company.email}</a>
            <br />
            {addressLine(company)}
          </p>
        </div>
      </div>
    </section>
  );
}
