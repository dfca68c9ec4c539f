import { type Case, type CompleteInput, caseOf } from "@ecotrim/contracts/simulations/input";
import { DEFAULT_PROVINCE } from "@ecotrim/contracts/simulations/provinces";
import type { Computation } from "@ecotrim/server/db/entities/computation";

/** A case as it is stored, by this version or by one that knew one place, contract, tariff and efficiency. */
interface StoredCase extends Omit<Case, "site" | "load" | "tariff" | "battery"> {
  site: Partial<Case["site"]> & Pick<Case["site"], "exportLimitKw">;
  load: Omit<Case["load"], "shifts"> & { shifts?: Case["load"]["shifts"]; twoShifts?: boolean };
  tariff: Partial<Case["tariff"]>;
  battery: Omit<Case["battery"], "conversionEfficiency"> & { conversionEfficiency?: number };
}

/** What cases meant before place, contract, tariff and conversion were asked; results of that time rest on it. */
const BEFORE = {
  site: { province: DEFAULT_PROVINCE },
  tariff: { name: "6.1TD", year: 2024, contractKind: "indexed" },
  battery: { conversionEfficiency: 1 },
} as const;

/** The case of a stored computation; one of an older version keeps the meaning it was asked with. */
export function caseOfRow({ input, inputCase }: Pick<Computation, "input" | "inputCase">): Case {
  if (inputCase) return completeCase(inputCase);
  const stored: Partial<CompleteInput> = input;
  const complete = {
    province: BEFORE.site.province,
    tariff: BEFORE.tariff.name,
    tariff_year: BEFORE.tariff.year,
    contract_kind: BEFORE.tariff.contractKind,
    conversion_efficiency: BEFORE.battery.conversionEfficiency,
    shifts: input.two_turnes ? 2 : 3,
    ...stored,
  };
  return caseOf(complete as CompleteInput);
}

function completeCase(stored: StoredCase): Case {
  const { twoShifts, ...load } = stored.load;
  return {
    ...stored,
    site: { ...BEFORE.site, ...stored.site },
    load: { shifts: twoShifts ? 2 : 3, ...load },
    tariff: { ...BEFORE.tariff, ...stored.tariff },
    battery: { ...BEFORE.battery, ...stored.battery },
  };
}
