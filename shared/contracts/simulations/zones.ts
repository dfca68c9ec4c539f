import type { ProvinceCode } from "./provinces.ts";

/** Zones with a calendar of periods and taxes of their own. Without a schema, so that a calendar alone stays small. */
export const ZONES = ["peninsula", "baleares", "canarias", "ceuta", "melilla"] as const;
export type ZoneName = (typeof ZONES)[number];
export const DEFAULT_ZONE: ZoneName = "peninsula";

const ZONE_OF: Partial<Record<ProvinceCode, ZoneName>> = {
  "07": "baleares",
  "35": "canarias",
  "38": "canarias",
  "51": "ceuta",
  "52": "melilla",
};

/** The zone that a province lies in. */
export const zoneOf = (province: ProvinceCode): ZoneName => ZONE_OF[province] ?? DEFAULT_ZONE;
