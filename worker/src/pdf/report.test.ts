import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import { BILLS, VALUE } from "@ecotrim/present/bill/contract-bill.fixture";
import { figuresOf, type Place, spell } from "@ecotrim/present/figures";
import { PREMIUM_CHAPTERS } from "@ecotrim/present/reports/chapters";
import { contractRows } from "@ecotrim/present/results/contract-rows";
import { investmentHolds, NOT_INCLUDED, NOT_INCLUDED_TITLE } from "@ecotrim/present/results/not-included";
import { isOwnJudgement } from "@ecotrim/present/results/own-judgement";
import { countAssumptions } from "@ecotrim/present/results/trust";
import { COLUMNS_NOTE, starMeaning } from "@ecotrim/present/studies/size-map";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { beforeAll, describe, expect, test } from "vitest";
import { FULL } from "../../../tests/support/full.ts";
import { JPEG, png } from "../../../tests/support/logos.ts";
import type { ReportContent } from "./content.ts";
import { computedReport } from "./report.fixture.ts";
import { renderReport } from "./report.ts";

const MB = 1_000_000;
const KINDS = ["basic", "premium"] as const;

/** Height of a page and of what its footer takes, pt. */
const [PAGE_PT, FOOTER_PT] = [842, 50];
/** Half of what is between header and footer, with the room that a figure may leave below it. */
const HALF_PT = 450;

/** Replaces white space of every kind by single spaces, as a reader sees it. */
const flat = (text: string): string => text.replace(/[\s\u00a0\u202f]+/g, " ");
const euros = (value: number | null, decimals: number) => flat(formatNumber(value, { decimals, unit: "€" }));

async function read(file: Buffer) {
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const pages: string[] = [];
  const tags = new Set<string>();
  const alts: string[] = [];
  /** Sizes of the text of tables, and the lowest text of each page above its footer, pt. */
  const tableSizes: number[] = [];
  const lowest: number[] = [];
  const inTables = new Set<string>();
  type Node = { role?: string; alt?: string; id?: string; children?: Node[] };
  const walk = ({ role, alt, id, children = [] }: Node, isInTable = false): void => {
    if (role) tags.add(role);
    if (alt) alts.push(alt);
    if (id && isInTable) inTables.add(id);
    for (const child of children) walk(child, isInTable || role === "Table");
  };
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const tree = await page.getStructTree();
    if (tree) walk(tree as Node);
    const { items, lang } = await page.getTextContent({ includeMarkedContent: true });
    expect(lang).toBe("es-ES");
    let [marked, text, low] = ["", "", PAGE_PT];
    for (const item of items)
      if (!("str" in item)) marked = item.id ?? "";
      else {
        text += ` ${item.str}`;
        if (!item.str.trim()) continue;
        if (item.transform[5] > FOOTER_PT) low = Math.min(low, item.transform[5]);
        if (inTables.has(marked)) tableSizes.push(item.height);
      }
    pages.push(flat(text));
    lowest.push(low);
  }
  const { info } = await pdf.getMetadata();
  const preferences = (await pdf.getViewerPreferences()) as Record<string, unknown> | null;
  await pdf.destroy();
  return {
    pages,
    text: flat(pages.join(" ")),
    tags,
    alts,
    tableSizes,
    lowest,
    info: info as Record<string, string>,
    preferences,
  };
}

/** Text of a report without white space, whose line and column breaks vary. */
const squeezed = (text: string): string => text.replace(/[\s\u00a0\u202f]/g, "");

/** Cache of reports, each rendered and parsed once for all tests. */
const renderings = new WeakMap<ReportContent, Map<string, ReturnType<typeof render>>>();

async function render(kind: (typeof KINDS)[number], report: ReportContent) {
  const file = await renderReport(kind, report);
  return { file, ...(await read(file)) };
}

function rendered(kind: (typeof KINDS)[number], report: ReportContent): ReturnType<typeof render> {
  const ofReport = renderings.get(report) ?? new Map<string, ReturnType<typeof render>>();
  renderings.set(report, ofReport);
  const rendering = ofReport.get(kind) ?? render(kind, report);
  ofReport.set(kind, rendering);
  return rendering;
}

let paying: ReportContent;
beforeAll(async () => {
  paying = await computedReport();
}, 300_000);

/** A copy of the report with changed figures. */
function changed(change: (report: ReportContent) => void): ReportContent {
  const copy = structuredClone(paying);
  change(copy);
  return copy;
}

describe("a report", () => {
  test.each(KINDS)("a report of kind %s is tagged, titled, in Spanish, small and with its own fonts", async (kind) => {
    const { file, info, preferences, tags, alts } = await rendered(kind, paying);
    expect(file.length).toBeLessThan(2 * MB);
    const source = file.toString("latin1");
    const fonts = [...source.matchAll(/\/FontName \/([\w+-]+)/g)].map(([, name]) => name);
    expect(fonts.length).toBeGreaterThan(2);
    expect(fonts.every((name) => /^[A-Z]{6}\+Inter/.test(name!))).toBe(true);
    expect(source.match(/\/FontFile2 /g)).toHaveLength(fonts.length);
    expect(source).not.toMatch(/\/BaseFont \/(Helvetica|Times|Courier)/);

    expect(info).toMatchObject({ Author: "EcoTrim", Language: "es-ES" });
    expect(info.Title).toMatch(/^Informe (básico|premium): Planta fotovoltaica de 2\.000/);
    expect(preferences).toMatchObject({ DisplayDocTitle: true });
    for (const tag of ["H1", "H2", "P", "Figure", "Table", "TR", "TH", "TD"]) expect(tags).toContain(tag);
    expect(alts.every((alt) => alt.length > 20)).toBe(true);
  });

  test.each(FULL ? KINDS : KINDS.slice(0, 1))(
    "a report of kind %s is titled by the name its holder gave, and says it with the site",
    async (kind) => {
      const named = changed(({ simulation }) => {
        simulation.name = `Nave 2, batería «grande» ${"ñ".repeat(95)}`;
        simulation.site = "Polígono Sur";
      });
      const { info, text } = await rendered(kind, named);
      expect(info.Title).toMatch(/^Informe (básico|premium): Polígono Sur · Nave 2, batería «grande» ñ/);
      expect(squeezed(text)).toContain(squeezed(named.simulation.name ?? ""));
      expect(text).toContain("Polígono Sur");
      expect((await rendered(kind, paying)).text).not.toContain("Emplazamiento");
    },
  );

  test.each(KINDS)("a report of kind %s has the figures of the results, the label and its holder", async (kind) => {
    const { text } = await rendered(kind, paying);
    const { summary, costs, realisable, savings_split } = paying.simulation.results;
    const said = squeezed(text);
    for (const figure of [
      euros(summary.savings, 0),
      euros(summary.npv, 0),
      flat(formatPercent(summary.irr)),
      formatNumber(summary.lcoe, { decimals: 2, unit: "€/MWh" }),
      formatNumber(summary.payback_years, { decimals: 1, unit: "años" }),
      euros(summary.capex_eur, 0),
      euros(realisable.optimum_eur, 0),
      ...savings_split.map(({ value_eur }) => euros(value_eur, 0)),
      ...(kind === "premium" ? [euros(costs.without_battery_eur, 0), euros(costs.with_battery_eur, 0)] : []),
    ])
      expect(said).toContain(squeezed(figure));
    expect(text).toContain(summary.profitability);
    expect(text).toContain("Aceros y Forjas del Cantábrico, S. A.");
    expect(text).toContain("Lucía Núñez Peña");
    // 23:30 in Greenwich is the next day in Madrid.
    expect(text).toContain("28 de noviembre de 2026");
    expect(text).not.toMatch(/NaN|Infinity|undefined|\[object/);
  });

  test.each(KINDS)("a report of kind %s on a whole bill words saving and method for it", async (kind) => {
    const ofBill = changed(({ simulation: { results } }) => {
      Object.assign(results, { bill: BILLS, battery_value: VALUE });
      results.savings_split.push({ key: "power", label: "Potencia", value_eur: 1000 });
      results.assumptions.push({ key: "contract_prices", label: "Precio", value: "", source: "", overridden: true });
    });
    const { text } = await rendered(kind, ofBill);
    expect(text).toContain("La factura entera, con potencia y excesos, menos los costes propios de la batería.");
    expect(text).toMatch(/El ahorro anual de este resultado, .* es esa diferencia de factura menos/);
    expect(text).not.toMatch(/cada hora planifica|se ajustan para que|Véase «Según su contrato»/);
    expect(text.includes("que cada cuarto de hora planifica")).toBe(kind === "premium");
  });

  test("the method names a measured production, and the sun for panels that are new beside it", async () => {
    const sun = "el sol de su provincia sobre el plano de sus placas";
    expect((await rendered("premium", paying)).text).toContain(sun);
    const measured = changed(({ simulation: { results, inputParameters } }) => {
      results.assumptions = results.assumptions.filter(({ key }) => key !== "pv_profile");
      Object.assign(inputParameters, { pv_installed: inputParameters.pv_value! / 2 });
    });
    const { text } = await rendered("premium", measured);
    expect(text).not.toContain(sun);
    expect(text).toContain("la producción medida de sus placas y, para las nuevas, el sol de su provincia");
  });

  test.each(KINDS)(
    "a report of kind %s says early what no figure holds, and beside the investment what it does",
    async (kind) => {
      const { pages } = await rendered(kind, paying);
      const early = squeezed(pages.slice(0, 2).join(""));
      for (const sentence of [NOT_INCLUDED_TITLE, ...NOT_INCLUDED]) expect(early).toContain(squeezed(sentence));
      const { results } = paying.simulation;
      expect(early).toContain(squeezed(`${euros(results.summary.capex_eur, 0)}, ${investmentHolds(results)}`));
    },
  );

  test("a report of kind basic says on its first page in how many scenarios money is lost, once", async () => {
    const odds = /pierde dinero en (1 de cada \d+|\d de cada 10) escenarios/g;
    const byContract = (await rendered("basic", paying)).pages[0]!;
    expect(byContract).toContain("Depende: de su contrato");
    expect(byContract.match(odds)).toHaveLength(1);
    const byDriver = changed(({ simulation }) => {
      simulation.inputParameters.contract_kind = "fixed_margin";
    });
    expect((await rendered("basic", byDriver)).pages[0]!.match(odds)).toHaveLength(1);
  });

  test("a report is of four pages, or of ten and more, each numbered out of how many", async () => {
    const [basic, premium] = await Promise.all(KINDS.map(async (kind) => (await rendered(kind, paying)).pages));
    expect(basic!.length).toBe(4);
    expect(premium!.length).toBeGreaterThanOrEqual(10);
    for (const pages of [basic!, premium!])
      for (const [index, page] of pages.entries()) expect(page).toContain(`Página ${index + 1} de ${pages.length}`);
  });

  test("a report of kind premium has every part that was promised, with the figures behind it", async () => {
    const { text, pages } = await rendered("premium", paying);
    for (const part of [
      ...Object.values(PREMIUM_CHAPTERS).map(({ title }) => title),
      "Balance mensual",
      "Semanas típicas por estación",
      "Según su contrato",
      "Sensibilidad",
      "Tamaño de la batería",
      "Incertidumbre",
      "Puntas de compra",
      "Método",
      "Todos los supuestos",
      "Glosario",
    ])
      expect(pages[0]).toContain(part);
    const said = squeezed(text);
    expect(said).toContain(squeezed("Batería equilibrada"));
    expect(said).not.toContain("balanced");
    const { results, uncertainty, sensitivity } = paying.simulation;
    for (const { label, value } of results.assumptions) {
      expect(said).toContain(squeezed(label));
      expect(said).toContain(squeezed(value));
    }
    for (const { net_eur, cumulative_eur } of results.economic_model!.cashflow_df) {
      expect(said).toContain(formatNumber(net_eur, { decimals: 0 }));
      expect(said).toContain(formatNumber(cumulative_eur, { decimals: 0 }));
    }
    for (const { low, high } of sensitivity!.tornado!.drivers)
      for (const end of [low, high]) expect(said).toContain(squeezed(euros(end.npv_eur, 0)));
    const { saving_eur, npv_eur } = uncertainty!.result!;
    for (const { value } of [saving_eur.p10, saving_eur.p90, npv_eur!.p50])
      expect(said).toContain(squeezed(euros(value, 0)));
    expect(said).toContain(squeezed(sensitivity!.sizing!.sentence));
    expect(said).toContain(
      squeezed(`★: ${starMeaning(sensitivity!.sizing!)}. Recuadro continuo: la de esta simulación.`),
    );
    expect(said).toContain(squeezed(COLUMNS_NOTE));
    for (const season of ["Invierno", "Primavera", "Verano", "Otoño"]) expect(text).toContain(`${season}:`);
  });

  const figureOf = (key: "savings" | "npv" | "irr", place: Place = "report") =>
    spell(key, figuresOf(paying.simulation.results)[key], place);
  const CURVE = ["Flujo de caja acumulado", "Sin descontar, antes de impuestos · zona: P10–P90"];
  const BILL = ["De dónde sale el ahorro", "Factura de energía por mes"];
  test.each([
    [
      "basic" as const,
      () => [figureOf("savings", "headline"), "Depende:", "En 8 de cada 10", ...CURVE, ...BILL, "Según su contrato"],
      ["Siguiente paso", "Por dónde va su energía", "Lugar Madrid", "Contrato de suministro indexado", "Supuestos"],
    ],
    [
      "premium" as const,
      () => ["Depende:", figureOf("savings"), figureOf("npv"), figureOf("irr"), "En 8 de cada 10", ...CURVE],
      [
        ...[
          "Flujo de caja de cada año",
          "Formas de tenerla",
          "Energía como servicio",
          "Quién asume",
          "1 de cada 10 escenarios pierde más de",
          "Según su contrato",
          "Cada factor",
        ],
        ...[...BILL, "Por dónde va su energía", "Todos los supuestos", "Glosario"],
      ],
    ],
  ])(
    "a report of kind %s gives the answer and its money first, then the energy, then the data",
    async (kind, answer, basis) => {
      const { pages } = await rendered(kind, paying);
      const said = squeezed(pages.slice(kind === "premium" ? 1 : 0).join(""));
      let from = 0;
      for (const part of [...answer(), ...basis].map(squeezed)) {
        const found = said.indexOf(part, from);
        expect(found, part).toBeGreaterThanOrEqual(0);
        from = found + part.length;
      }
    },
  );

  test.each(KINDS)(
    "a report of kind %s has value, payback, probability and verdict by kind of contract",
    async (kind) => {
      const said = squeezed((await rendered(kind, paying)).text);
      const rows = contractRows(paying.simulation.results, paying.simulation.uncertainty!.result);
      expect(rows).toHaveLength(4);
      for (const { saving, npv, payback, probability, verdict } of rows)
        expect(said).toContain(
          squeezed(
            `${euros(saving, 0)}${euros(npv, 0)}${payback === null ? "–" : spell("payback_years", payback)}${formatPercent(probability, { decimals: 0 })}${verdict!.word}`,
          ),
        );
    },
  );

  test("a report of kind premium states the terms, the incentives and the cover of the debt of the ways to pay", async () => {
    const given = { loan: { rate: 0.061 }, incentives: [{ id: "own", value: 40_000, year: 2 }] };
    const own = changed(({ simulation }) => {
      simulation.financeTerms = given;
    });
    const said = squeezed((await rendered("premium", own)).text);
    for (const words of [
      "Condiciones de cada forma",
      "Tipo de interés anual: 6,10 % (indicado)",
      "40.000 €, en el año 2 (indicado)",
      "no comprobada (consulta del",
      "Cobertura de la deuda, peor año",
    ])
      expect(said).toContain(squeezed(words));
  });

  test("a report of kind premium counts and marks the assumptions of own judgement", async () => {
    const { text } = await rendered("premium", paying);
    const { assumptions } = paying.simulation.results;
    const judged = assumptions.filter(isOwnJudgement);
    const { all } = countAssumptions(assumptions);
    expect(text).toContain(`De ${all} supuestos, ${judged.length} son criterio propio (○)`);
    for (const { label } of judged) expect(squeezed(text)).toContain(squeezed(`○ ${label}`));
  });

  const LOGOS: [string, Buffer | null][] = [
    ["a PNG", png()],
    ["no logo", null],
    ["a JPEG", JPEG],
  ];
  test.each(FULL ? LOGOS : LOGOS.slice(0, 2))(
    "a proposal with %s bears its brand, and names the product on its page of the method alone",
    async (_, logo) => {
      const proposal = {
        ...{ company: "Ingeniería Ñandú, S. L.", accent: "#7A1F2B", text: "Gracias por su confianza.", logo },
        ...{ client: "Forjas <b>del Sur</b>", site: "Nave 1", validUntil: "2026-12-31" },
      };
      const { pages, text, alts, info, tags } = await read(await renderReport("proposal", { ...paying, proposal }));
      expect(info.Author).toBe(proposal.company);
      expect(pages[0]).toContain("Para Forjas <b>del Sur</b>");
      expect(pages[0]).toContain("Válida hasta el 31 de diciembre de 2026");
      expect(text).toContain(proposal.text);
      expect(pages.filter((page) => page.includes("EcoTrim")).map((page) => page.includes("Calculado con"))).toEqual([
        true,
      ]);
      expect(text).not.toContain("Lucía");
      expect(alts.includes(`Logotipo de ${proposal.company}`)).toBe(logo !== null);
      expect(tags).toContain("TOC");
    },
  );

  test.each(KINDS)(
    "a report of kind %s shows no identifier, no small table and no page that is more than half empty",
    async (kind) => {
      const { text, tableSizes, lowest } = await rendered(kind, paying);
      expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
      expect(text).toContain("Planta fotovoltaica de 2.000 kWp en Madrid");
      expect(tableSizes.length).toBeGreaterThan(50);
      expect(Math.min(...tableSizes)).toBeGreaterThanOrEqual(8);
      for (const low of lowest) expect(low).toBeLessThan(HALF_PT);
    },
  );

  test("a report of kind basic says that its band was not there yet, and where it will be", async () => {
    const early = changed(({ simulation }) => Object.assign(simulation, { uncertainty: null, sensitivity: null }));
    const { pages } = await rendered("basic", early);
    expect(pages[0]).toContain("Banda de escenarios: no estaba calculada al emitir este informe");
  });

  test("reports of the same content have the same bytes", async () => {
    const [{ file }, again] = [await rendered("basic", paying), await renderReport("basic", paying)];
    expect(again.equals(file)).toBe(true);
  });
});

test("a report has what the prices of a contract cost in the place of a spending that does not count", async () => {
  const report = changed(({ simulation }) => {
    simulation.results.calibration.contract_spending_eur = 345_678;
  });
  const { text } = await rendered("premium", report);
  expect(text).toContain("345.678,00 €");
  expect(text).not.toContain("400.000,00 €");
}, 300_000);

describe("a report of a battery that does not pay", () => {
  test("a report of a battery that does not pay says so first, without a label, and what would change it", async () => {
    const losing = await computedReport({
      battery_capacity: 3000,
      max_charge_power: 3000,
      max_discharge_power: 3000,
      pv_value: 300,
      total_spending: 480_000,
    });
    const { results, sensitivity } = losing.simulation;
    expect(results.summary.npv).toBeLessThan(0);
    const warning = results.warnings.find(({ code }) => code === "negative_npv")!;
    for (const kind of KINDS) {
      const { pages, text } = await rendered(kind, losing);
      if (kind === "basic") expect(pages).toHaveLength(4);
      const front = squeezed(pages[kind === "basic" ? 0 : 1]!);
      expect(front).toContain("Nocompensa:");
      expect(front).not.toContain("Clasificación");
      expect(squeezed(text)).toContain(squeezed(warning.message));
      expect(front).toContain(squeezed(euros(results.summary.npv, 0)));
      expect(front).toContain("−");
      if (kind === "premium" && sensitivity?.sizing?.levers)
        expect(squeezed(text)).toContain(squeezed(sensitivity.sizing.levers.capex.sentence));
    }
  }, 300_000);
});

describe("a report that is not to be relied on", () => {
  test("a report whose spending was replaced says so with the repair, and no saving, value or rate", async () => {
    const { simulation, ...others } = await computedReport({ total_spending: 4_000_000 });
    const { summary, warnings } = simulation.results;
    const repair = warnings.find(({ code }) => code === "spending_out_of_range")!.suggestion!;
    for (const kind of KINDS) {
      const { text } = await rendered(kind, { ...others, simulation });
      expect(text).toContain("No podemos fiarnos de este resultado: revise su gasto.");
      expect(squeezed(text)).toContain(squeezed(`La página de la simulación propone: «${repair.label}».`));
      for (const figure of [euros(summary.savings, 0), euros(summary.npv, 0), flat(formatPercent(summary.irr))])
        expect(text).not.toContain(figure);
      expect(text).not.toContain("Clasificación");
    }
    // The client of a proposal has no such page.
    const brand = { company: "Ingeniería", accent: "#7A1F2B", text: "", logo: null };
    const proposal = { ...brand, client: "Forjas", site: "Nave 1", validUntil: "2026-12-31" };
    const { text } = await read(await renderReport("proposal", { ...others, simulation, proposal }));
    expect(text).not.toContain("La página de la simulación");
  }, 300_000);
});

describe("a report without", () => {
  test("a report without battery has all its parts on pages that are not half empty, and says why figures do not exist", async () => {
    const none = await computedReport({ battery_capacity: 0 });
    for (const kind of KINDS) {
      const { text, pages, lowest } = await rendered(kind, none);
      for (const low of lowest) expect(low).toBeLessThan(HALF_PT);
      expect(text).toContain("No aplicable");
      expect(text).toContain("No hay batería que evaluar");
      expect(text).not.toMatch(/NaN|Infinity|undefined/);
      if (kind === "premium") expect(pages.length).toBeGreaterThanOrEqual(10);
      else expect(pages.length).toBeLessThanOrEqual(4);
    }
  });

  test("a report without consumption, sun and price draws what there is", async () => {
    const empty = await computedReport({ demand_value: 0, pv_value: 0, total_spending: 0, end_date: "2024-01-02" });
    for (const kind of FULL ? KINDS : (["premium"] as const)) {
      const { text } = await rendered(kind, empty);
      expect(text).toContain("No aplicable");
      expect(text).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  test("a report without details, scenarios or sensitivity has its parts, and says why they are empty", async () => {
    const bare = changed(({ simulation }) => {
      const { results } = simulation;
      for (const key of ["operative_analysis", "project_economics_table", "operation_data", "economic_model"] as const)
        delete results[key];
      simulation.uncertainty = { status: "failed", scenarios: 3, total: 2000, result: null };
      simulation.sensitivity = { status: "failed", tornado: null, sizing: null };
    });
    const { text, pages } = await rendered("premium", bare);
    for (const { title } of Object.values(PREMIUM_CHAPTERS)) expect(pages[0]).toContain(title);
    expect(text).toContain("la simulación se pidió sin el detalle de la operación");
    expect(text.split("No se ha podido calcular. El resto del informe es válido.")).toHaveLength(4);
  });
});

describe("text in a report", () => {
  test("text in a report keeps accents and the signs of the trade", async () => {
    const signs = "ÁÉÍÓÚÜÑ áéíóúüñ ¿¡ € m² CO₂ ≥ ≤ – − × ± · «»";
    const { text } = await read(
      await renderReport(
        "basic",
        changed(({ holder }) => {
          holder.company = signs;
        }),
      ),
    );
    expect(squeezed(text)).toContain(squeezed(signs));
  });

  test("text in a report keeps its signs after a report that had others of the same look", async () => {
    const [increment, delta] = ["\u2206", "\u0394"];
    const named = (company: string) =>
      changed(({ holder }) => {
        holder.company = company;
      });
    await renderReport("basic", named(`${increment} ${delta}`));
    expect((await rendered("basic", named(`Nave ${delta}`))).text).toContain(`Nave ${delta}`);
  });

  test.each(KINDS)("text of 160 characters wraps within the page (%s)", async (kind) => {
    const words = "Compañía Industrial de Transformados Metálicos y Galvanizados del Noroeste ".repeat(3).slice(0, 160);
    // A word without end is the harder to wrap.
    for (const company of FULL ? [words, "Ñ".repeat(160)] : ["Ñ".repeat(160)]) {
      const report = changed(({ holder }) => {
        holder.company = company;
      });
      const { pages } = await rendered(kind, report);
      expect(squeezed(pages[0]!)).toContain(squeezed(company.trim()));
    }
  });

  test("text of others is data: markup, control characters and line breaks mean nothing", async () => {
    const report = changed(({ holder, simulation }) => {
      holder.company = "<b>Hierros</b>\n(1) Tj /JS\u0000\u202e Sur";
      delete simulation.inputParameters.battery_type;
      simulation.calculatorContext = {
        generation: 2000,
        demand: { type: "constante", weekend: true, average: 500 },
        total_spendings: 400_000,
        selectedBattery: { name: "Ácida\tplomo ) >>", capacity_kwh: 2000, power_kw: 500 },
      };
    });
    const file = await renderReport("basic", report);
    const { text } = await read(file);
    expect(text).toContain("<b>Hierros</b> (1) Tj /JS Sur");
    expect(text).toContain("Ácida plomo ) >>");
    expect(file.toString("latin1")).not.toContain("/JavaScript");
  });
});

describe("figures in a report", () => {
  const EXTREMES: [string, number, string][] = [
    ["huge", 12_345_678_901.234, "12.345.678.901 €"],
    ["less than a cent below zero", -0.001, "0 €"],
    ["negative", -1_234.567, "−1.235 €"],
    ["zero", 0, "0 €"],
  ];
  test.each(FULL ? EXTREMES : EXTREMES.slice(0, 2))(
    "figures in a report that are %s are written in Spanish",
    async (_, value, written) => {
      const report = changed(({ simulation: { results } }) => {
        results.summary.savings = value;
        results.summary.npv = value;
        results.kpi_new_table.economics.npv = value;
        results.kpi_new_table.economics.savings = value;
        for (const row of results.economic_model!.cashflow_df) {
          row.net_eur = value;
          row.cumulative_eur = value;
          row.discounted_eur = value;
        }
        for (const part of results.savings_split) part.value_eur = value;
      });
      for (const kind of FULL ? KINDS : (["premium"] as const)) {
        const { text } = await rendered(kind, report);
        expect(squeezed(text)).toContain(squeezed(written));
        expect(text).not.toMatch(/NaN|Infinity|undefined|−0(,0+)?(?![\d,])/);
      }
    },
  );
});
