import { MOST_LETTERS } from "@ecotrim/contracts/installations/installation";

/** What a site is called before anybody names it. */
export const UNNAMED_SITE = "Mi instalación";

const cut = (name: string): string => name.trim().slice(0, MOST_LETTERS).trim();

/** A company's first site bears its name. */
export const firstSiteName = (company: string | null): string => cut(company ?? "") || UNNAMED_SITE;

export const copyName = (name: string): string => cut(`Copia de ${name}`);
