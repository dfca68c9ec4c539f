import type { Results } from "@ecotrim/contracts/simulations/result";
import { savesOnWholeBill } from "@ecotrim/present/bill/contract-bill";
import { calendarDate } from "@ecotrim/present/dates";
import { isPricedByContract } from "@ecotrim/present/results/contract-labels";
import { relativeGap } from "@ecotrim/present/simulations/relative-gap";
import { REAL_YEARS_NOTE } from "@ecotrim/present/studies/uncertainty";
import type { ReportContent } from "../content.ts";
import { number, percent } from "../format.ts";
import type { Sheet } from "../sheet.ts";
import { drawTable } from "../table.ts";

/** Method of the calculation, its limits and its terms. */

export function method(sheet: Sheet, simulation: ReportContent["simulation"]): void {
  const { results } = simulation;
  const steps: Step[] = [
    ...(savesOnWholeBill(results) ? billSteps(simulation) : energySteps(simulation)),
    [
      "5. Del ahorro a la inversión",
      "El ahorro de cada año se calcula con la capacidad que le queda a la batería, menos auxiliares, potencia adicional, mantenimiento y sustitución del inversor. VAN, TIR, periodo de retorno y LCOE salen de ese flujo, en importes nominales y antes de impuestos.",
    ],
    [
      "6. Cuánto puede variar",
      `La misma optimización se repite con miles de escenarios de precio, sol, consumo, rendimiento y coste (banda de incertidumbre), con cada factor por separado (sensibilidad) y con muchos tamaños de batería (mapa de tamaños). ${REAL_YEARS_NOTE}`,
    ],
  ];
  sheet.section("Método");
  for (const [title, text] of steps) {
    sheet.subheading(title, 40);
    sheet.paragraph(text);
  }
  sheet.heading("Qué se aproxima");
  sheet.bullets([
    results.curve
      ? "Los años que vienen: su consumo se toma como el del año de su curva."
      : "Su curva de carga real: el consumo es una forma tipo con su media. Con la curva de su contador el resultado será más fino.",
    ...(savesOnWholeBill(results) || isPricedByContract(results)
      ? []
      : ["Su contrato concreto: se conoce cuánto paga de media, no cómo. Véase «Según su contrato»."]),
  ]);
  sheet.heading("Trazabilidad");
  drawTable(sheet, {
    columns: [
      { title: "Dato", share: 0.35 },
      { title: "Valor", share: 0.65 },
    ],
    rows: traceRows(simulation).map((cells) => ({ cells })),
  });
}

type Step = [title: string, text: string];

function priceStep(results: Results): Step {
  if (isPricedByContract(results))
    return [
      "2. Los precios de su contrato",
      "La energía se paga como dice el contrato indicado en los supuestos: no se ajusta a ningún gasto.",
    ];
  const { calibration, contract_range } = results;
  const own = contract_range.find((row) => row.own);
  const isHeld = own?.key === "fixed" || own?.key === "fixed_by_period";
  return [
    "2. Precios ajustados a lo que usted paga",
    `Los precios se ajustan para que el coste de la energía sin batería coincida con el gasto indicado: la parte de mercado se multiplica por ${number(calibration.k, 3)} y se añaden ${number(calibration.adder_eur_mwh, 2)} €/MWh. Peajes y cargos no se tocan: son regulados.${isHeld ? " De esos precios su contrato paga la media, ponderada por lo que compra sin batería." : ""}`,
  ];
}

/** What the production is made of: one that was measured has no profile, and panels beside it are still modelled. */
function productionSource({ results, inputParameters }: ReportContent["simulation"]): string {
  if (results.assumptions.some(({ key }) => key === "pv_profile"))
    return "el sol de su provincia sobre el plano de sus placas";
  const { pv_value = 0, pv_installed = pv_value } = inputParameters;
  const added = pv_installed > 0 && pv_installed < pv_value ? " y, para las nuevas, el sol de su provincia" : "";
  return `la producción medida de sus placas${added}`;
}

/** From the data to the saving on energy alone. */
function energySteps(simulation: ReportContent["simulation"]): Step[] {
  const { results } = simulation;
  const { realisable, period, curve } = results;
  const load = curve ? "su consumo medido" : "la forma de su consumo con fines de semana y festivos nacionales";
  return [
    [
      "1. Su planta, hora a hora",
      `Se reconstruyen las ${number(period.hours)} horas del periodo en hora peninsular, con sus cambios de hora: ${productionSource(simulation)}, ${load}, y un precio para cada hora: el del mercado diario, de la procedencia que dicen los supuestos, con los peajes, cargos y pagos por capacidad de su tarifa de acceso y las condiciones de su contrato.`,
    ],
    priceStep(results),
    [
      "3. La mejor operación posible",
      "Un programa de optimización lineal decide en cada hora cuánto cargar, descargar, comprar y vender para que la factura sea mínima, respetando la potencia y la capacidad de la batería, sus pérdidas, su desgaste y la potencia de la planta. La planta sin batería se calcula con el mismo programa y las mismas reglas.",
    ],
    [
      "4. De lo óptimo a lo realizable",
      `El óptimo conoce el futuro. Por eso se repite el año como lo haría un operador, que cada hora planifica con los precios ya publicados del mercado diario y el sol de la víspera. Se cuenta esa parte del ahorro óptimo, el ${percent(realisable.fct)}, y además la disponibilidad de la batería.`,
    ],
  ];
}

/** From the data to the saving on the whole bill of a contract. */
function billSteps(simulation: ReportContent["simulation"]): Step[] {
  const { results } = simulation;
  const { fct, optimum_eur } = results.realisable;
  const ofCeiling = optimum_eur === null ? "" : `, el ${percent(fct)} del techo teórico,`;
  return [
    [
      "1. Su planta, cuarto de hora a cuarto de hora",
      `Se reconstruyen los ${number(results.period.steps)} cuartos de hora del periodo en la hora de su zona, con sus cambios de hora: ${productionSource(simulation)}, su consumo con los picos medidos o estimados que dicen los supuestos y los avisos, y un precio para cada uno.`,
    ],
    priceStep(results),
    [
      "3. La mejor operación y las mejores potencias",
      "Una programación dinámica convexa decide en cada cuarto de hora cuánto cargar, descargar, comprar y vender, y a la vez se buscan las potencias con las que es mínima la factura entera: energía, potencia y excesos. Sin batería se buscan también las mejores potencias, y lo que ahorran no se cuenta como ahorro de la batería.",
    ],
    [
      "4. De lo óptimo a lo esperable",
      `El óptimo conoce el futuro. Por eso se repite el año como lo haría un operador, que cada cuarto de hora planifica con los precios ya publicados del mercado diario y sin conocer el consumo que viene. Se cuenta ese ahorro${ofCeiling} y además la disponibilidad de la batería.`,
    ],
  ];
}

function traceRows({ executionTime, results }: ReportContent["simulation"]): (readonly [string, string])[] {
  const { period, engine_version, tariff_version } = results;
  return [
    ["Periodo", `del ${calendarDate(period.start)} al ${calendarDate(period.end)}, en ${number(period.steps)} pasos`],
    ["Optimización", solverText(results)],
    ...(executionTime === null ? [] : [["Tiempo de cálculo", `${number(executionTime / 1000, 1)} s`] as const]),
    ["Calculado con", `EcoTrim, motor ${engine_version}`],
    ["Versión de las tarifas", tariff_version],
  ];
}

function solverText({ solver }: Results): string {
  if (solver.name === "fast") return "Óptimo exacto por programación dinámica convexa";
  const { relative_gap: gap } = solver;
  const certificate = gap === null ? "" : `, con una diferencia relativa ${relativeGap(gap)}`;
  return `Óptimo certificado por HiGHS${certificate}: ${number(solver.rows)} restricciones y ${number(solver.columns)} variables`;
}

const GLOSSARY: readonly (readonly [term: string, meaning: string])[] = [
  [
    "3.0TD",
    "Tarifa de acceso de los consumidores en baja tensión con más de 15 kW, con seis periodos horarios, P1 a P6.",
  ],
  ["6.1TD", "Tarifa de acceso de los consumidores en alta tensión de 1 a 30 kV, con los mismos periodos."],
  ["Ahorro realizable", "Parte del ahorro óptimo que logra un operador que no conoce el futuro."],
  ["Autoconsumo", "Generación propia que va a su consumo o a la batería, sin pasar por la red."],
  ["Banda P10 a P90", "Intervalo en el que queda la cifra en 8 de cada 10 escenarios."],
  ["Capacidad (kWh)", "Energía que cabe en la batería."],
  ["Ciclo completo", "Descarga de tanta energía como cabe en la batería cuando es nueva."],
  ["Estado de salud", "Capacidad que le queda a la batería respecto a la que tenía nueva."],
  ["Excedentes", "Generación que no se consume ni se guarda, y se vende a la red."],
  ["LCOE", "Coste medio de cada MWh que consume la planta durante la vida de la batería, con la inversión incluida."],
  ["LCOS", "Coste medio de cada MWh que descarga la batería, con la inversión y la energía de carga incluidas."],
  ["Periodo de retorno", "Tiempo desde el que el flujo de caja acumulado, sin descontar, ya no vuelve a ser negativo."],
  ["Potencia (kW)", "Energía por hora que la batería puede cargar o descargar."],
  ["Punta de compra", "Potencia máxima que la planta toma de la red."],
  ["TIR", "Tasa interna de retorno: rentabilidad anual a la que el VAN es cero."],
  ["VAN", "Valor actual neto: lo que valen hoy los flujos futuros a la tasa de descuento, menos la inversión."],
];

/** Height of the glossary and the legal notice, pt: together they fill more than half of the last page. */
const END_KEEP = 360;

export function glossary(sheet: Sheet): void {
  sheet.section("Glosario", END_KEEP);
  drawTable(sheet, {
    size: 8,
    dense: true,
    columns: [
      { title: "Término", share: 0.19 },
      { title: "Qué es", share: 0.81 },
    ],
    rows: GLOSSARY.map((cells) => ({ cells })),
  });
}

/** Purpose and limits of a report. */
export function disclaimer(sheet: Sheet): void {
  sheet.heading("Aviso legal", 90);
  sheet.note(
    "Este informe es una estimación calculada con los datos que usted ha indicado y con los supuestos que en él se citan. No es una oferta, ni un proyecto de ingeniería, ni asesoramiento financiero, fiscal o jurídico. Los precios futuros de la energía, la radiación y su consumo pueden ser distintos, y con ellos el resultado. Antes de invertir, contraste las cifras con su factura, con la curva de carga de su contador y con una oferta en firme.",
  );
  sheet.note(
    "El informe es para uso de su titular y de quien este decida. Las fuentes públicas citadas (OMIE, BOE, PVGIS y ERA5 del programa Copernicus) no responden del uso que aquí se hace de sus datos.",
  );
}
