import type { Results } from "@ecotrim/contracts/simulations/result";
import { withOwnCapex } from "@ecotrim/present/results/own-capex";
import { drawCashFlow } from "../charts/cash-flow.ts";
import { euroMwh, euros, number, percent, plain, years } from "../format.ts";
import { amounts, assumption, NO_DETAILS, reasonOf } from "../parts.ts";
import type { Sheet } from "../sheet.ts";
import { drawTable } from "../table.ts";

/** Investment at which the net present value would be 0, EUR; null where there is none to tell. */
export function breakEvenCapex(results: Results): number | null {
  return withOwnCapex(results, results.summary.capex_eur)?.break_even_capex_eur ?? null;
}

/** Money in and out, year by year. */
export function cashFlow(sheet: Sheet, results: Results): void {
  const rows = results.economic_model?.cashflow_df;
  sheet.lead(
    `Importes nominales, antes del impuesto de sociedades y sin IVA. La energía crece un ${assumption(results, "price_growth")}; la batería pierde un ${assumption(results, "fade")} de capacidad al año.`,
  );
  if (!rows || rows.length === 0) {
    sheet.paragraph(rows ? `No aplicable. ${reasonOf(results, "savings")}` : NO_DETAILS);
    return;
  }
  const last = rows.at(-1)!;
  const recovered = rows.find(({ year, cumulative_eur }) => year > 0 && cumulative_eur >= 0);
  const alt = `La inversión es de ${euros(-rows[0]!.net_eur)}. ${recovered ? `El acumulado es positivo desde el año ${recovered.year}` : "El acumulado no llega a ser positivo"} y termina en ${euros(last.cumulative_eur)}.`;
  sheet.figure("Flujo de caja", 255, alt, (box) => drawCashFlow(sheet, box, rows));
  sheet.note(alt);
  const shared = rows.some(({ customer_saving_eur }) => customer_saving_eur !== undefined);
  const titles = [
    "Ahorro",
    "Mantenimiento",
    "Sustitución",
    "Flujo neto",
    "Acumulado",
    "Descontado",
    ...(shared ? ["Ahorro del cliente"] : []),
  ];
  sheet.heading("Flujo de caja año a año, en €");
  drawTable(sheet, {
    size: 8,
    columns: [
      { title: "Año", share: 0.07 },
      ...titles.map((title) => ({ title, share: 0.93 / titles.length, align: "right" as const })),
    ],
    rows: rows.map((row) => ({
      cells: [
        String(row.year),
        ...[row.saving_eur, -row.om_eur, -row.replacement_eur, row.net_eur, row.cumulative_eur, row.discounted_eur].map(
          (value) => number(value),
        ),
        ...(shared ? [number(row.customer_saving_eur)] : []),
      ],
    })),
  });
}

/** What the figures of the investment are, all of them. */
export function investmentFigures(sheet: Sheet, results: Results): void {
  const { economics } = results.kpi_new_table;
  const orWhy = (key: keyof typeof economics, write: (value: number) => string) => {
    const value = economics[key];
    return value === null ? `No aplicable. ${reasonOf(results, key)}` : write(value);
  };
  const breakEven = breakEvenCapex(results);
  sheet.heading("Cifras de la inversión");
  amounts(
    sheet,
    ["Cifra", "Valor"],
    [
      ["Inversión", euros(economics.capex_eur, 2)],
      ["Ahorro del primer año", orWhy("savings", (value) => euros(value, 2))],
      ["Valor actual neto (VAN)", orWhy("npv", (value) => euros(value, 2))],
      ["VAN sin las partidas supuestas", orWhy("npv_without_fixed_items", (value) => euros(value, 2))],
      ["Tasa interna de retorno (TIR)", orWhy("irr", (value) => percent(value, 2))],
      ["Periodo de retorno", orWhy("payback_years", years)],
      ["Gasto energético / ahorro", orWhy("spending_to_savings", years)],
      ["LCOE con batería", orWhy("lcoe", euroMwh)],
      ["LCOE sin batería", orWhy("lcoe_without_battery", euroMwh)],
      ["LCOS: coste de cada MWh descargado", orWhy("lcos", euroMwh)],
      ...(breakEven === null
        ? []
        : ([
            [
              "Inversión a la que el VAN es cero",
              breakEven > 0 ? euros(breakEven) : "Ninguna: ni una batería gratuita compensa",
            ],
          ] as const)),
      [
        "Ingreso del primer año por kW de batería",
        results.first_year_income_by_power === null
          ? `No aplicable. ${reasonOf(results, "first_year_income_by_power")}`
          : plain(results.first_year_income_by_power, "€/kW"),
      ],
    ],
  );
}

const LONGEST = "Autoconsumo";

/** How the operation changes as the battery ages. */
export function operationByYear(sheet: Sheet, { operation_data }: Results): void {
  sheet.heading("Operación año a año, en MWh");
  const rows = operation_data?.df;
  if (!rows) {
    sheet.paragraph(NO_DETAILS);
    return;
  }
  const titles = ["Generación", "Consumo", LONGEST, "Compra", "Excedentes", "Descarga", "Salud", "Ciclos"];
  drawTable(sheet, {
    size: 8,
    dense: true,
    columns: [
      { title: "Año", share: 0.06 },
      ...titles.map((title) => ({ title, share: title === LONGEST ? 0.149 : 0.113, align: "right" as const })),
    ],
    rows: rows.map((row) => ({
      cells: [
        String(row.year),
        ...[row.generation_mwh, row.demand_mwh, row.self_consumption_mwh, row.import_mwh, row.export_mwh].map((value) =>
          number(value),
        ),
        number(row.discharge_mwh),
        percent(row.state_of_health),
        number(row.cycles),
      ],
    })),
  });
}
