import { SegmentedControl } from "@mantine/core";
import { useMemo, useState } from "react";
import { useNumberStyle } from "../../lib/number-style.ts";
import { ChartCard } from "../charts/chart-card.tsx";
import { CHART_HEIGHT_PX } from "../charts/heights.ts";
import { readChart } from "../charts/plot.ts";
import { weekOf, weeksOf } from "../charts/weeks.ts";

/** The typical weeks of the seasons, one at a time. `plot` as for `ChartCard`. */
export function OperationChart({ plot: given, title }: { plot: unknown; title?: string }) {
  const { locale } = useNumberStyle();
  const plot = useMemo(() => {
    const chart = readChart(given);
    return chart?.kind === "plot" ? chart.plot : undefined;
  }, [given]);
  const weeks = useMemo(() => (plot ? weeksOf(plot) : []), [plot]);
  const [chosen, setChosen] = useState(0);
  const week = weeks[chosen];
  const shown = useMemo(() => (plot && week ? weekOf(plot, week) : given), [given, plot, week]);

  return (
    <ChartCard plot={shown} {...(title ? { title } : {})} locale={locale} height={CHART_HEIGHT_PX}>
      {weeks.length > 1 && (
        <SegmentedControl
          className="season-switch"
          aria-label="Semana típica"
          value={String(chosen)}
          onChange={(value) => setChosen(Number(value))}
          data={weeks.map(({ label }, index) => ({ value: String(index), label: label.split(":")[0] ?? label }))}
        />
      )}
    </ChartCard>
  );
}
