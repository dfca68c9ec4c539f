import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import { SimulationInput } from "@ecotrim/contracts/simulations/input";
import type { Results, StoredEconomicCase } from "@ecotrim/contracts/simulations/result";
import { ECONOMICS_ROWS } from "@ecotrim/present/economics-rows";
import type { WriteSheet } from "hucre/xlsx";
import { FORMATS, figure, STYLES, text } from "../cells.ts";
import { type DefinedName, INPUT_NAMES, type InputKey } from "../names.ts";
import { absolute, at, GAP, paragraph, sheetOf } from "../page.ts";

const NAME = "Supuestos";

interface Input {
  key: InputKey;
  format: string;
  /** What is said of an input that the list of assumptions does not state. */
  own?: { label: string; source: string };
}

const INPUTS: readonly Input[] = [
  { key: "capex_eur", format: FORMATS.euros },
  { key: "om_fct", format: FORMATS.percent },
  { key: "om_indexation", format: FORMATS.percent },
  { key: "price_growth", format: FORMATS.percent },
  { key: "discount_rate", format: FORMATS.percent },
  { key: "life_years", format: FORMATS.wholeYears },
  { key: "replacement_fct", format: FORMATS.percent },
  { key: "replacement_year", format: FORMATS.whole },
  { key: "availability", format: FORMATS.percent },
  {
    key: "realisable_fct",
    format: FORMATS.percent,
    own: {
      label: "Ahorro realizable",
      source: "El ahorro con su contrato ya es el de una operación que no conoce el futuro",
    },
  },
  {
    key: "auxiliaries_eur",
    format: FORMATS.euros,
    own: {
      label: `${ECONOMICS_ROWS.auxiliaries}, al año`,
      source: "Calculado: el consumo auxiliar de la batería, al precio medio de compra",
    },
  },
  {
    key: "extra_power_eur",
    format: FORMATS.euros,
    own: {
      label: `${ECONOMICS_ROWS.extraPower}, al año`,
      source: "Calculado: término de la potencia que añade la batería; no crece con el precio de la energía",
    },
  },
  { key: "revenue_share_fct", format: FORMATS.percent },
];

const FIRST_ROW = 4;

/** What the cash flow follows from, in cells with names: to be changed, within the limits of the calculator. */
export function assumptionsSheet(
  { assumptions, bill }: Results,
  given: StoredEconomicCase,
  longestLife: number,
): { sheet: WriteSheet; names: DefinedName[] } {
  const values = { ...given.assumptions, ...given };
  // Under a contract the list states a share of the ceiling, which no figure is multiplied by.
  const stated = assumptions.filter(({ key }) => !(bill && key === "realisable_fct"));
  return {
    sheet: sheetOf({
      name: NAME,
      widths: [44, 16, 26, 74],
      landscape: true,
      rows: [
        [text("Supuestos del flujo de caja", STYLES.title)],
        paragraph(
          `Las celdas en azul se pueden cambiar: el flujo de caja, el VAN, la TIR y el retorno se calculan de nuevo. La vida útil puede ser de hasta ${longestLife} años. El mantenimiento y la sustitución son partes de la inversión y la siguen.`,
        ),
        GAP,
        ["Supuesto", "Valor", "Nombre de la celda", "Fuente"].map((title) => text(title, STYLES.columnHead)),
        ...INPUTS.map(({ key, format, own }) => {
          const words = stated.find((row) => row.key === key) ?? own;
          return [
            text(words?.label ?? INPUT_NAMES[key], STYLES.wrapped),
            figure(values[key], format, STYLES.input),
            text(INPUT_NAMES[key], STYLES.note),
            text(words?.source ?? "", STYLES.wrapped),
          ];
        }),
        GAP,
        paragraph(
          "El tamaño de la batería, los precios y el consumo no se pueden cambiar aquí: de ellos depende la operación de cada hora. La hoja Fuentes los enumera.",
        ),
      ],
      dataValidations: INPUTS.flatMap((input, index) => limitsOf(input, at(FIRST_ROW + index, 1), longestLife)),
    }),
    names: INPUTS.map(({ key }, index) => ({
      name: INPUT_NAMES[key],
      range: absolute(NAME, FIRST_ROW + index, 1),
    })),
  };
}

type Limits = NonNullable<WriteSheet["dataValidations"]>;

/** The calculator's own limits of what it asks for. */
function limitsOf({ key, format }: Input, range: string, longestLife: number): Limits {
  if (key === "auxiliaries_eur" || key === "extra_power_eur") return [];
  const {
    type,
    minimum = 0,
    ...schema
  }: { type: string; minimum?: number; maximum?: number } = SimulationInput.properties[key];
  const maximum = key === "life_years" ? longestLife : (schema.maximum ?? 1);
  const written = format === FORMATS.percent ? formatPercent : formatNumber;
  return [
    {
      type: type === "integer" ? "whole" : "decimal",
      operator: "between",
      formula1: String(minimum),
      formula2: String(maximum),
      range,
      showErrorMessage: true,
      errorTitle: "Fuera de los límites",
      errorMessage: `Ha de estar entre ${written(minimum)} y ${written(maximum)}.`,
    },
  ];
}
