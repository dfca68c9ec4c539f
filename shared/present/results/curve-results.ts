import type { Case, CaseCurve } from "@ecotrim/contracts/simulations/input";
import type { PvCurveResults, ReadCurve, Results } from "@ecotrim/contracts/simulations/result";
import type { Outcome } from "@ecotrim/engine/outcome";

/** What results keep of the curves that they are computed with. */
export function curveResults(outcome: Outcome): Pick<Results, "curve" | "pv_curve"> {
  const { curve, pvCurve } = outcome.input;
  if (!curve) return pvCurve ? { pv_curve: pvResults(pvCurve) } : {};
  const { trust, trust_reasons, measured_share } = curve.summary;
  return {
    curve: {
      trust,
      trust_reasons,
      measured_share,
      known_days: curve.report.known_days,
      read: readOf(curve),
      modelled_import_kwh: isMetered(outcome.input.pv, curve, outcome) ? importWithoutBattery(outcome) : null,
      saving_by_average_eur: outcome.savingByAverageEur,
    },
    ...(pvCurve && { pv_curve: pvResults(pvCurve) }),
  };
}

const pvResults = (pvCurve: CaseCurve): PvCurveResults => ({
  measured_share: pvCurve.summary.measured_share,
  read: readOf(pvCurve),
});

const readOf = ({ hash: _, ...read }: CaseCurve): ReadCurve => read;

/** Whether the site without battery is the one that the meter has measured. */
function isMetered({ kwp, installedKwp = kwp }: Case["pv"], { report }: CaseCurve, { site }: Outcome): boolean {
  return report.net_case === "E" ? site.pvKwh.every((kwh) => kwh === 0) : installedKwp >= kwp;
}

const importWithoutBattery = ({ withoutBattery }: Outcome): number | null =>
  withoutBattery?.importKwh.reduce((sum, kwh) => sum + kwh, 0) ?? null;
