import type { SeriesName } from "@ecotrim/contracts/curves/reading";
import type { ColumnChoices } from "@ecotrim/curves/choices";
import type { CurveAnswers } from "@ecotrim/curves/read-curve";
import { seriesName } from "@ecotrim/present/curves/reading";
import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";

type Columns = NonNullable<CurveAnswers["columns"]>;

const SERIES = ["import", "export", "pv", "demand"] as const satisfies SeriesName[];

interface ColumnFieldsProps {
  choices: ColumnChoices;
  onChosen: (columns: Columns) => void;
}

/** The columns of an unknown file, to be told what each holds. */
export function ColumnFields({ choices: { columns }, onChosen }: ColumnFieldsProps) {
  const [chosen, setChosen] = useState<Record<number, SeriesName | undefined>>(() =>
    Object.fromEntries(columns.map(({ column, series }) => [column, series])),
  );
  const entries = columns.flatMap(({ column }): [SeriesName, number][] =>
    chosen[column] ? [[chosen[column], column]] : [],
  );
  const isTwice = new Set(entries.map(([series]) => series)).size < entries.length;
  const hasLoad = entries.length > 0;
  return (
    <fieldset className="curve-columns">
      <legend>¿Qué trae cada columna?</legend>
      {columns.map(({ column, title, sample }) => (
        <NativeSelect
          key={column}
          className="choice-field"
          label={title === "" ? `Columna ${column + 1}` : title}
          description={sample.join(" · ")}
          value={chosen[column] ?? ""}
          data={[
            { value: "", label: "No usarla" },
            ...SERIES.map((series) => ({ value: series, label: seriesName(series) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            setChosen({ ...chosen, [column]: value === "" ? undefined : (value as SeriesName) })
          }
        />
      ))}
      <p className="step-note" role="status">
        {isTwice
          ? "Dos columnas no pueden traer lo mismo."
          : "Recordaremos su respuesta para los archivos con estos títulos."}
      </p>
      <Button disabled={!hasLoad || isTwice} onClick={() => onChosen(Object.fromEntries(entries))}>
        Leer así
      </Button>
    </fieldset>
  );
}
