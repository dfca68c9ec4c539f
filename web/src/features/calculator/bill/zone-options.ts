import { ZONES } from "@ecotrim/contracts/simulations/zones";
import { ZONE_LABELS } from "@ecotrim/present/results/contract-labels";

export const ZONE_OPTIONS = ZONES.map((value) => ({ value, label: ZONE_LABELS[value] }));
