import type { FinanceTerms } from "@ecotrim/contracts/simulations/finance-terms";
import { LINES, type Line, type Party, type Way, type WayKey } from "@ecotrim/contracts/simulations/financing";
import { ECONOMICS_ROWS } from "../economics-rows.ts";
import { labelOf } from "../figures.ts";
import type { NumberWriter } from "../number-writer.ts";

export const WAY_NAMES: Record<WayKey, string> = {
  purchase: "Compra",
  loan: "Préstamo",
  lease: "Renting o leasing",
  service: "Energía como servicio",
  sharing: "Coinversión",
};

export const LINE_LABELS: Record<Line, string> = {
  investment: "Inversión",
  energy: "Ahorro de energía",
  power: "Término de potencia",
  excess: "Excesos de potencia",
  reactive: "Energía reactiva",
  electricity_tax: "Impuesto eléctrico",
  operation: "Operación real",
  auxiliaries: ECONOMICS_ROWS.auxiliaries,
  extra_power: ECONOMICS_ROWS.extraPower,
  srad: "Respuesta activa (SRAD)",
  om: "Mantenimiento",
  insurance: "Seguro",
  replacement: "Sustitución del inversor",
  fee: "Cuota",
  opening_fee: "Comisión de apertura",
  loan: "Préstamo recibido",
  interest: "Intereses",
  principal: "Devolución del préstamo",
  buyout: "Compra al terminar",
  grant: "Ayudas",
  property_tax: "Bonificación del IBI",
  corporate_tax: "Impuesto sobre sociedades",
};

/** Named beside every figure of the ways. */
export const taxView = ({ tax }: FinanceTerms): string => TAX_VIEWS[Number(tax.applies)]!;
/** Before the switch and after it. */
export const TAX_VIEWS = ["antes de impuestos", "después de impuestos"] as const;

/** To be said beside the values of the ways: a loan adds to them without any more saving. */
export const discountNote = (rate: number, { percent }: NumberWriter): string =>
  `El VAN de todas usa la misma tasa de descuento, ${percent(rate, 1)}: pagar a plazos lo sube si la financiación cuesta menos que esa tasa, aunque el ahorro sea el mismo.`;

/** A row a way. */
export interface WayTable {
  head: string[];
  rows: { key: WayKey; label: string; cells: string[] }[];
}

const NOTHING = "–";

const rows = (ways: readonly Way[], cells: (way: Way) => string[]): WayTable["rows"] =>
  ways.map((way) => ({ key: way.key, label: WAY_NAMES[way.key], cells: cells(way) }));

const rateOf = ({ isInvesting, irr }: Party, { percent }: NumberWriter): string =>
  irr !== null ? percent(irr, 1) : isInvesting ? "no existe" : "sin inversión";

/** What the customer pays and gets in each way. */
export function wayTable(ways: readonly Way[], terms: FinanceTerms, writer: NumberWriter): WayTable {
  const { euros } = writer;
  return {
    head: [
      "Forma",
      "Desembolso inicial",
      "Caja del primer año",
      "Peor año",
      `VAN ${taxView(terms)}`,
      `TIR ${taxView(terms)}`,
    ],
    rows: rows(ways, ({ customer }) => [
      euros(Math.max(0, customer.outlayEur)),
      euros(customer.firstYearEur),
      `${euros(customer.worstYear.eur)} (año ${customer.worstYear.year})`,
      euros(customer.npvEur),
      rateOf(customer, writer),
    ]),
  };
}

/** What the bank or the battery's owner asks and gets in each way that has one. */
export function ownerTable(ways: readonly Way[], terms: FinanceTerms, writer: NumberWriter): WayTable {
  const { euros, figure } = writer;
  const leastDscr = ({ dscr }: Way): string => {
    const paid = dscr?.filter((ratio) => ratio !== null) ?? [];
    return paid.length > 0 ? figure(Math.min(...paid), 2) : NOTHING;
  };
  return {
    head: [
      "Con otro que paga",
      "Plazo",
      "Cuota al mes, primer año",
      "Cobertura de la deuda, peor año",
      `VAN de quien pone la batería, ${taxView(terms)}`,
      `TIR de quien pone la batería, ${taxView(terms)}`,
    ],
    rows: rows(
      ways.filter(({ key }) => key !== "purchase"),
      (way) => [
        way.termYears === null ? "toda la vida" : figure(way.termYears, 0, "años"),
        way.feeEurMonth === null ? NOTHING : euros(way.feeEurMonth),
        leastDscr(way),
        way.owner ? euros(way.owner.npvEur) : NOTHING,
        way.owner ? rateOf(way.owner, writer) : NOTHING,
      ],
    ),
  };
}

/** Who bears what in each way. */
export function bearerTable(
  ways: readonly Way[],
  { lease, sharing }: FinanceTerms,
  { percent }: NumberWriter,
): WayTable {
  const shared = (fct: number) => `Usted ${percent(1 - fct, 0)}, inversor ${percent(fct, 0)}`;
  const YOU = "Usted";
  const fixedFee = "Usted: la cuota es fija";
  // The fee that is priced does not follow the saving.
  const unlessGuaranteed = "Usted, salvo lo que se garantice";
  const byContract = "Según contrato y norma contable";
  const bearers: Record<WayKey, string[]> = {
    purchase: [YOU, YOU, YOU, "No"],
    loan: ["Usted, con dinero del banco", YOU, YOU, "Sí"],
    lease: ["Arrendador", lease.upkeep_included ? "Arrendador, en el plazo" : YOU, fixedFee, byContract],
    service: ["Proveedor", "Proveedor, en el plazo", unlessGuaranteed, byContract],
    sharing: [shared(sharing.investment_fct), shared(sharing.investment_fct), shared(sharing.saving_fct), "No"],
  };
  return {
    head: ["Quién asume", "La inversión", "Mantenimiento y averías", "Que el ahorro sea menor", "Deuda en su balance"],
    rows: rows(ways, ({ key }) => bearers[key]),
  };
}

/** The lines of a party that are not nothing, in the order of every table. */
const linesOf = ({ rows }: Party): Line[] => LINES.filter((line) => rows[line] !== undefined);

/** A party's cash flow by year: its lines, their sum, the sum so far, and the sum at today's value. */
export function cashTable(party: Party, discountRate: number): { head: string[]; years: number[][] } {
  const lines = linesOf(party);
  let cumulative = 0;
  return {
    head: [
      ...lines.map((line) => LINE_LABELS[line]),
      labelOf("net_eur"),
      labelOf("cumulative_eur"),
      labelOf("discounted_eur"),
    ],
    years: party.net.map((net, year) => {
      cumulative += net;
      return [...lines.map((line) => party.rows[line]![year]!), net, cumulative, net / (1 + discountRate) ** year];
    }),
  };
}
