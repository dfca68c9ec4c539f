import type { CurveClock, CurveUnit } from "@ecotrim/contracts/curves/reading";
import { NativeSelect } from "@mantine/core";
import { ColumnFields } from "./column-fields.tsx";
import type { ReadCurve } from "./messages.ts";
import type { Reader } from "./use-reader.ts";

const LABELS = [
  { value: "start", label: "Principio de intervalo" },
  { value: "end", label: "Fin de intervalo" },
];
const CLOCKS = [
  { value: "local", label: "Hora peninsular" },
  { value: "utc", label: "UTC" },
  { value: "winter", label: "Hora de invierno todo el año" },
];
const UNITS = ["Wh", "kWh", "MWh", "W", "kW", "MW"];

/** How the file was understood, each to be changed: the same file is then read again. */
export function ConventionFields({ read, reader }: { read: ReadCurve; reader: Reader }) {
  const { conventions, choices } = read.reading;
  const { canAnswer, answer } = reader;
  if (!canAnswer)
    return (
      <p className="step-note">
        Para leerlo de otra forma, vuelva a elegir el archivo: aquí solo guardamos sus números.
      </p>
    );
  return (
    <>
      <div className="curve-fields">
        <NativeSelect
          className="choice-field"
          label="Cada hora lleva escrito su…"
          value={["start", "end"].includes(conventions.label) ? conventions.label : ""}
          data={
            ["start", "end"].includes(conventions.label)
              ? LABELS
              : [{ value: "", label: "Como lo escribe el archivo" }, ...LABELS]
          }
          onChange={({ currentTarget: { value } }) => value !== "" && answer({ label: value as "start" | "end" })}
        />
        <NativeSelect
          className="choice-field"
          label="Las horas son de"
          value={conventions.clock === "offset" ? "" : conventions.clock}
          data={
            conventions.clock === "offset" ? [{ value: "", label: "Las que escribe el archivo" }, ...CLOCKS] : CLOCKS
          }
          onChange={({ currentTarget: { value } }) => value !== "" && answer({ clock: value as CurveClock })}
        />
        <NativeSelect
          className="choice-field"
          label="Las cifras están en"
          value={conventions.unit}
          data={UNITS}
          onChange={({ currentTarget: { value } }) => answer({ unit: value as CurveUnit })}
        />
      </div>
      {choices && <ColumnFields choices={choices} onChosen={(columns) => answer({ columns })} />}
    </>
  );
}
