import { escapeHtml } from "@ecotrim/present/html";
import { PALETTE } from "@ecotrim/present/palette";
import type { Letter } from "./letters.ts";

/** The letter as plain text. */
export const plainText = ({ paragraphs, action, note }: Letter): string =>
  [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), ...(note ? [note] : []), "EcoTrim"].join(
    "\n\n",
  );

/** The letter as HTML: one column, no images, no external content. */
export function html({ subject, paragraphs, action, note }: Letter): string {
  const text = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join("");
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:${PALETTE.petrol};color:${PALETTE.white};padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${escapeHtml(action.label)}</a></p>`
    : "";
  const small = note ? `<p style="margin:0;color:${PALETTE.muted};font-size:14px">${escapeHtml(note)}</p>` : "";
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="margin:0;background:${PALETTE.paper};color:${PALETTE.ink};font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto;padding:32px 20px"><p style="margin:0 0 24px;font-weight:700;color:${PALETTE.petrol}">EcoTrim</p>${text}${button}${small}</div></body></html>`;
}
