import { formatNumber } from "@ecotrim/contracts/numbers";
import { ECONOMICS_COLUMNS } from "@ecotrim/present/economics-rows";
import { Table } from "@mantine/core";
import { NO_FIGURE } from "./cell-text.ts";
import "../../ui/phone-cards.css";
import type { ComparisonRow } from "./read-results.ts";

const SCENARIOS = ["Sin batería", "Con batería"];
const COLUMNS = ECONOMICS_COLUMNS.map(({ heading }) => heading);
const CELLS = SCENARIOS.flatMap((scenario) => COLUMNS.map((column) => `${scenario} ${column}`));
const SAVING = /ahorro/i;

/** Every column with decimals of its own. */
const write = (value: number | null, index: number): string =>
  value === null
    ? NO_FIGURE
    : formatNumber(value, { decimals: ECONOMICS_COLUMNS[index % ECONOMICS_COLUMNS.length]!.decimals });

/** The scenario without battery beside the one with it; the saving stands out. */
export function ComparisonTable({ rows }: { rows: ComparisonRow[] }) {
  return (
    <>
      <section
        className="plot-table comparison phone-cards"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Tabla: sin batería y con batería"
      >
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" rowSpan={2}>
                Concepto
              </Table.Th>
              {SCENARIOS.map((scenario) => (
                <Table.Th key={scenario} scope="colgroup" colSpan={COLUMNS.length}>
                  {scenario}
                </Table.Th>
              ))}
            </Table.Tr>
            <Table.Tr>
              {CELLS.map((cell, index) => (
                <Table.Th key={cell} scope="col">
                  {COLUMNS[index % COLUMNS.length]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, cells }, row) => (
              <Table.Tr
                // biome-ignore lint/suspicious/noArrayIndexKey: rows never change place, and names may repeat
                key={row}
                data-saving={SAVING.test(name) || undefined}
              >
                <Table.Th scope="row">{name}</Table.Th>
                {cells.map((cell, index) => (
                  <Table.Td key={CELLS[index]} data-label={CELLS[index]} data-empty={cell === null || undefined}>
                    {write(cell, index)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <p className="result-note">–: no aplicable en ese escenario. Los ingresos van en negativo.</p>
    </>
  );
}
