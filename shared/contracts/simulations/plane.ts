import type { ProvinceCode } from "./provinces.ts";

/** A plane of panels. Azimuth as PVGIS counts it: 0 south, -90 east, 90 west. */
export interface Plane {
  tiltDeg: number;
  azimuthDeg: number;
}

/** Inputs that tell of it; either alone leaves the other as it is in the best plane. */
export interface PlaneInput {
  pv_tilt_deg?: number;
  pv_azimuth_deg?: number;
}

const BEST_TILT_DEG = 35;
const BEST_TILT_OF: Partial<Record<ProvinceCode, number>> = { "35": 27, "38": 27 };

/** The plane that a province's yield is known for: south, near its best tilt, which is flatter in Canarias. */
export const bestPlane = (province: ProvinceCode): Plane => ({
  tiltDeg: BEST_TILT_OF[province] ?? BEST_TILT_DEG,
  azimuthDeg: 0,
});

/** The plane of the inputs; undefined where it is the best of the province. */
export function otherPlane(province: ProvinceCode, given: PlaneInput): Plane | undefined {
  const best = bestPlane(province);
  const plane = {
    tiltDeg: given.pv_tilt_deg ?? best.tiltDeg,
    azimuthDeg: given.pv_azimuth_deg ?? best.azimuthDeg,
  };
  return plane.tiltDeg === best.tiltDeg && plane.azimuthDeg === best.azimuthDeg ? undefined : plane;
}
