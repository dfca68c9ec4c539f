import type { StepFlag } from "@ecotrim/contracts/curves/reading";
import { formatPercent } from "@ecotrim/contracts/numbers";
import type { CurveFigures } from "@ecotrim/curves/summary";
import { nameOfMonth } from "@ecotrim/present/local-dates";
import { Button } from "@mantine/core";
import { useState } from "react";
import { DataTable } from "../charts/data-table.tsx";

/** Each quality has a letter and a pattern, so that no colour is needed. */
const NAMES: Record<StepFlag, { letter: string; name: string }> = {
  measured: { letter: "M", name: "Medido" },
  estimated: { letter: "E", name: "Estimado por la distribuidora" },
  filled: { letter: "R", name: "Rellenado" },
  extended: { letter: "X", name: "Extendido de días parecidos" },
};

/** From the best to the worst. */
const ORDER = ["measured", "estimated", "filled", "extended"] as const satisfies StepFlag[];

/** How much of each month was measured. */
export function QualityStrip({ months }: Pick<CurveFigures, "months">) {
  const [asTable, setAsTable] = useState(false);
  const shown = ORDER.filter((quality) => months.some((month) => month.quality[quality] > 0));
  return (
    <section className="card chart-card">
      <div className="chart-head">
        <h3>Calidad de los datos</h3>
        <Button variant="default" onClick={() => setAsTable(!asTable)}>
          {asTable ? "Ver gráfico" : "Ver como tabla"}
        </Button>
      </div>
      {asTable ? (
        <DataTable
          label="Tabla: calidad de los datos de cada mes"
          head={["Mes", ...shown.map((quality) => NAMES[quality].name)]}
          rows={months.map(({ month, quality }) => ({
            key: String(month),
            label: nameOfMonth(month),
            cells: shown.map((one) => formatPercent(quality[one])),
          }))}
        />
      ) : (
        <>
          <ul className="quality-strip">
            {months.map(({ month, quality }) => {
              const parts = shown.filter((one) => quality[one] > 0);
              const worst = parts.at(-1) ?? "measured";
              const name = nameOfMonth(month);
              return (
                <li
                  key={month}
                  aria-label={`${name}: ${parts.map((one) => `${NAMES[one].name.toLowerCase()} ${formatPercent(quality[one])}`).join(", ")}`}
                >
                  <span className="quality-bar" aria-hidden="true">
                    {parts.map((one) => (
                      <span key={one} data-quality={one} style={{ flexGrow: Math.max(quality[one], 0.06) }} />
                    ))}
                  </span>
                  <span aria-hidden="true">{NAMES[worst].letter}</span>
                  <span aria-hidden="true">{name}</span>
                </li>
              );
            })}
          </ul>
          <ul className="chart-legend" aria-hidden="true">
            {shown.map((quality) => (
              <li key={quality}>
                <span data-quality={quality} />
                {NAMES[quality].letter}: {NAMES[quality].name.toLowerCase()}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
