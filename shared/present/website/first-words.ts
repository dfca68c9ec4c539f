import type { PageInfo } from "@ecotrim/contracts/website/pages";
import { escapeHtml } from "../html.ts";

export const PRODUCT = "EcoTrim";

/** What a visitor of the landing page reads first. */
export const LANDING_WORDS = {
  heading: "¿Cuánto ahorraría su fábrica con una batería?",
  lead: "Su fotovoltaica produce cuando el precio es bajo y su fábrica consume también cuando es alto. Simulamos las 8.784 horas de un año y le decimos si compensa. Y si no, también.",
};

/**
 * The first words of a page as HTML, which stand where the code of the web will put them, so that they are read before
 * it arrives. Empty but for the landing page.
 */
export const firstWords = ({ path }: PageInfo): string =>
  path === "/"
    ? `<header class="topbar"><div class="topbar-inner"><span class="brand"><img src="/favicon.svg" alt="" width="28" height="28" />${PRODUCT}</span></div></header>
      <main><section class="hero"><div class="hero-top page"><div class="hero-words">
        <h1 class="hero-title">${escapeHtml(LANDING_WORDS.heading)}</h1>
        <p class="hero-lead">${escapeHtml(LANDING_WORDS.lead)}</p>
      </div></div></section></main>`
    : "";
