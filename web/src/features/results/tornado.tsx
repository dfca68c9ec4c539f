import type { Sensitivity, SensitivityEnd } from "@ecotrim/contracts/simulations/sensitivity";
import { useCallback } from "react";
import { type NumberStyle, useNumberStyle } from "../../lib/number-style.ts";
import { ChartFrame } from "../charts/chart-frame.tsx";
import type { ChartStyle } from "../charts/chart-style.ts";
import { DataTable } from "../charts/data-table.tsx";
import { tornadoConfig } from "../charts/tornado-config.ts";
import "./results.css";

const ROW_PX = 28;
const AXIS_AND_LEGEND_PX = 88;
export const TORNADO_TITLE = "De qué depende el VAN";

const endText = ({ text, text_parts }: SensitivityEnd, write: NumberStyle["write"]): string => write(text, text_parts);

/** The net present value with each driver at its low and its high value, the one that matters most first. */
export function Tornado({ sensitivity }: { sensitivity: Sensitivity }) {
  const { locale, euros, figure, write } = useNumberStyle();
  const { npv_eur, drivers, sentence, sentence_parts } = sensitivity;
  const said = write(sentence, sentence_parts);
  const config = useCallback(
    (style: ChartStyle) => {
      const end = (shown: SensitivityEnd) => ({ text: endText(shown, write), value: shown.npv_eur });
      const bars = drivers.map(({ label, low, high, reason }) => ({
        label,
        low: end(low),
        high: end(high),
        reason,
      }));
      return tornadoConfig({ bars, base: npv_eur ?? 0, axisTitle: "VAN (€)", write: euros }, style);
    },
    [drivers, npv_eur, euros, write],
  );

  if (npv_eur === null || drivers.length === 0)
    return (
      <section className="card">
        <h2>{TORNADO_TITLE}</h2>
        <p className="result-note">No aplicable. {said}</p>
      </section>
    );

  const height = drivers.length * ROW_PX + AXIS_AND_LEGEND_PX;
  return (
    <ChartFrame
      title={TORNADO_TITLE}
      description={`${said} La línea marca el VAN calculado, ${euros(npv_eur)}.`}
      config={config}
      table={
        <DataTable
          label={`Tabla: ${TORNADO_TITLE}`}
          head={[
            "Factor",
            "Valor bajo",
            "VAN con el bajo (€)",
            "Valor alto",
            "VAN con el alto (€)",
            "Por qué ese margen",
          ]}
          rows={drivers.map(({ key, label, low, high, reason, null_reason }) => ({
            key,
            label,
            cells: [
              endText(low, write),
              figure(low.npv_eur, 0),
              endText(high, write),
              figure(high.npv_eur, 0),
              <span key="reason" className="reason">
                {reason}
                {null_reason && ` ${null_reason}`}
              </span>,
            ],
          }))}
          height={height}
        />
      }
      locale={locale}
      height={height}
      legend={<p className="tornado-ends">Los valores bajo y alto de cada factor están en «Ver tabla».</p>}
    />
  );
}
