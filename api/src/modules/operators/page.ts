import { escapeHtml } from "@ecotrim/present/html";
import { PALETTE } from "@ecotrim/present/palette";
import { JOB_STATES, type JobState, type JobView } from "@ecotrim/server/queue/queue";

/** The queues as operators see them: a page without scripts that reloads itself. */

export const QUEUES_PATH = "/ops/queues";
export const STYLE_PATH = `${QUEUES_PATH}/style.css`;

const REFRESH_S = 10;

export const STYLE = `body { margin: 0 auto; max-width: 1200px; padding: 16px; font: 16px/1.5 system-ui, sans-serif;
  color: ${PALETTE.ink}; background: ${PALETTE.paper} }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { padding: 8px 12px; border-bottom: 1px solid ${PALETTE.line}; text-align: left; vertical-align: top }
td.count { font-variant-numeric: tabular-nums }
a { color: ${PALETTE.petrol} }
code { overflow-wrap: anywhere }
`;

export interface QueuesPage {
  queues: { name: string; counts: Record<JobState, number> }[];
  workers: string[];
  /** The jobs of one queue in one state. */
  shown: { name: string; state: JobState; jobs: JobView[] } | null;
}

const STATES: Record<JobState, string> = {
  active: "En curso",
  waiting: "En espera",
  prioritized: "Con prioridad",
  delayed: "Aplazadas",
  failed: "Fallidas",
  completed: "Terminadas",
};

const link = (name: string, state: JobState) => `${QUEUES_PATH}?queue=${name}&amp;state=${state}`;

/** A count of 0 has no link. */
const count = (name: string, state: JobState, number: number): string =>
  `<td class="count">${number === 0 ? "0" : `<a href="${link(name, state)}">${number}</a>`}</td>`;

const table = (headings: readonly string[], rows: string[]): string =>
  `<div class="wide"><table><thead><tr>${headings.map((heading) => `<th scope="col">${heading}</th>`).join("")}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row}</tr>`).join("\n")}</tbody></table></div>`;

const time = (date: Date | null): string =>
  date ? `<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 19).replace("T", " ")}</time>` : "";

const jobRow = ({ id, name, data, addedAt, startedAt, endedAt, starts, worker, failedReason }: JobView): string =>
  [
    `<code>${escapeHtml(id)}</code>`,
    escapeHtml(name),
    `<code>${escapeHtml(JSON.stringify(data))}</code>`,
    ...[addedAt, startedAt, endedAt].map(time),
    String(starts),
    escapeHtml(worker ?? ""),
    escapeHtml(failedReason ?? ""),
  ]
    .map((cell) => `<td>${cell}</td>`)
    .join("");

export function queuesPage({ queues, workers, shown }: QueuesPage): string {
  const overview = table(
    ["Cola", ...JOB_STATES.map((state) => STATES[state])],
    queues.map(
      ({ name, counts }) =>
        `<th scope="row">${name}</th>${JOB_STATES.map((state) => count(name, state, counts[state])).join("")}`,
    ),
  );
  const list = shown
    ? `<h2>${shown.name}, ${STATES[shown.state].toLowerCase()}</h2>${table(
        ["Identificador", "Tarea", "Datos", "Añadida (UTC)", "Empezada", "Terminada", "Intentos", "Proceso", "Motivo"],
        shown.jobs.map(jobRow),
      )}`
    : "";
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta http-equiv="refresh" content="${REFRESH_S}">
<title>Colas de EcoTrim</title><link rel="stylesheet" href="${STYLE_PATH}"></head>
<body><main><h1>Colas</h1>
<p>Procesos de cálculo conectados: ${workers.length === 0 ? "ninguno" : escapeHtml(workers.join(", "))}.
La historia de una simulación: <code>npm run -s ops:why -- &lt;simulación o referencia&gt;</code></p>
${overview}
${list}</main></body></html>`;
}
