import { LOCALE } from "@ecotrim/contracts/locale";

/** Format of the server's parser: a decimal comma and no thousands separator, for every figure. */
const written = new Intl.NumberFormat(LOCALE, { useGrouping: false, maximumFractionDigits: 20 });

/** Every query this client sends. `String(8.585)` would not do: the server reads `8.585` as eight thousand. */
export const queryString = (values: Record<string, string | number | boolean | object>): string =>
  new URLSearchParams(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === "object"
        ? JSON.stringify(value)
        : typeof value === "number"
          ? written.format(value)
          : String(value),
    ]),
  ).toString();
