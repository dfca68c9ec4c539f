import type { Results } from "@ecotrim/contracts/simulations/result";
import { savesOnWholeBill } from "@ecotrim/present/bill/contract-bill";
import { labelOf } from "@ecotrim/present/figures";
import { FLOW_COLORS, GAIN_COLOR, LOSS_COLOR, PALETTE } from "@ecotrim/present/palette";
import { useCallback } from "react";
import { type NumberStyle, useNumberStyle } from "../../lib/number-style.ts";
import { ChartFrame } from "../charts/chart-frame.tsx";
import type { ChartStyle } from "../charts/chart-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import { PAIRED_HEIGHT_PX } from "../charts/heights.ts";
import { type WaterfallBar, waterfallConfig } from "../charts/waterfall-config.ts";
import { nullReason } from "./null-reason.ts";
import "./results.css";

const SAVINGS_TITLE = "De dónde sale el ahorro";
const UNIT = "Euros del primer año";

/** A part keeps the colour of its flow. */
const PART_COLORS: Record<string, string> = { solar: FLOW_COLORS.pv, shifting: FLOW_COLORS.grid };

/** The parts of the saving on the way to their sum, what is not calculated, and the upper bound. */
export function SavingsWaterfall({ results }: { results: Results }) {
  const style = useNumberStyle();
  const { locale, euros, figure } = style;
  const { savings_split, summary } = results;
  const config = useCallback(
    (chartStyle: ChartStyle) => waterfallConfig({ bars: barsOf(savings_split, style), unitTitle: UNIT }, chartStyle),
    [savings_split, style],
  );

  if (savings_split.length === 0)
    return (
      <section className="card">
        <h2>{SAVINGS_TITLE}</h2>
        <p className="result-note">No aplicable. {nullReason(results, "savings", style)}</p>
        <Extras results={results} />
      </section>
    );
  const total = { key: "total", label: labelOf("savings", "firstYear"), value_eur: summary.savings };
  return (
    <ChartFrame
      title={SAVINGS_TITLE}
      description={`${largestText(savings_split, style)} Quedan ${euros(summary.savings)} al año.`}
      config={config}
      table={
        <DataTable
          label={`Tabla: ${SAVINGS_TITLE}`}
          head={["Parte", `${UNIT} (€)`]}
          rows={[...savings_split, total].map(({ key, label, value_eur, ...part }) => ({
            key,
            label: (
              <>
                {label}
                {"assumed" in part && part.assumed && <span className="tag">supuesto</span>}
              </>
            ),
            cells: [figure(value_eur, 0)],
          }))}
        />
      }
      locale={locale}
      height={PAIRED_HEIGHT_PX}
      foot={<Extras results={results} />}
    />
  );
}

type Part = Results["savings_split"][number];

/** A part that rounds to nothing has no bar; the table keeps it. */
const isSeen = ({ value_eur }: Part): boolean => Math.abs(value_eur) >= 0.5;

function barsOf(parts: Part[], { figure }: NumberStyle): WaterfallBar[] {
  let sum = 0;
  const bars = parts.filter(isSeen).map(({ key, label, value_eur }): WaterfallBar => {
    const from = sum;
    sum += value_eur;
    return {
      name: label,
      from,
      to: sum,
      color: value_eur < 0 ? LOSS_COLOR : (PART_COLORS[key] ?? PALETTE.petrolSoft),
      text: `${value_eur > 0 ? "+" : ""}${figure(value_eur, 0)}`,
    };
  });
  const total: WaterfallBar = {
    name: labelOf("savings", "firstYear"),
    from: 0,
    to: sum,
    color: sum < 0 ? LOSS_COLOR : GAIN_COLOR,
    text: figure(sum, 0),
  };
  return [...bars, total];
}

/** "Lo que más suma: … (+49.800 €). Restan 8.320 €." */
function largestText(parts: Part[], { euros }: NumberStyle): string {
  const largest = parts.reduce((most, part) => (part.value_eur > most.value_eur ? part : most));
  const lost = parts.reduce((sum, { value_eur }) => sum + Math.min(0, value_eur), 0);
  const added = largest.value_eur > 0 ? `Lo que más suma: ${largest.label} (${euros(largest.value_eur)}).` : "";
  return lost < 0 ? `${added} Restan ${euros(-lost)}.`.trim() : added;
}

/** What is told beside the calculated saving. */
function Extras({ results }: { results: Results }) {
  const style = useNumberStyle();
  const { possible_extras = [] } = results;
  const extras = possible_extras.map(({ label, value_eur }) => `${label}, ${style.euros(value_eur)} al año`);
  return (
    <p className="result-note">
      {upperBoundText(results, style)}
      {extras.length > 0 && ` Posible extra, no calculado: ${extras.join("; ")}.`}
    </p>
  );
}

/**
 * The optimum has perfect foresight of the year; the saving counts the share that an operator attains without it. The
 * ceiling of a whole bill is before tax and net of wear, unlike the parts here, and stands beside that bill.
 */
function upperBoundText(results: Results, { euros, percent }: NumberStyle): string {
  const { fct, optimum_eur } = results.realisable;
  if (savesOnWholeBill(results) || optimum_eur === null || optimum_eur <= 0) return "";
  return `Contamos el ${percent(fct, 1)} del óptimo de energía, ${euros(optimum_eur)}, que es la cota superior.`;
}
