import { LOCALE, RESULTS_LOCALE } from "@ecotrim/contracts/locale";
import { formatNumber } from "@ecotrim/contracts/numbers";
import { SegmentedControl } from "@mantine/core";
import { chooseReaderLocale, useReaderLocale } from "../../lib/reader-locale.ts";

const EXAMPLE = { decimals: 1 };

/** The reader's choice between 1.234,5 and 1,234.5, which is kept. */
export function NumberStyleSwitch() {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Estilo de las cifras"
      value={useReaderLocale()}
      onChange={chooseReaderLocale}
      data={[LOCALE, RESULTS_LOCALE].map((locale) => ({
        value: locale,
        label: formatNumber(1234.5, { ...EXAMPLE, locale }),
      }))}
    />
  );
}
