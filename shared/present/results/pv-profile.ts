import type { Phrase } from "@ecotrim/contracts/phrase";
import { bestPlane, type Plane } from "@ecotrim/contracts/simulations/plane";
import { type ProvinceCode, provinceName } from "@ecotrim/contracts/simulations/provinces";
import { type ProvinceYield, provinceYield } from "@ecotrim/engine/site/pv";
import { type WeatherPlace, weatherPlace } from "@ecotrim/engine/site/pv-days";
import { amount, phrase } from "../phrase.ts";
import { planeWords } from "../simulations/plane-words.ts";

const DAYS: Record<WeatherPlace, string> = {
  madrid: "días de un año soleado en Madrid, ERA5 (contiene información modificada del servicio Copernicus)",
  valencia: "días de 2020 en Valencia, PVGIS © Unión Europea",
};

const MONTHS: Record<ProvinceYield["status"], string> = {
  found: "meses de la provincia según PVGIS o ERA5",
  recalled: "meses de la provincia según valores conocidos de PVGIS, sin copia con la que contrastarlos",
  derived: "meses de la provincia: estimado a partir de las provincias con datos",
};

/** What a plant yields in a province, how well that is known, and where it is known from. */
export function pvProfile(province: ProvinceCode, plane?: Plane): { value: Phrase; source: Phrase } {
  const { kwhPerKwpYear, errorPct, status } = provinceYield(province, plane);
  const error = phrase`${status === "derived" ? "estimado " : ""}± ${amount(errorPct, { unit: "%" })}`;
  const light = plane ? "; otro plano: reparto de luz directa y difusa por la claridad de cada día" : "";
  return {
    value: phrase`${provinceName(province)}, ${planeWords(plane ?? bestPlane(province))}: ${amount(kwhPerKwpYear, { decimals: 0, unit: "kWh/kWp" })} al año (${error})`,
    source: phrase`${DAYS[weatherPlace(province)]}; ${MONTHS[status]}${light}`,
  };
}
