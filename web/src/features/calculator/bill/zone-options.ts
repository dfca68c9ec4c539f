import { ZONES, type Zone } from "@ecotrim/contracts/simulations/contract";

const NAMES: Record<Zone, string> = {
  peninsula: "Península",
  baleares: "Baleares",
  canarias: "Canarias",
  ceuta: "Ceuta",
  melilla: "Melilla",
};

export const ZONE_OPTIONS = ZONES.map((value) => ({ value, label: NAMES[value] }));
