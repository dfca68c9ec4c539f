import { yearQuestionSentence } from "@ecotrim/present/curves/trust";
import { nameOfMonth } from "@ecotrim/present/local-dates";
import { Button } from "@mantine/core";
import { useState } from "react";
import { ChoiceCards } from "../../ui/choice-cards.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import type { Answers, ReadCurve } from "./messages.ts";
import type { Reader } from "./use-reader.ts";

const KWH = { title: "El consumo", minimum: 1, maximum: 1e9 };
const MONTHS = 12;

type By = "year" | "months";
type Typed = (number | null)[];

const typedOf = ({ annual_kwh, months_kwh }: Answers) => ({
  year: annual_kwh ?? null,
  months: Array.from({ length: MONTHS }, (_, month) => months_kwh?.[month] ?? null) as Typed,
});

/** The level of a part of a year, as the bills say it: of the year, or of each month that the file lacks. */
export function LevelFields({ read, reader }: { read: ReadCurve; reader: Reader }) {
  const [by, setBy] = useState<By>(reader.answers.months_kwh ? "months" : "year");
  const [typed, setTyped] = useState(typedOf(reader.answers));
  if (read.body.report.level_source === "measured" || !reader.canAnswer) return null;
  const missing = read.figures.months.filter(({ quality }) => quality.extended > 0);
  const isTyped = by === "year" ? typed.year !== null : typed.months.some((kwh) => kwh !== null);
  const use = () =>
    reader.answer(
      by === "year"
        ? { annual_kwh: typed.year ?? undefined, months_kwh: undefined }
        : { annual_kwh: undefined, months_kwh: typed.months.map((kwh) => kwh ?? undefined) },
    );
  return (
    <section className="card step curve-questions" aria-label="Consumo según sus facturas">
      <ChoiceCards<By>
        compact
        label={yearQuestionSentence("annual_kwh")}
        value={by}
        choices={[
          { value: "year", title: "Sé el total del año" },
          { value: "months", title: "Sé los meses que faltan" },
        ]}
        onChange={setBy}
      />
      {by === "year" ? (
        <NumberField
          label="Consumo del año"
          schema={KWH}
          unit="kWh"
          decimals={0}
          value={typed.year}
          onChange={(year) => setTyped({ ...typed, year })}
        />
      ) : (
        <div className="curve-fields">
          {missing.map(({ month }) => (
            <NumberField
              key={month}
              label={`Consumo de ${nameOfMonth(month)}`}
              schema={KWH}
              hideLimits
              optional
              unit="kWh"
              decimals={0}
              value={typed.months[month - 1]!}
              onChange={(kwh) => setTyped({ ...typed, months: typed.months.with(month - 1, kwh) })}
            />
          ))}
        </div>
      )}
      <Button variant="default" disabled={!isTyped} onClick={use}>
        Usarlo
      </Button>
    </section>
  );
}
