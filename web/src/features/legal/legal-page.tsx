import { type ReactNode, useEffect } from "react";
import { PageHeading } from "../../ui/page-heading.tsx";
import "./legal.css";

export interface LegalSection {
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalPageProps {
  heading: string;
  /** Which version this is, and of when. */
  version: string;
  lead: ReactNode;
  sections: LegalSection[];
}

/** A long text with numbered parts, each with an address of its own. */
export function LegalPage({ heading, version, lead, sections }: LegalPageProps) {
  // The browser looks for the anchor before the page is rendered.
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);

  return (
    <div className="page legal">
      <header>
        <PageHeading>{heading}</PageHeading>
        <p className="legal-version">{version}</p>
        <div className="legal-lead">{lead}</div>
      </header>
      <nav className="legal-index" aria-label="En esta página">
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text">
        {sections.map(({ id, title, body }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-titulo`}>
            <h2 id={`${id}-titulo`}>
              {index + 1}. {title}
            </h2>
            {body}
          </section>
        ))}
      </div>
    </div>
  );
}

const month = new Intl.DateTimeFormat("es-ES", { month: "long", year: "numeric", timeZone: "UTC" });

/** "Versión 2026-11, en vigor desde noviembre de 2026", of a version that is named by its month. */
export const versionLine = (version: string): string =>
  `Versión ${version}, en vigor desde ${month.format(new Date(`${version}-01T00:00:00Z`))}`;
