import { Button, Table } from "@mantine/core";
import { type ReactNode, useState } from "react";
import "../../ui/phone-cards.css";

export interface DataRow {
  key: string;
  label: ReactNode;
  cells: ReactNode[];
}

interface DataTableProps {
  /** Name of the table for screen readers. */
  label: string;
  /** Names of the columns, the row header's first. */
  head: string[];
  rows: DataRow[];
  /** px; a longer table scrolls within itself. */
  height?: number;
  /** Names of the rows are bare numbers, which say nothing on a card without the name of their column. */
  numbered?: boolean;
  /** Cells hold short figures: a phone shows the table as it is, however many columns there are. */
  figures?: boolean;
  /** Cells hold sentences: rows are cards on a phone, however few columns there are. */
  sentences?: boolean;
  /** Rows that a phone shows until all are asked for. */
  phoneRows?: number;
  /** A wide screen shows no more rows either. */
  foldWide?: boolean;
}

/** Columns that fit side by side on a phone. */
const NARROW = 3;

/** The figures behind a chart. */
export function DataTable({
  label,
  head,
  rows,
  height,
  numbered = false,
  figures = false,
  sentences = false,
  phoneRows = Infinity,
  foldWide = false,
}: DataTableProps) {
  const [all, setAll] = useState(false);
  const isWide = sentences || head.length > NARROW;
  const table = (
    <section
      className={figures ? "plot-table narrow-figures" : isWide ? "plot-table phone-cards" : "plot-table"}
      data-fold-wide={foldWide || undefined}
      style={{ maxHeight: height }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <Table stickyHeader verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {head.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their place, and two may have one name
              <Table.Th key={index} scope="col">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, label, cells }, index) => (
            <Table.Tr key={key} data-folded={(!all && index >= phoneRows) || undefined}>
              <Table.Th scope="row" data-label={numbered ? head[0] : undefined}>
                {label}
              </Table.Th>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as in the head
                <Table.Td key={index} data-label={head[index + 1]}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
  if (rows.length <= phoneRows) return table;
  return (
    <>
      {table}
      <Button
        variant="default"
        className="plot-table-more"
        data-fold-wide={foldWide || undefined}
        aria-expanded={all}
        onClick={() => setAll(!all)}
      >
        {all ? "Ver menos" : `Ver todo (${rows.length})`}
      </Button>
    </>
  );
}
