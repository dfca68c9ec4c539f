import type { SizePoint, Sizing } from "@ecotrim/contracts/simulations/sizing";

/**
 * The sweep's points by capacity, one for each rating. Of ratings that round to the same sold power only the first has
 * the battery; the others are null.
 */
export const sizeRows = ({ capacities_kwh, c_ratings, points }: SizeMap): (SizePoint | null)[][] =>
  capacities_kwh.map((_, row) => {
    const ofCapacity = points.slice(row * c_ratings.length, (row + 1) * c_ratings.length);
    return ofCapacity.map((point, column) =>
      ofCapacity.findIndex(({ power_kw }) => power_kw === point.power_kw) === column ? point : null,
    );
  });

type SizeMap = Pick<Sizing, "capacities_kwh" | "c_ratings" | "points">;

/** The sizes of the sweep, each once. */
export const distinctSizes = (sizing: SizeMap): SizePoint[] =>
  sizeRows(sizing).flatMap((row) => row.filter((point) => point !== null));

/** What the map's star marks. */
export const starMeaning = ({ pays }: Pick<Sizing, "pays">): string => (pays ? "VAN más alto" : "el que menos pierde");

/** What the heads of the columns say, and why cells below them may last longer or shorter. */
export const COLUMNS_NOTE =
  "Columnas: horas de descarga a plena potencia, aproximadas, porque cada casilla tiene una potencia de las que se venden.";

/** How the sizes of a map under a contract are valued. */
export const BILL_SIZES_NOTE =
  "Cada tamaño, con la factura completa por un cálculo rápido y la parte de él que mantiene el de esta simulación.";

/** Why cells of the map are empty; nothing where none is. */
export const emptyCellsNote = (sizing: SizeMap): string =>
  distinctSizes(sizing).length < sizing.points.length
    ? "Una casilla vacía repite la batería de otra de su fila: a su capacidad no se vende otra potencia."
    : "";
