import type { Phrase } from "@ecotrim/contracts/phrase";
import type { Plane } from "@ecotrim/contracts/simulations/plane";
import { amount, phrase } from "../phrase.ts";

const DIRECTIONS: Record<number, string> = {
  [-180]: "norte",
  [-135]: "noreste",
  [-90]: "este",
  [-45]: "sureste",
  0: "sur",
  45: "suroeste",
  90: "oeste",
  135: "noroeste",
  180: "norte",
};

/** "plano sur a 35°" */
export function planeWords({ tiltDeg, azimuthDeg }: Plane): Phrase {
  if (tiltDeg === 0) return phrase`plano horizontal`;
  const direction = DIRECTIONS[azimuthDeg];
  if (direction) return phrase`plano ${direction} a ${amount(tiltDeg)}°`;
  const side = azimuthDeg < 0 ? "este" : "oeste";
  return phrase`plano a ${amount(tiltDeg)}°, girado ${amount(Math.abs(azimuthDeg))}° del sur hacia el ${side}`;
}
