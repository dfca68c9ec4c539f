import { AppError } from "../errors.ts";

/** The 50 provinces, Ceuta and Melilla: code and name of the Spanish statistical office (INE). */
export const PROVINCES = [
  ["01", "Araba/Álava"],
  ["02", "Albacete"],
  ["03", "Alicante/Alacant"],
  ["04", "Almería"],
  ["05", "Ávila"],
  ["06", "Badajoz"],
  ["07", "Illes Balears"],
  ["08", "Barcelona"],
  ["09", "Burgos"],
  ["10", "Cáceres"],
  ["11", "Cádiz"],
  ["12", "Castellón/Castelló"],
  ["13", "Ciudad Real"],
  ["14", "Córdoba"],
  ["15", "A Coruña"],
  ["16", "Cuenca"],
  ["17", "Girona"],
  ["18", "Granada"],
  ["19", "Guadalajara"],
  ["20", "Gipuzkoa"],
  ["21", "Huelva"],
  ["22", "Huesca"],
  ["23", "Jaén"],
  ["24", "León"],
  ["25", "Lleida"],
  ["26", "La Rioja"],
  ["27", "Lugo"],
  ["28", "Madrid"],
  ["29", "Málaga"],
  ["30", "Murcia"],
  ["31", "Navarra"],
  ["32", "Ourense"],
  ["33", "Asturias"],
  ["34", "Palencia"],
  ["35", "Las Palmas"],
  ["36", "Pontevedra"],
  ["37", "Salamanca"],
  ["38", "Santa Cruz de Tenerife"],
  ["39", "Cantabria"],
  ["40", "Segovia"],
  ["41", "Sevilla"],
  ["42", "Soria"],
  ["43", "Tarragona"],
  ["44", "Teruel"],
  ["45", "Toledo"],
  ["46", "Valencia/València"],
  ["47", "Valladolid"],
  ["48", "Bizkaia"],
  ["49", "Zamora"],
  ["50", "Zaragoza"],
  ["51", "Ceuta"],
  ["52", "Melilla"],
] as const;
export type ProvinceCode = (typeof PROVINCES)[number][0];

export const DEFAULT_PROVINCE: ProvinceCode = "28";

/** Spanish names that are in use beside the official ones. */
const OTHER_NAMES: Partial<Record<ProvinceCode, string[]>> = {
  "07": ["Baleares", "Islas Baleares"],
  "15": ["La Coruña"],
  "17": ["Gerona"],
  "20": ["Guipúzcoa"],
  "25": ["Lérida"],
  "32": ["Orense"],
  "48": ["Vizcaya"],
};

/** Words in small letters without accents, in order, since lists also write "Coruña, A". */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .sort()
    .join(" ");

/** Every way to write a province, in plain letters: its code, its names, and each of two names in two languages. */
const CODES = new Map<string, ProvinceCode>(
  PROVINCES.flatMap(([code, name]) =>
    [code, name, ...name.split("/"), ...(OTHER_NAMES[code] ?? [])].map((text) => [plain(text), code] as const),
  ),
);

/**
 * The code of a province given by its code or its name, whatever its case and accents.
 * @throws AppError INVALID_INPUT, field `province`
 */
export function provinceCode(given: string): ProvinceCode {
  const code = CODES.get(plain(given));
  if (code) return code;
  throw new AppError("INVALID_INPUT", {
    field: "province",
    message: "La provincia debe ser el nombre o el código (01 a 52) de una de las 52 provincias.",
  });
}

export const provinceName = (code: ProvinceCode): string => PROVINCES.find(([own]) => own === code)![1];
