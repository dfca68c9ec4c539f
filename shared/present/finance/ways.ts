import type { FinanceTerms } from "@ecotrim/contracts/simulations/finance-terms";
import { LINES, type Line, type Party, type Way, type WayKey } from "@ecotrim/contracts/simulations/financing";
import { ECONOMICS_ROWS } from "../economics-rows.ts";
import type { NumberWriter } from "../number-writer.ts";

export const WAY_NAMES: Record<WayKey, string> = {
  purchase: "Compra",
  loan: "Préstamo",
  lease: "Renting o leasing",
  service: "Energía como servicio",
  sharing: "Coinversión",
};

/** Who owns the battery beside the customer, in each way. */
export const OWNER_NAMES: Record<WayKey, string | null> = {
  purchase: null,
  loan: null,
  lease: "Arrendador",
  service: "Proveedor",
  sharing: "Inversor",
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
export const taxView = ({ tax }: FinanceTerms): string => (tax.applies ? "después de impuestos" : "antes de impuestos");

/** Names of rows, one column a way. */
export interface WayTable {
  head: string[];
  rows: { key: string; label: string; cells: string[] }[];
}

const NOTHING = "–";

/** The ways side by side, for the customer and for whoever else owns the battery. */
export function wayTable(
  ways: readonly Way[],
  terms: FinanceTerms,
  { euros, percent, figure }: NumberWriter,
): WayTable {
  const rate = ({ isInvesting, irr }: Party): string =>
    irr !== null ? percent(irr, 1) : isInvesting ? "no existe" : "sin inversión";
  const row = (key: string, label: string, cell: (way: Way) => string) => ({ key, label, cells: ways.map(cell) });
  const owners =
    (of: (owner: Party) => string) =>
    ({ owner }: Way) =>
      owner ? of(owner) : NOTHING;
  const least = ({ dscr }: Way) => {
    const paid = dscr?.filter((ratio) => ratio !== null) ?? [];
    return paid.length > 0 ? figure(Math.min(...paid), 2) : NOTHING;
  };
  return {
    head: ["Para usted", ...ways.map(({ key }) => WAY_NAMES[key])],
    rows: [
      row("outlay", "Desembolso inicial", ({ customer }) => euros(Math.max(0, customer.outlayEur))),
      row("fee", "Cuota al mes, primer año", ({ feeEurMonth }) =>
        feeEurMonth === null ? NOTHING : euros(feeEurMonth),
      ),
      row("first", "Caja del primer año", ({ customer }) => euros(customer.firstYearEur)),
      row("worst", "Peor año", ({ customer: { worstYear } }) => `${euros(worstYear.eur)} (año ${worstYear.year})`),
      row("npv", `VAN ${taxView(terms)}`, ({ customer }) => euros(customer.npvEur)),
      row("irr", `TIR ${taxView(terms)}`, ({ customer }) => rate(customer)),
      row("dscr", "Cobertura de la deuda, peor año (DSCR)", least),
      row(
        "owner_npv",
        "VAN de quien pone la batería",
        owners(({ npvEur }) => euros(npvEur)),
      ),
      row("owner_irr", "TIR de quien pone la batería", owners(rate)),
    ],
  };
}

/** Who bears what in each way, in the order of the ways. */
export function bearerTable(
  ways: readonly Way[],
  { lease, sharing }: FinanceTerms,
  { percent }: NumberWriter,
): WayTable {
  const owner = (key: WayKey) => OWNER_NAMES[key]!;
  const shared = (fct: number) => `Usted ${percent(1 - fct, 0)}, inversor ${percent(fct, 0)}`;
  const yours = { purchase: "Usted", loan: "Usted" };
  const rows: { key: string; label: string; by: Record<WayKey, string> }[] = [
    {
      key: "investment",
      label: "La inversión",
      by: {
        purchase: "Usted",
        loan: "El banco y usted",
        lease: owner("lease"),
        service: owner("service"),
        sharing: shared(sharing.investment_fct),
      },
    },
    {
      key: "upkeep",
      label: "Mantenimiento y averías",
      by: {
        ...yours,
        lease: lease.upkeep_included ? `${owner("lease")}, durante el contrato` : "Usted",
        service: `${owner("service")}, durante el contrato`,
        sharing: shared(sharing.investment_fct),
      },
    },
    {
      key: "saving",
      label: "Que el ahorro sea menor",
      by: {
        ...yours,
        lease: "Usted: la cuota es fija",
        service: "Proveedor, hasta lo que garantice el contrato",
        sharing: shared(sharing.saving_fct),
      },
    },
    {
      key: "balance",
      label: "Deuda en su balance",
      by: {
        purchase: "No",
        loan: "Sí",
        lease: "Según el contrato y su norma contable",
        service: "Según el contrato y su norma contable",
        sharing: "No",
      },
    },
  ];
  return {
    head: ["Quién asume", ...ways.map(({ key }) => WAY_NAMES[key])],
    rows: rows.map(({ key, label, by }) => ({ key, label, cells: ways.map((way) => by[way.key]) })),
  };
}

/** The lines of a party that are not nothing, in the order of every table. */
export const linesOf = ({ rows }: Party): Line[] => LINES.filter((line) => rows[line] !== undefined);
