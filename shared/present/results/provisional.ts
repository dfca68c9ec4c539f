import { formatNumber } from "@ecotrim/contracts/numbers";
import type { PowerRun } from "@ecotrim/contracts/simulations/record";

/** What is said wherever provisional figures are shown. */
export const PROVISIONAL_NOTE =
  "Cifras provisionales: salen de un cálculo rápido que conoce el futuro, y lo esperable suele ser menos.";

/** How far the study is that replaces provisional results. */
export function powerStage({ status, done, total }: PowerRun): string {
  switch (status) {
    case "failed":
      return "No se ha podido calcular lo esperable.";
    case "pending":
      return "Calculando lo esperable: en espera.";
    case "processing":
    case "completed": {
      const step = `paso ${formatNumber(Math.min(done + 1, total))} de ${formatNumber(total)}`;
      const what = done === 0 ? "las potencias que convienen" : "un año de operación sin conocer el futuro";
      return `Calculando lo esperable, ${step}: ${what}.`;
    }
  }
}
