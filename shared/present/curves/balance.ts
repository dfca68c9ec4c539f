import type { NetCase } from "@ecotrim/contracts/curves/reading";
import { formatNumber } from "@ecotrim/contracts/numbers";
import { noCaseSentence } from "./reading.ts";

/** What a meter and the plant behind it say of a year. */
interface Balance {
  net_case: NetCase;
  /** By how much the production was moved to fit the exports, minutes later. */
  shift_minutes: number;
  is_doubtful: boolean;
  /** Left out or null where it is not known. */
  demand_kwh: number | null;
  import_kwh?: number | undefined;
  export_kwh?: number | undefined;
  pv_kwh?: number | undefined;
}

export const mwh = (kwh: number): string =>
  formatNumber(kwh / 1000, { decimals: Math.abs(kwh) < 100_000 ? 1 : 0, unit: "MWh" });

/** How the consumption follows from what was measured; nothing where no plant is behind the meter. */
export function balanceSentences(balance: Balance): string[] {
  switch (balance.net_case) {
    case "A":
    case "B":
      return balance.is_doubtful ? [noCaseSentence("other_pv")] : measuredSentences(balance);
    case "C":
      return ["La producción de sus placas se calcula con su potencia y se comprueba con lo que vierten a la red."];
    case "D":
      return ["La producción de sus placas se calcula con su potencia. Sin datos de vertido no se puede comprobar."];
    case "E":
      return [];
  }
}

function measuredSentences({ demand_kwh, import_kwh = 0, export_kwh = 0, pv_kwh = 0, shift_minutes }: Balance) {
  const exported = export_kwh > 0 ? ` Las placas vierten otros ${mwh(export_kwh)}.` : "";
  const ofPlant = mwh(Math.max(0, pv_kwh - export_kwh));
  const moved = `La producción se ha ${shift_minutes < 0 ? "adelantado" : "retrasado"} ${Math.abs(shift_minutes)} minutos para que cuadre con lo que se vierte.`;
  return [
    `Consume ${mwh(demand_kwh ?? 0)} al año: compra ${mwh(import_kwh)} a la red y toma ${ofPlant} de sus placas.${exported}`,
    ...(shift_minutes === 0 ? [] : [moved]),
  ];
}
