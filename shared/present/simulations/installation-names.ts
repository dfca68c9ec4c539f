import { MOST_LETTERS } from "@ecotrim/contracts/installations/installation";

/** What a site is called before anybody names it. */
const UNNAMED_SITE = "Mi instalación";

const COPY = " (copia)";

const cut = (name: string, letters: number): string => name.trim().slice(0, letters).trim();

/** A company's first site bears its name. */
export const firstSiteName = (company: string | null): string => cut(company ?? "", MOST_LETTERS) || UNNAMED_SITE;

export const copyName = (name: string): string => cut(name, MOST_LETTERS - COPY.length) + COPY;
