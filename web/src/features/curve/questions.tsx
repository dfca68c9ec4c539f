import type { CurveClock, CurveQuestion, CurveUnit, YearQuestionCode } from "@ecotrim/contracts/curves/reading";
import { optionLabels, questionSentence } from "@ecotrim/present/curves/reading";
import { yearOptions, yearQuestionSentence } from "@ecotrim/present/curves/trust";
import { Button } from "@mantine/core";
import { ChoiceCards } from "../../ui/choice-cards.tsx";
import type { Answers, ReadCurve } from "./messages.ts";
import type { Reader } from "./use-reader.ts";

/** More at once would be a form. */
const MOST_AT_ONCE = 2;

interface Asked {
  code: string;
  sentence: string;
  options: { value: string; title: string }[];
  guess: string | undefined;
  answerOf: (option: string) => Answers;
}

function answerOfFile({ code }: CurveQuestion, option: string): Answers {
  switch (code) {
    case "unit":
      return { unit: option as CurveUnit };
    case "clock":
      return { clock: option as CurveClock };
    case "several_supplies":
      return { supply: Number(option) };
    case "net_or_gross":
      return { measures: option as "import" | "demand" };
  }
}

/** Questions that a choice answers. */
type ChoiceCode = Exclude<YearQuestionCode, "annual_kwh">;

function answerOfYear(code: ChoiceCode, option: string): Answers {
  switch (code) {
    case "has_pv":
      return { has_pv: option === "yes" };
    case "zero_run":
      return { zeros: option as "stopped" | "missing" };
    case "august_stop":
      return { august_weeks: Number(option) as 0 | 2 | 4 };
  }
}

const askedOf = ({ reading, questions }: ReadCurve): Asked[] => [
  ...reading.questions.map((question) => ({
    code: question.code,
    sentence: questionSentence(question),
    options: optionLabels(question).map((title, i) => ({ value: question.options[i]!, title })),
    guess: question.guess,
    answerOf: (option: string) => answerOfFile(question, option),
  })),
  ...questions.flatMap(({ code, guess, from, to }) =>
    // The year's energy has fields of its own.
    code === "annual_kwh"
      ? []
      : {
          code,
          sentence: yearQuestionSentence(code, from && to ? { from, to } : undefined),
          options: yearOptions(code).map(([value, title]) => ({ value, title })),
          guess,
          answerOf: (option: string) => answerOfYear(code, option),
        },
  ),
];

/** What only the visitor knows, with a guess already chosen: the curve is shown as it is with the guess. */
export function Questions({ read, reader }: { read: ReadCurve; reader: Reader }) {
  const asked = askedOf(read).slice(0, MOST_AT_ONCE);
  if (asked.length === 0 || !reader.canAnswer) return null;
  return (
    <section className="card step curve-questions" aria-label="Preguntas sobre el archivo">
      {asked.map(({ code, sentence, options, guess, answerOf }) => (
        <div key={code} className="curve-question">
          <ChoiceCards
            compact
            label={sentence}
            value={guess ?? null}
            choices={options}
            onChange={(option) => reader.answer(answerOf(option))}
          />
          {guess !== undefined && (
            <Button variant="default" onClick={() => reader.answer(answerOf(guess))}>
              Es correcto
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}
