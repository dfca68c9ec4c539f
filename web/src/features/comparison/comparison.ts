import { formatNumber, formatPercent, NOT_APPLICABLE, type NumberFormat } from "@ecotrim/contracts/numbers";
import { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { type BatteryValue, type ContractBill, isProvisional } from "@ecotrim/contracts/simulations/result";
import { STEPS } from "@ecotrim/present/bill/contract-bill";
import { labelOf, type ResultKey, spell } from "@ecotrim/present/figures";
import { spell as written } from "@ecotrim/present/phrase";
import { classification } from "@ecotrim/present/results/profitability";
import { isTrusted } from "@ecotrim/present/results/trust";
import { oddsOf } from "@ecotrim/present/results/verdict-words";
import { simulationName } from "@ecotrim/present/simulations/battery-name";
import { spendingOf } from "@ecotrim/present/simulations/spending";
import { readResults } from "../simulation-detail/read-results.ts";

/** A row of the comparison: each simulation's figure, and whether the higher or the lower one is better. */
export interface ComparedRow {
  label: string;
  /** The value is null where there is none, or where it must not be called the better one. */
  cells: { text: string; value: number | null }[];
  better?: "high" | "low";
}

interface Group {
  title: string;
  rows: ComparedRow[];
}

const NOTHING = readResults(undefined, {});

const viewOf = ({ status, results, inputParameters }: SimulationRecord) =>
  status === "completed" ? readResults(results, inputParameters) : NOTHING;

export const figuresOf = (record: SimulationRecord) => viewOf(record).figures;

/** What each is called; those of one name are told apart by their place. */
export const namesApart = (records: SimulationRecord[]): string[] => {
  const names = records.map(simulationName);
  return names.map((name, index) =>
    names.filter((other) => other === name).length > 1 ? `${name} (${index + 1})` : name,
  );
};

/** Net present value, EUR, of the bad and the good tenth of the scenarios; undefined without scenarios. */
export function npvBand({ uncertainty }: SimulationRecord): [p10: number, p90: number] | undefined {
  const { p10, p90 } = uncertainty?.result?.npv_eur ?? {};
  return p10?.value == null || p90?.value == null ? undefined : [p10.value, p90.value];
}

const gainShare = ({ uncertainty }: SimulationRecord): number | null =>
  uncertainty?.result?.probability_npv_positive?.value ?? null;

/** "pierde dinero en 1 de cada 7 escenarios", in the words of the verdict; undefined without scenarios. */
export function lossOdds(record: SimulationRecord): string | undefined {
  const share = gainShare(record);
  const scenarios = record.uncertainty?.result?.count ?? 0;
  return share === null ? undefined : written(oddsOf({ loss: 1 - share, scenarios }));
}

/**
 * Old models hold assumed savings, a replaced spending is not the site's, and provisional figures will change: none is
 * compared with another.
 */
export const isOutOfCompetition = ({ verdict, results }: SimulationRecord): boolean =>
  verdict?.code === "old" || !isTrusted({ warnings: results?.warnings ?? [] }) || isProvisional(results ?? {});

/** Whether some value the whole bill and others energy alone: their savings hold different things. */
export const haveOtherBases = (records: SimulationRecord[]): boolean => {
  const valued = records.filter((record) => figuresOf(record).savings !== null && !isOutOfCompetition(record));
  return new Set(valued.map(({ results }) => results?.bill !== undefined)).size > 1;
};

export const ECONOMICS_FIGURES: ResultKey[] = ["savings", "irr", "npv", "lcoe", "payback_years", "capex_eur"];
export const ENERGY_FIGURES: ResultKey[] = ["total_generation", "total_demand"];
const BETTER: Partial<Record<ResultKey, ComparedRow["better"]>> = {
  savings: "high",
  irr: "high",
  npv: "high",
  lcoe: "low",
  payback_years: "low",
};

export function comparison(records: SimulationRecord[]): Group[] {
  const row = (
    label: string,
    values: (number | null)[],
    write: (value: number | null) => string,
    better?: ComparedRow["better"],
  ): ComparedRow => ({
    label,
    cells: values.map((value) => ({ value, text: write(value) })),
    ...(better && { better }),
  });
  const views = records.map(viewOf);
  const comparable = !haveOtherBases(records);
  /** A saving that does not recover its investment is not the better one. */
  const mayBeBetter = (key: ResultKey, index: number): boolean =>
    comparable && !isOutOfCompetition(records[index]!) && !(key === "savings" && (views[index]!.figures.npv ?? 0) < 0);
  const figure = (key: ResultKey): ComparedRow => ({
    label: labelOf(key, "comparison"),
    cells: views.map(({ figures }, index) => ({
      value: mayBeBetter(key, index) ? figures[key] : null,
      text: spell(key, figures[key], "comparison"),
    })),
    ...(BETTER[key] && { better: BETTER[key] }),
  });
  const risk = (): ComparedRow[] => [
    {
      label: "VAN en 8 de cada 10 escenarios (P10–P90)",
      cells: records.map((record) => {
        const band = npvBand(record);
        return { value: null, text: band ? `${spell("npv", band[0])} a ${spell("npv", band[1])}` : NOT_APPLICABLE };
      }),
    },
    row(
      "Probabilidad de ganar dinero (VAN positivo)",
      records.map(gainShare),
      (share) => formatPercent(share, { decimals: 0 }),
      comparable ? "high" : undefined,
    ),
  ];
  const inputs = (key: InputKey) => records.map(({ inputParameters }) => inputOr(inputParameters, key));
  const number = (format: NumberFormat) => (value: number | null) => formatNumber(value, format);

  return [
    {
      title: "Resultado",
      rows: [
        {
          label: "Veredicto",
          cells: records.map(({ status, verdict }) => ({
            value: null,
            text: status === "completed" ? (verdict?.sentence ?? NOT_APPLICABLE) : "Sin resultados",
          })),
        },
        ...ECONOMICS_FIGURES.map(figure),
        ...(records.some(({ uncertainty }) => uncertainty?.result) ? risk() : []),
        {
          label: "Clasificación",
          cells: views.map(({ figures: { savings, irr, npv } }, index) => ({
            value: null,
            text:
              records[index]?.status === "completed" && !isProvisional(records[index].results ?? {})
                ? (classification(savings, irr, npv) ?? NOT_APPLICABLE)
                : "Sin resultados",
          })),
        },
      ],
    },
    {
      title: "Batería",
      rows: [
        row("Capacidad", inputs("battery_capacity"), number({ decimals: 0, unit: "kWh" })),
        row("Potencia", inputs("max_charge_power"), number({ decimals: 0, unit: "kW" })),
      ],
    },
    {
      title: "Planta",
      rows: [
        row("Fotovoltaica", inputs("pv_value"), number({ unit: "kWp" })),
        row("Consumo medio", inputs("demand_value"), number({ decimals: 0, unit: "kWh/h" })),
        row(
          "Gasto anual en energía",
          records.map((record) => spendingOf(record) ?? null),
          number({ decimals: 0, unit: "€" }),
        ),
        ...ENERGY_FIGURES.map(figure),
      ],
    },
    { title: "Contrato y factura de un año", rows: contractRows(records) },
    { title: "Supuestos en que se distinguen", rows: differences(records) },
  ].filter(({ rows }) => rows.length > 0);
}

/** Powers and bill under the three contracts, and what the battery is worth; nothing where no result has a bill. */
function contractRows(records: SimulationRecord[]): ComparedRow[] {
  const ofResults = records.map(({ status, results }) => (status === "completed" ? results : null));
  if (!ofResults.some((results) => results?.bill)) return [];
  const euros = (value: number | null | undefined) => formatNumber(value, { decimals: 0, unit: "€" });
  const billRows = (label: string, write: (bill: ContractBill) => string): ComparedRow[] =>
    STEPS.map(({ key, name }) => ({
      label: `${label}: ${name.toLowerCase()}`,
      cells: ofResults.map((results) => ({
        value: null,
        text: results?.bill ? write(results.bill[key]) : NOT_APPLICABLE,
      })),
    }));
  const valueRow = (label: string, of: (value: BatteryValue) => number): ComparedRow => ({
    label,
    cells: ofResults.map((results) => ({
      value: null,
      text: euros(results?.battery_value && of(results.battery_value)),
    })),
  });
  return [
    ...billRows("Potencia de P1 a P6", ({ contracted_kw }) =>
      contracted_kw.map((kw) => formatNumber(kw, { decimals: 0 })).join(" · "),
    ),
    ...billRows("Término de potencia", ({ power_eur }) => euros(power_eur)),
    ...billRows("Excesos de potencia", ({ excess_eur }) => euros(excess_eur)),
    ...billRows("Factura sin IVA", ({ total_eur }) => euros(total_eur)),
    valueRow("Ahorro esperable en operación", ({ expected_eur }) => expected_eur),
    valueRow("Techo teórico del ahorro", ({ ceiling_eur }) => ceiling_eur),
  ];
}

/** What the results rest on and differ in, in the words of their assumptions: contract, place, market, finance. */
function differences(records: SimulationRecord[]): ComparedRow[] {
  const assumptions = records.map(({ results }) => results?.assumptions ?? []);
  const labels = new Map(assumptions.flat().map(({ key, label }) => [key, label]));
  return [...labels]
    .map(([key, label]) => ({
      label,
      cells: assumptions.map((rows) => ({
        value: null,
        text: rows.find((row) => row.key === key)?.value ?? NOT_APPLICABLE,
      })),
    }))
    .filter((row) => !isAlike(row));
}

type InputKey = "battery_capacity" | "max_charge_power" | "pv_value" | "demand_value";

/** The effective input: a missing one takes the specification's value. */
const inputOr = (input: SimulationInput, key: InputKey): number | null =>
  input[key] ?? (SimulationInput.properties[key] as { default?: number }).default ?? null;

/** The row says nothing about how the simulations differ. */
export const isAlike = ({ cells }: ComparedRow): boolean => cells.every(({ text }) => text === cells[0]?.text);

/** Columns with the best value of a row; none where they are alike or cannot be compared. */
export function bestOf({ cells, better }: ComparedRow): number[] {
  if (!better) return [];
  const values = cells.flatMap(({ value }) => value ?? []);
  const best = better === "high" ? Math.max(...values) : Math.min(...values);
  if (values.length < 2 || values.every((value) => value === best)) return [];
  return cells.flatMap(({ value }, index) => (value === best ? index : []));
}
