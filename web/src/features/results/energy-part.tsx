import type { Results } from "@ecotrim/contracts/simulations/result";
import { useNumberStyle } from "../../lib/number-style.ts";
import { ChartCard } from "../charts/chart-card.tsx";
import { CHART_HEIGHT_PX, SANKEY_HEIGHT_PX } from "../charts/heights.ts";
import { Balance } from "./balance.tsx";
import { OperationChart } from "./operation-chart.tsx";
import { Peaks } from "./peaks.tsx";

/** Where the energy comes from and goes to: over the year, by month and by hour. */
export function EnergyPart({ results }: { results: Results }) {
  const { locale } = useNumberStyle();
  const { operative_analysis: plots } = results;
  return (
    <>
      <div className="result-aside">
        <ChartCard plot={plots?.sankey_plot} locale={locale} height={SANKEY_HEIGHT_PX} missing="sankey" />
        <div className="result-stack">
          <Balance results={results} />
          <Peaks results={results} />
        </div>
      </div>
      <div className="result-pair">
        <ChartCard plot={plots?.stackbar_plot} locale={locale} height={CHART_HEIGHT_PX} />
        <OperationChart plot={plots?.energy_plot} />
      </div>
    </>
  );
}
