import type {
  CurveClock,
  CurveKind,
  CurveUnit,
  FormatId,
  RefusalCode,
  RefusalHint,
  SeriesName,
} from "@ecotrim/contracts/curves/reading";

/** What is known of the files of one source. A new source is an entry here and a fixture. */
export interface Format {
  id: FormatId;
  /** All of them are found among the titles of one row, each as `normalised` writes it. */
  titles: RegExp[];
  /** What stands in the rows above the titles. */
  above?: RegExp;
  /** Titles as written may serve two sources, whose dates differ. */
  dates?: "year_first" | "day_first";
  /** The column of each series; the rules by words find them where absent. */
  columns?: Partial<Record<SeriesName, RegExp>>;
  /** Series that are the sum of several columns. */
  sums?: Partial<Record<SeriesName, RegExp>>;
  unit?: CurveUnit;
  label?: "start" | "end";
  clock?: CurveClock;
  kind?: CurveKind;
  /** An empty cell is no production, as at night. */
  isEmptyZero?: true;
  /** A portal of the Spanish system: its hours are those of the wall unless proven otherwise. */
  isSpanish?: true;
  /** A file that holds no curve. */
  refusal?: { code: RefusalCode; hint?: RefusalHint };
}

export const GENERIC: Format = { id: "generic", titles: [] };
export const WIDE: Format = { id: "wide", titles: [] };
export const HA_ENERGY: Format = { id: "ha_energy", titles: [], label: "start" };

const SPANISH = { isSpanish: true, label: "end" } as const;

/** The first that fits is taken. */
export const FORMATS: readonly Format[] = [
  { id: "max_power", titles: [/^potencia ?maxima/], refusal: { code: "not_a_curve", hint: "max_power" } },
  {
    id: "sips",
    titles: [/^consumo ?energia ?activa ?en ?wh ?p1/],
    refusal: { code: "not_a_curve", hint: "period_totals" },
  },
  {
    id: "datadis_monthly",
    titles: [/^fecha$/, /^valle/, /^llano/, /^punta/],
    refusal: { code: "monthly_only", hint: "period_totals" },
  },
  {
    id: "datadis_web",
    titles: [/^cups$/, /^fecha$/, /^hora$/, /^consumo kwh$/, /^metodoobtencion$/],
    columns: { import: /^consumo kwh$/, export: /^energiavertida kwh$/, pv: /^energiagenerada kwh$/ },
    unit: "kWh",
    ...SPANISH,
  },
  {
    id: "datadis_web_old",
    titles: [/^cups$/, /^fecha$/, /^hora$/, /^consumo kwh$/, /^metodo obtencion$/],
    dates: "year_first",
    unit: "kWh",
    ...SPANISH,
  },
  {
    id: "datadis_api",
    titles: [/^date$/, /^time$/, /^consumptionkwh$/],
    columns: { import: /^consumptionkwh$/, export: /^surplusenergykwh$/, pv: /^generationenergykwh$/ },
    unit: "kWh",
    ...SPANISH,
  },
  {
    id: "cnmc",
    titles: [/^cups$/, /^(fecha|data)$/, /^hora$/, /^consumo( kwh)?$/, /^(metodo obtencion|lectura real\/estimada)$/],
    columns: { import: /^consumo( kwh)?$/ },
    unit: "kWh",
    ...SPANISH,
  },
  {
    id: "edistribucion",
    titles: [/^fecha$/, /^hora$/, /^ae kwh$/],
    columns: { import: /^ae kwh$/, export: /^as kwh$/ },
    unit: "kWh",
    ...SPANISH,
  },
  {
    id: "ide_tlm",
    titles: [/^fecha ?hora$/, /^consumo kwh$/, /^generacion kwh$/, /^firmeza$/],
    columns: { import: /^consumo kwh$/, export: /^generacion kwh$/ },
    unit: "kWh",
    ...SPANISH,
  },
  {
    id: "ide",
    titles: [/^fecha ?hora$/, /^consumo wh$/],
    columns: { import: /^consumo wh$/, export: /^generacion wh$/ },
    unit: "Wh",
    isSpanish: true,
    label: "start",
  },
  {
    id: "ufd",
    titles: [/^fecha$/, /^hora$/, /^ehcr/],
    columns: { import: /^ehcr/, export: /^ehex/ },
    unit: "kWh",
    ...SPANISH,
  },
  {
    id: "eredes",
    titles: [/^data$/, /^hora$/, /^consumo .*ativa/],
    columns: { import: /^consumo .*ativa/, export: /^(injecao|producao) .*ativa/ },
    unit: "kW",
    ...SPANISH,
  },
  {
    id: "endesa",
    titles: [/^fecha$/, /^hora$/, /^consumo( k?wh)?$/, /^coste por hora/],
    columns: { import: /^consumo( k?wh)?$/ },
    unit: "kWh",
    isSpanish: true,
    label: "start",
  },
  {
    id: "fusionsolar",
    titles: [
      /^(statistical (period|time)|periodo estadistico)$/,
      /^(pv yield|rendimiento fv|inverter yield|rendimiento del inversor)/,
    ],
    columns: {
      import: /^(import|importacion)( kwh)?$/,
      export: /^(export|exportacion)( kwh)?$/,
      pv: /^(pv yield|rendimiento fv)/,
    },
    unit: "kWh",
    label: "start",
  },
  { id: "sma_csv3", titles: [/totwhout/], columns: { pv: /totwhout/ }, unit: "Wh", label: "start", kind: "pv" },
  {
    id: "solarweb",
    titles: [
      /^(fecha y hora|date and time|datum und uhrzeit)$/,
      /(energia fv|pv energy|energia a la red|energy to grid|specific yield|rendimiento especifico)/,
    ],
    label: "start",
  },
  {
    id: "solaredge",
    titles: [/^time$/, /^system production w$/],
    columns: { pv: /^system production/, import: /^import/, export: /^export/ },
    label: "start",
  },
  { id: "isolarcloud", titles: [/^time$/, /^purchased energy/, /^feed in/], label: "start" },
  {
    id: "solarman",
    titles: [/^plant name$/, /^updated time$/, /^production today/],
    columns: { pv: /^production today/ },
    label: "start",
    kind: "pv",
  },
  {
    id: "vrm",
    titles: [/^timestamp$/, /^solar yield/, /^grid to consumers/],
    columns: { pv: /^solar yield/ },
    sums: { import: /^grid to /, export: / to grid/ },
    unit: "kWh",
    label: "start",
  },
  {
    id: "solaredge_api",
    above: /^timeunit$/,
    titles: [/^date$/, /^value$/],
    columns: { pv: /^value$/ },
    isEmptyZero: true,
    label: "start",
    kind: "pv",
  },
  { id: "ha_history", titles: [/^entity id$/, /^state$/, /^last changed$/], label: "start" },
  {
    id: "s02",
    titles: [/^fh$/, /^ai$/, /^ae$/],
    columns: { import: /^ai$/, export: /^ae$/ },
    unit: "Wh",
    ...SPANISH,
  },
  { id: "enphase", titles: [/^date\/time$/, /^energy produced/], columns: { pv: /^energy produced/ }, label: "start" },
  {
    id: "pvgis",
    titles: [/^time$/, /^p$/, /^g i$/],
    columns: { pv: /^p$/ },
    unit: "W",
    label: "start",
    clock: "utc",
    kind: "pv",
  },
  {
    id: "pvsyst",
    titles: [/^date$/, /^(e ?grid|earrmpp|e ?avail|einvout)$/],
    columns: { pv: /^e ?grid$/ },
    above: /pvsyst/,
    label: "start",
    clock: "winter",
    kind: "pv",
  },
];

/** A title without accents, case and signs; `kWh` stays one word. */
export const normalised = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9%/]+/g, " ")
    .trim();

/** Files of the measurement system have no titles: columns by their places. */
export interface PlacedFormat {
  id: FormatId;
  fits: (row: readonly string[]) => boolean;
  stamp: number;
  season: number;
  columns: Partial<Record<SeriesName, number>>;
  unit?: CurveUnit;
  kind?: CurveKind;
  /** Column of the quality of the import; from `INVALID` on it is no reading. */
  quality?: number;
  /** Column of the method of measurement, and the methods that are estimates. */
  method?: { column: number; estimates: readonly string[] };
}

/** The bit of quality that says that a reading is not valid. */
export const INVALID = 128;

/** The code of a supply, and that of a generation, which is five characters longer. */
const SUPPLY = /^ES\d{16}[A-Z]{2}(\d[A-Z])?$/;
const GENERATION = /^ES\d{16}[A-Z]{2}\d[A-Z]\d{3}$/;

const isTyped = (row: readonly string[]): boolean => SUPPLY.test(row[0]!) && row[1] === "11";

/** Without the empty cell that the separator at the line's end leaves. */
const widthOf = (row: readonly string[]): number => (row.at(-1) === "" ? row.length - 1 : row.length);

export const PLACED_FORMATS: readonly PlacedFormat[] = [
  {
    id: "simel_p",
    fits: (row) => isTyped(row) && widthOf(row) >= 20,
    stamp: 2,
    season: 3,
    columns: { import: 4, export: 6 },
    unit: "kWh",
    quality: 5,
  },
  {
    id: "simel_f1",
    fits: (row) => isTyped(row) && widthOf(row) >= 12,
    stamp: 2,
    season: 3,
    columns: { import: 4, export: 5 },
    unit: "kWh",
    method: { column: 12, estimates: ["7", "8", "9", "10", "11", "22"] },
  },
  {
    id: "simel_medidas",
    fits: (row) => GENERATION.test(row[0]!),
    stamp: 1,
    season: 2,
    columns: { pv: 3 },
    unit: "kWh",
    kind: "pv",
  },
  {
    id: "simel_f5",
    fits: (row) => SUPPLY.test(row[0]!) && widthOf(row) >= 11,
    stamp: 1,
    season: 2,
    columns: { import: 3, export: 4 },
    unit: "Wh",
    method: { column: 9, estimates: ["3", "4", "5", "6"] },
  },
  {
    id: "simel_p5",
    fits: (row) => SUPPLY.test(row[0]!) && widthOf(row) >= 4,
    stamp: 1,
    season: 2,
    columns: { import: 3, export: 4 },
  },
];

/** Two files of the measurement system differ by their step alone. */
export const STEPPED_IDS: Partial<Record<FormatId, readonly [hours: FormatId, quarters: FormatId]>> = {
  simel_p: ["simel_p1", "simel_p2"],
  simel_f1: ["simel_f1", "simel_f1qh"],
};
