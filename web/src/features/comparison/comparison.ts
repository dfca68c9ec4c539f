import { formatNumber, formatPercent, type NumberFormat } from "@ecotrim/shared/numbers";
import { PROFITABILITY, profitability } from "@ecotrim/shared/simulations/profitability";
import type { SimulationRecord } from "@ecotrim/shared/simulations/record";

/** A line of the comparison: what each simulation says, and which end of it is the better. */
export interface ComparedRow {
  label: string;
  cells: { text: string; value: number | null }[];
  better?: "high" | "low";
}

interface Group {
  title: string;
  rows: ComparedRow[];
}

/** Results of an API client may be of any shape: a number, or an array that begins with one. */
function figure(value: unknown): number | null {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === "number" && Number.isFinite(first) ? first : null;
}

const economics = ({ status, results }: SimulationRecord): Record<string, unknown> =>
  (status === "completed" && (results?.kpi_new_table?.economics as Record<string, unknown> | undefined)) || {};

const energetics = ({ status, results }: SimulationRecord): Record<string, unknown> =>
  (status === "completed" && (results?.kpi_new_table?.energetics as Record<string, unknown> | undefined)) || {};

const MONEY: NumberFormat = { decimals: 0, unit: "€" };

export function comparison(records: SimulationRecord[]): Group[] {
  const row = (
    label: string,
    read: (record: SimulationRecord) => unknown,
    write: (value: number | null) => string,
    better?: ComparedRow["better"],
  ): ComparedRow => ({
    label,
    cells: records.map((record) => {
      const value = figure(read(record));
      return { value, text: write(value) };
    }),
    ...(better && { better }),
  });
  const number = (format: NumberFormat) => (value: number | null) => formatNumber(value, format);
  const money = number(MONEY);
  const gigawatthours = (value: number | null) =>
    formatNumber(value === null ? null : value / 1000, { decimals: 1, unit: "GWh" });

  return [
    {
      title: "Resultado",
      rows: [
        row("Ahorro anual", (record) => economics(record).savings, money, "high"),
        row(
          "TIR",
          (record) => economics(record).irr,
          (value) => formatPercent(value),
          "high",
        ),
        row("VAN", (record) => economics(record).npv, money, "high"),
        row("LCOE", (record) => economics(record).lcoe, number({ decimals: 2, unit: "€/MWh" }), "low"),
        row(
          "Periodo de retorno",
          (record) => economics(record).payback_years,
          number({ decimals: 1, unit: "años" }),
          "low",
        ),
        row("Inversión", (record) => economics(record).capex_eur, money),
        {
          label: "Valoración",
          cells: records.map((record) => {
            if (record.status !== "completed") return { value: null, text: "Sin resultados" };
            const { savings, irr, npv } = economics(record);
            const label = PROFITABILITY[profitability(figure(savings), figure(irr))];
            return { value: null, text: (figure(npv) ?? 0) < 0 ? `${label}; VAN negativo` : label };
          }),
        },
      ],
    },
    {
      title: "Batería",
      rows: [
        row(
          "Capacidad",
          ({ inputParameters }) => inputParameters.battery_capacity ?? 1000,
          number({ decimals: 0, unit: "kWh" }),
        ),
        row(
          "Potencia",
          ({ inputParameters }) => inputParameters.max_charge_power ?? 1000,
          number({ decimals: 0, unit: "kW" }),
        ),
      ],
    },
    {
      title: "Planta",
      rows: [
        row("Fotovoltaica", ({ inputParameters }) => inputParameters.pv_value, number({ decimals: 1, unit: "kWp" })),
        row(
          "Consumo medio",
          ({ inputParameters }) => inputParameters.demand_value,
          number({ decimals: 0, unit: "kWh/h" }),
        ),
        row("Gasto anual en energía", ({ inputParameters }) => inputParameters.total_spending, money),
        row("Generación fotovoltaica", (record) => energetics(record).total_generation, gigawatthours),
        row("Consumo del año", (record) => energetics(record).total_demand, gigawatthours),
      ],
    },
  ];
}

/** Columns with the best value of a row; none where they are alike or cannot be compared. */
export function bestOf({ cells, better }: ComparedRow): number[] {
  if (!better) return [];
  const values = cells.flatMap(({ value }) => value ?? []);
  const best = better === "high" ? Math.max(...values) : Math.min(...values);
  if (values.length < 2 || values.every((value) => value === best)) return [];
  return cells.flatMap(({ value }, index) => (value === best ? index : []));
}
