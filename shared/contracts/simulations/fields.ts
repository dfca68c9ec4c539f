import Type from "typebox";

/** Fields whose validation sentences, form labels and API documentation are made from their Spanish name and unit. */

export const number = (title: string, unit: string, minimum: number, maximum: number, extra: object = {}) =>
  Type.Number({ title, unit, minimum, maximum, ...extra });

export const flag = (title: string, extra: object = {}) => Type.Boolean({ title, ...extra });

/** Limits of the four figures that a visitor types, shared by wizard and API. */
export const PvKwp = number("La potencia fotovoltaica", "kWp", 0, 200_000);
export const TiltDeg = number("La inclinación de los paneles", "°", 0, 90);
/** As PVGIS counts it: 0 south, -90 east, 90 west. */
export const AzimuthDeg = number("La orientación de los paneles", "°", -180, 180);
export const AverageDemand = number("El consumo medio", "kWh/h", 0, 500_000);
export const YearlySpending = number("El gasto anual en energía", "€ al año", 0, 100_000_000);
export const MonthlySpending = number("El gasto mensual en energía", "€ al mes", 0, 100_000_000 / 12);
export const CapacityKwh = number("La capacidad de la batería", "kWh", 0, 2_000_000);
export const PowerKw = number("La potencia de la batería", "kW", 0, 2_000_000);
