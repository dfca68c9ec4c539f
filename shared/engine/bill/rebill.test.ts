import { type BillInput, readBill } from "@ecotrim/contracts/simulations/bill";
import { describe, expect, test } from "vitest";
import printed from "./printed-bills.fixture.json" with { type: "json" };
import { rebill } from "./rebill.ts";

const bills: BillInput[] = printed.map((bill) => readBill(bill));
const named = (id: string): BillInput => bills[printed.findIndex((bill) => bill.id === id)]!;
const JUNE = named("61td-june-2026-one-excess");
const MARCH = named("30td-march-2026-type4-excess");
const BALEARES = named("30td-baleares-may-2026");

const sum = (amounts: number[]): number => Math.round(amounts.reduce((total, one) => total + one * 100, 0)) / 100;
const amountsOf = (bill: BillInput, kind: string) =>
  rebill(bill)
    .lines.filter((line) => line.kind === kind)
    .map(({ amount }) => amount);

/** Without what was printed as a result: amounts, bases and totals. */
function unpriced({ total, vat, electricity_tax, ...bill }: BillInput): BillInput {
  const { base, amount, ...tax } = electricity_tax ?? {};
  const lines = bill.lines.map(({ amount: printedAmount, ...line }) =>
    Object.keys(line).length > 1 && line.kind !== "financial" ? line : { ...line, amount: printedAmount! },
  );
  return { ...bill, lines, electricity_tax: tax };
}

describe.each(printed.map(({ id }, index) => [id, bills[index]!] as const))("%s", (_, bill) => {
  test("every printed line, base, tax and total is reproduced to the cent", () => {
    const { lines, electricity_tax, vat, total, ...sums } = rebill(bill);
    expect(lines.map(({ kind, period }) => [kind, period])).toEqual(
      bill.lines.map(({ kind, period = null }) => [kind, period]),
    );
    for (const [index, { amount }] of bill.lines.entries())
      if (amount !== undefined) expect(lines[index]!.amount, `line ${index}`).toBe(amount);
    const { base, amount } = bill.electricity_tax ?? {};
    if (base !== undefined) expect(electricity_tax).toMatchObject({ base, amount });
    if (bill.vat) expect(vat).toMatchObject({ base: bill.vat.base, amount: bill.vat.amount });
    if (bill.total !== undefined) expect(total).toBe(bill.total);
    for (const name of ["sum_power", "excess_total", "reactive_total"] as const) expect(sums[name]).toBe(bill[name]);
  });

  test("nothing departs from its calculation", () => {
    expect(rebill(bill)).toMatchObject({ differences: [], warnings: [] });
  });
});

test.each([
  ["one excess", JUNE],
  ["a maximeter's excess", MARCH],
  ["periods of another zone", BALEARES],
])("a bill with %s comes to its total from quantities and prices alone", (_, bill) => {
  expect(rebill(unpriced({ ...bill, lines: bill.lines })).total).toBe(bill.total);
});

test("power without a price takes the regulated one", () => {
  const lines = JUNE.lines
    .filter(({ kind }) => kind === "power")
    .map(({ kind, period }) => ({ kind, period: period! }));
  // The bill prints prices of six digits, which give the same cents here.
  expect(amountsOf({ ...JUNE, lines }, "power")).toEqual(amountsOf(JUNE, "power"));
});

test("a line's factor multiplies, and a line of an amount alone is as printed", () => {
  const lines = [
    { kind: "energy", kwh: 100, eur_kwh: 0.1, factor: -1 },
    { kind: "surplus", amount: -12.34 },
    { kind: "power", period: "P1" as const, amount: 1 },
    { kind: "excess", period: "P2" as const, amount: 2 },
    { kind: "reactive", period: "P2" as const, amount: 3 },
    { kind: "bono_social", amount: 4 },
    { kind: "rental", amount: 5 },
  ];
  expect(rebill({ ...MARCH, lines }).lines.map(({ amount }) => amount)).toEqual([-10, -12.34, 1, 2, 3, 4, 5]);
});

test("half a cent is rounded up, of a discount away from nothing", () => {
  const lines = [
    { kind: "energy", kwh: 50, eur_kwh: 0.0301 },
    { kind: "discount", pct: 50, of: "energy" },
  ];
  expect(rebill({ ...JUNE, lines }).lines.map(({ amount }) => amount)).toEqual([1.51, -0.76]);
});

describe("excess", () => {
  const excess = (bill: Partial<BillInput>, line: object) =>
    amountsOf({ tariff: "6.1TD", meter_type: 2, ...bill, lines: [{ kind: "excess", ...line }] } as BillInput, "excess");

  test("of part of a month is prorated by days, and that of a whole February is not", () => {
    const line = { ep_kw: { P1: 393, P2: 508 } };
    const july = { first_day: "2026-07-01", last_day: "2026-07-06" };
    expect(excess(july, line)).toEqual([439.82]);
    const whole = excess({ first_day: "2026-02-01", last_day: "2026-02-28" }, line);
    expect(whole).toEqual(excess({ year: 2026 }, line));
  });

  test("of a contract changed within a month is that of two parts, each with its own excess and days", () => {
    const parts = [
      [6, 393],
      [25, 210.3],
    ].map(([days, kw]) => excess({ year: 2026 }, { ep_kw: { P1: kw! }, month_share: [days!, 31] })[0]!);
    expect(sum(parts)).toBe(sum([(393 * 3.431797 * 6) / 31, (210.3 * 3.431797 * 25) / 31]));
    const july = { first_day: "2026-07-01", last_day: "2026-07-31" };
    expect(excess(july, { ep_kw: { P1: 393 }, days: 6 })).toEqual([parts[0]]);
  });

  test("equal parts of a month cost the same, whichever comes first", () => {
    const part = (first_day: string, last_day: string) =>
      excess({ first_day, last_day }, { period: "P1", excess_kw: 40 });
    expect(part("2026-01-01", "2026-01-10")).toEqual(part("2026-01-22", "2026-01-31"));
  });

  test("of a maximeter followed another rule until March 2025", () => {
    const bill = { tariff: "3.0TD", meter_type: 4, max_kw: { P2: 10 }, contracted_kw: { P2: 6 } } as const;
    const line = { period: "P2" };
    expect(excess({ ...bill, first_day: "2025-03-01", last_day: "2025-03-31" }, line)).toEqual([
      Math.round(2 * 4 * 0.110506 * 31 * 100) / 100,
    ]);
    // Ten days of either rule.
    expect(excess({ ...bill, first_day: "2025-03-22", last_day: "2025-04-10" }, line)).toEqual([
      Math.round(4 * 10 * (2 * 0.110506 + 0.089294) * 100) / 100,
    ]);
  });
});

describe("reactive energy", () => {
  const reactive = (kwh: number, kvarh: number) =>
    amountsOf(
      {
        ...MARCH,
        metered_kwh: { P2: kwh },
        reactive_kvarh: { P2: kvarh },
        lines: [{ kind: "reactive", period: "P2" }],
      },
      "reactive",
    )[0];

  test("is paid above a third of the energy, dearer under a cosine of 0.80", () => {
    expect(reactive(1000, 330)).toBe(0);
    expect(reactive(1000, 600)).toBe(Math.round(270 * 0.041554 * 100) / 100);
    expect(reactive(1000, 800)).toBe(Math.round(470 * 0.062332 * 100) / 100);
  });

  test("is free in P6", () => {
    const lines = [{ kind: "reactive", period: "P6" as const }];
    expect(amountsOf({ ...MARCH, lines }, "reactive")).toEqual([0]);
  });
});

describe("taxes", () => {
  const taxed = (bill: Partial<BillInput>) =>
    rebill({
      tariff: "6.1TD",
      issued: "2026-07-05",
      lines: [
        { kind: "energy", amount: 1000 },
        { kind: "rental", amount: 100 },
      ],
      ...bill,
    });

  test("the electricity tax is that of the date of issue, whatever the days", () => {
    expect(taxed({}).electricity_tax).toMatchObject({ base: 1000, amount: 51.13 });
    expect(taxed({ issued: "2026-05-31" }).electricity_tax.amount).toBe(5);
  });

  test("the electricity tax has a least, twice as high in low voltage", () => {
    const metered = { issued: "2026-05-01", metered_kwh: { P6: 20_000 } };
    expect(taxed(metered).electricity_tax.amount).toBe(10);
    expect(taxed({ ...metered, tariff: "3.0TD" }).electricity_tax.amount).toBe(20);
    expect(taxed({ ...metered, tariff: "3.0TD", electricity_tax_reduction: true }).electricity_tax.amount).toBe(10);
  });

  test("with the reduction 85 % of the base is free", () => {
    expect(taxed({ electricity_tax_reduction: true }).electricity_tax).toMatchObject({ base: 1000, amount: 7.67 });
  });

  test.each([
    ["peninsula", "IVA", (1100 + 51.13) * 0.21],
    ["canarias", "IGIC", 1051.13 * 0.03 + 100 * 0.07],
    ["ceuta", "IPSI", (1100 + 51.13) * 0.01],
  ] as const)("%s pays %s", (zone, name, eur) => {
    expect(taxed({ zone }).vat).toMatchObject({ name, base: 1151.13, amount: Math.round(eur * 100) / 100 });
  });
});

describe("a difference names its likely cause", () => {
  const found = (bill: BillInput) =>
    rebill(bill).differences.map(({ kind, period, printed, ours, cause }) => [kind, period, printed, ours, cause]);
  const withLine = (bill: BillInput, index: number, change: object): BillInput => ({
    ...bill,
    lines: bill.lines.map((line, i) => (i === index ? { ...line, ...change } : line)),
  });

  test.each([
    ["an amount of more digits", withLine(JUNE, 0, { amount: 352.712 }), []],
    [
      "a price of four digits",
      withLine(JUNE, 7, { eur_kwh: 0.1028, amount: 660.86 }),
      [["energy", "P4", 660.86, 660.7, "price_rounding"]],
    ],
    ["a rounded price", withLine(JUNE, 6, { amount: 1389.64 }), [["energy", "P3", 1389.64, 1389.63, "price_rounding"]]],
    [
      "a price of fewer digits",
      withLine(JUNE, 0, { eur_kw_day: 0.0811 }),
      [["power", "P1", 352.71, 352.79, "price_rounding"]],
    ],
    [
      "another price than the regulated one",
      withLine(JUNE, 9, { eur_kw: 0.7 }),
      [["excess", "P3", 2.04, 2.1, "price_rounding"]],
    ],
    ["another number of days", withLine(JUNE, 0, { amount: 364.47 }), [["power", "P1", 364.47, 352.71, "proration"]]],
    ["another rule of excess", withLine(JUNE, 9, { amount: 4.08 }), [["excess", "P3", 4.08, 2.04, "excess_rule"]]],
    ["the energy of the meter", withLine(JUNE, 7, { amount: 658.91 }), [["energy", "P4", 658.91, 660.86, "quantity"]]],
    ["another bono social", withLine(JUNE, 10, { amount: 0.74 }), [["bono_social", null, 0.74, 0.57, "bono_social"]]],
  ])("%s", (_, bill, differences) => {
    expect(found(bill)).toEqual(differences);
  });

  test("an excess that is not prorated", () => {
    const lines = [{ kind: "excess", ep_kw: { P1: 210.3, P2: 144.1 }, month_share: [16, 31], amount: 983.72 }];
    expect(found({ tariff: "6.1TD", meter_type: 2, year: 2026, lines })).toEqual([
      ["excess", null, 983.72, 507.73, "proration"],
    ]);
  });

  test("a line that the rules ask for", () => {
    expect(found({ ...JUNE, lines: JUNE.lines.filter(({ kind }) => kind !== "bono_social") })).toEqual([
      ["bono_social", null, null, 0.57, "missing_line"],
      ["vat_base", null, 4108.14, 4107.57, "missing_line"],
    ]);
    const { excess_total, ...march } = MARCH;
    expect(found({ ...march, lines: MARCH.lines.filter(({ kind }) => kind !== "excess") })).toEqual([
      ["excess", "P2", null, 11.23, "missing_line"],
      ["excess", "P3", null, 3.56, "missing_line"],
      ["electricity_tax_base", null, 302.83, 288.04, "missing_line"],
      ["vat_base", null, 319.41, 304.62, "missing_line"],
    ]);
  });

  test("no line is missed where the bill says that it is not whole", () => {
    const lines = JUNE.lines.slice(0, 3);
    expect(found({ ...JUNE, lines, status: "partial" })).toEqual([]);
  });

  test("the bono social in a base that says it has none", () => {
    const tax = { ...JUNE.electricity_tax, base: 3869.18, amount: 197.82 };
    expect(found({ ...JUNE, vat: {}, electricity_tax: tax })).toContainEqual([
      "electricity_tax_base",
      null,
      3869.18,
      3868.61,
      "tax_base",
    ]);
  });

  test.each([
    ["tax_rate", JUNE, 19.34],
    ["tax_minimum", MARCH, 1.51],
    ["tax_reduction", JUNE, 29.67],
    ["tax_base", JUNE, 199.9],
  ])("an electricity tax of %s", (cause, bill, amount) => {
    const tax = { ...bill.electricity_tax, amount };
    expect(found({ ...bill, vat: {}, electricity_tax: tax })).toContainEqual(
      expect.arrayContaining(["electricity_tax", amount, cause]),
    );
  });

  test("a total that is not the sum", () => {
    expect(found({ ...JUNE, total: 4970.86 })).toEqual([["total", null, 4970.86, 4970.85, "sum"]]);
  });
});

describe.each([
  ["6.1TD", 2],
  ["3.0TD", 4],
] as const)("a month of %s split at any day", (tariff, meter_type) => {
  const july = (day: number) => `2026-07-${String(day).padStart(2, "0")}`;
  const linesOf = (from: number, to: number) => {
    const kwh = 137 * (to - from + 1);
    const of = (period: "P1" | "P2") => [
      { kind: "power", period },
      { kind: "excess", period, ...(meter_type === 2 && { excess_kw: 31.7 }) },
      { kind: "energy", period, kwh, eur_kwh: 0.123457 },
      { kind: "reactive", period },
    ];
    const bill = readBill({
      ...{ tariff, meter_type, first_day: july(from), last_day: july(to) },
      ...{ contracted_kw: { P1: 40, P2: 41 }, max_kw: { P1: 52.3, P2: 47.1 } },
      ...{ metered_kwh: { P1: kwh, P2: kwh }, reactive_kvarh: { P1: kwh, P2: kwh / 2 } },
      lines: [...of("P1"), ...of("P2"), { kind: "bono_social" }, { kind: "rental", eur_day: 1.372 }],
    });
    return rebill(bill).lines.map(({ amount }) => amount);
  };

  test("sums to the whole in every line, within a cent of rounding", () => {
    const whole = linesOf(1, 31);
    expect(whole.every((amount) => amount > 0)).toBe(true);
    for (let day = 1; day < 31; day++) {
      const [first, second] = [linesOf(1, day), linesOf(day + 1, 31)];
      for (const [index, amount] of whole.entries())
        expect(
          Math.abs(sum([first[index]!, second[index]!, -amount])),
          `line ${index}, day ${day}`,
        ).toBeLessThanOrEqual(0.01);
    }
  });
});

test("a bill of 45 days is calculated, with a warning", () => {
  const long = { ...MARCH, last_day: "2026-04-14", days: 45 };
  expect(rebill(long)).toMatchObject({ total: 386.49, warnings: [{ code: "long_bill", days: 45 }] });
  expect(rebill({ ...MARCH, days: 30 }).warnings).toEqual([{ code: "days_differ", days: 30, between: 31 }]);
});
