import type { Assumption, Results } from "@ecotrim/contracts/simulations/result";
import { calendarDate } from "@ecotrim/present/dates";
import { spell as written } from "@ecotrim/present/phrase";
import { NOT_INCLUDED, NOT_INCLUDED_TITLE } from "@ecotrim/present/results/not-included";
import { isOwnJudgement, OWN_JUDGEMENT } from "@ecotrim/present/results/own-judgement";
import type { WriteSheet } from "hucre/xlsx";
import { STYLES, text } from "../cells.ts";
import { GAP, paragraph, sheetOf } from "../page.ts";

/** Who answers for an assumption. */
const origin = (assumption: Assumption): string => {
  if (assumption.overridden) return "Usted";
  return isOwnJudgement(assumption) ? written(OWN_JUDGEMENT) : "Fuente o cálculo";
};

/** Every assumption with its source, what the reader is warned of, and of which calculation it is. */
export function sourcesSheet({ results, reference }: { results: Results; reference: string }): WriteSheet {
  const { assumptions, warnings, period, engine_version, tariff_version } = results;
  const head = (...titles: string[]) => titles.map((title) => text(title, STYLES.columnHead));
  return sheetOf({
    name: "Fuentes",
    widths: [38, 46, 18, 70],
    landscape: true,
    rows: [
      [text("Todos los supuestos, con su fuente o marcados", STYLES.title)],
      GAP,
      head("Supuesto", "Valor", "De quién es", "Fuente"),
      ...assumptions.map((assumption) =>
        [assumption.label, assumption.value, origin(assumption), assumption.source].map((words) =>
          text(words, STYLES.wrapped),
        ),
      ),
      ...(warnings.length > 0
        ? [GAP, [text("Avisos", STYLES.heading)], ...warnings.map(({ message }) => paragraph(message, STYLES.wrapped))]
        : []),
      GAP,
      [text(NOT_INCLUDED_TITLE, STYLES.heading)],
      ...NOT_INCLUDED.map((sentence) => paragraph(sentence, STYLES.wrapped)),
      GAP,
      [text("Trazabilidad", STYLES.heading)],
      ...[
        ["Referencia de la simulación", reference],
        ["Periodo simulado", `del ${calendarDate(period.start)} al ${calendarDate(period.end)}`],
        ["Versión del motor", engine_version],
        ["Versión de las tarifas", tariff_version],
      ].map((row) => row.map((words) => text(words!))),
    ],
  });
}
