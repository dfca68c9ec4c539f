import { FIRST_QUESTION_PATH, type PageInfo } from "@ecotrim/contracts/website/pages";
import { escapeHtml } from "../html.ts";

export const PRODUCT = "EcoTrim";

/** What a visitor of the landing page reads first. */
export const LANDING_WORDS = {
  heading: "¿Cuánto ahorraría su fábrica con una batería?",
  lead: "Su fotovoltaica produce cuando el precio es bajo y su fábrica consume también cuando es alto. Simulamos las 8.784 horas de un año y le decimos si compensa. Y si no, también.",
};

/** What the wizard asks first. */
export const FIRST_QUESTION = {
  heading: "¿Qué tamaño tiene su instalación fotovoltaica?",
  lead: "La potencia pico de los paneles. La encontrará en la memoria o en el certificado de la instalación.",
};

/** What stands above the contact form. */
export const CONTACT_WORDS = {
  heading: "Hablemos de su proyecto",
  lead: "Cuéntenos qué instalación tiene y qué quiere saber. Le responde una persona, sin compromiso.",
};

const TOP = `<header class="topbar"><div class="topbar-inner"><span class="brand"><img src="/favicon.svg" alt="" width="28" height="28" />${PRODUCT}</span></div></header>`;

/** Pages whose first words are the same for everybody. */
const WORDS: Record<string, string> = {
  "/": `${TOP}<main><section class="hero"><div class="hero-top page"><div class="hero-words">
        <h1 class="hero-title">${escapeHtml(LANDING_WORDS.heading)}</h1>
        <p class="hero-lead">${escapeHtml(LANDING_WORDS.lead)}</p>
      </div></div></section></main>`,
  [FIRST_QUESTION_PATH]: `${TOP}<main><div class="page page-narrow"><div class="wizard-bar"></div><div class="step">
        <h1 class="first-heading">${escapeHtml(FIRST_QUESTION.heading)}</h1>
        <p class="step-lead">${escapeHtml(FIRST_QUESTION.lead)}</p>
      </div></div></main>`,
  "/contacto": `${TOP}<main><div class="page">
        <h1 class="first-heading">${escapeHtml(CONTACT_WORDS.heading)}</h1>
        <p class="page-lead">${escapeHtml(CONTACT_WORDS.lead)}</p>
      </div></main>`,
};

/**
 * The first words of a page as HTML, which stand where the code of the web will put them, so that they are read before
 * it arrives. Empty where they depend on the visitor.
 */
export const firstWords = ({ path }: PageInfo): string => WORDS[path] ?? "";
