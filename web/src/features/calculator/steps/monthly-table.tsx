import { PERIODS } from "@ecotrim/contracts/simulations/contract";
import { nameOfMonth } from "@ecotrim/present/local-dates";
import { Input } from "@mantine/core";
import { type ClipboardEvent, useId } from "react";
import { type Texts, tableTexts } from "../bill/figures.ts";
import { MONTHS_OF_YEAR } from "../contract-answers.ts";
import "./monthly-table.css";

interface MonthlyTableProps {
  /** Names each cell with its month and period. */
  label: string;
  hint: string;
  /** Six of each month, one month after another. */
  texts: Texts;
  onChange: (texts: string[]) => void;
  faults: Record<number, string> | undefined;
}

/** Any year has the same months. */
const MONTHS = Array.from({ length: MONTHS_OF_YEAR }, (_, month) => nameOfMonth(month + 1));

/** A figure of each month and period. A table of a spreadsheet is pasted into the cell where it begins. */
export function MonthlyTable({ label, hint, texts, onChange, faults = {} }: MonthlyTableProps) {
  const id = useId();
  const nameOf = (index: number) => `${MONTHS[Math.floor(index / PERIODS.length)]}, ${PERIODS[index % PERIODS.length]}`;
  const put = (given: Map<number, string>) => onChange(texts.map((text, index) => given.get(index) ?? text));
  const paste = (event: ClipboardEvent, start: number) => {
    const table = tableTexts(event.clipboardData.getData("text"), PERIODS.length);
    if (table.length === 1 && table[0]!.length === 1) return;
    event.preventDefault();
    const column = start % PERIODS.length;
    const given = table.flatMap((row, down) =>
      row
        .slice(0, PERIODS.length - column)
        .map((text, right) => [start + down * PERIODS.length + right, text] as const),
    );
    put(new Map(given));
  };
  const found = Object.entries(faults);
  return (
    <div className="monthly-table">
      <p className="monthly-table-hint">{hint} Pegue aquí la tabla de 12 meses por 6 periodos o escríbala.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Mes</th>
            {PERIODS.map((period) => (
              <th key={period} scope="col">
                {period}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {MONTHS.map((month, down) => (
            <tr key={month}>
              <th scope="row">{month}</th>
              {PERIODS.map((period, right) => {
                const index = down * PERIODS.length + right;
                return (
                  <td key={period}>
                    <input
                      aria-label={`${label}: ${nameOf(index)}`}
                      aria-invalid={faults[index] !== undefined}
                      aria-describedby={faults[index] === undefined ? undefined : id}
                      inputMode="decimal"
                      autoComplete="off"
                      value={texts[index] ?? ""}
                      onChange={({ currentTarget }) => put(new Map([[index, currentTarget.value]]))}
                      onPaste={(event) => paste(event, index)}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {found.length > 0 && (
        <Input.Error id={id} role="alert">
          {found.map(([index, sentence]) => (
            <span key={index} className="figure-cells-fault">
              {nameOf(Number(index))}: {sentence}
            </span>
          ))}
        </Input.Error>
      )}
    </div>
  );
}
