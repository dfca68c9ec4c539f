import { LOCALE } from "./locale.ts";
import { formatNumber } from "./numbers.ts";

/** The limits that a schema sets for a number. */
export interface NumberLimits {
  type?: string;
  title?: string;
  unit?: string;
  money?: boolean;
  minimum?: number;
  maximum?: number;
}

/**
 * "La potencia fotovoltaica debe estar entre 0 y 200.000 kWp." Kept apart from validation, which pages need not load.
 */
export function limitsSentence({ title, unit, minimum, maximum }: NumberLimits, locale: string = LOCALE): string {
  const name = title ?? "El valor";
  const withUnit = (value: number) => formatNumber(value, { locale, ...(unit ? { unit } : {}) });
  if (minimum !== undefined && maximum !== undefined)
    return `${name} debe estar entre ${formatNumber(minimum, { locale })} y ${withUnit(maximum)}.`;
  if (minimum !== undefined) return `${name} debe ser como mínimo ${withUnit(minimum)}.`;
  if (maximum !== undefined) return `${name} debe ser como máximo ${withUnit(maximum)}.`;
  return `${name} debe ser un número.`;
}
