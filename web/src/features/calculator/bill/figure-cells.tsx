import { Input, TextInput } from "@mantine/core";
import { type ClipboardEvent, useId } from "react";
import { pastedTexts, type Texts } from "./figures.ts";
import "./figure-cells.css";

interface FigureCellsProps {
  label: string;
  hint?: string;
  unit: string;
  /** One cell each. */
  names: readonly string[];
  texts: Texts;
  onChange: (texts: string[]) => void;
  /** By place. */
  faults?: Record<number, string> | undefined;
}

/** Figures of one kind side by side, such as P1 to P6. What is pasted into one cell fills those after it as well. */
export function FigureCells({ label, hint, unit, names, texts, onChange, faults = {} }: FigureCellsProps) {
  const id = useId();
  const put = (from: number, given: string[]) => onChange(texts.map((text, index) => given[index - from] ?? text));
  const paste = (event: ClipboardEvent, from: number) => {
    const given = pastedTexts(event.clipboardData.getData("text"));
    if (given.length < 2) return;
    event.preventDefault();
    put(from, given);
  };
  const found = Object.entries(faults);
  return (
    <fieldset className="figure-cells" aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend>
        {label} <span className="figure-cells-unit">{unit}</span>
      </legend>
      {hint && (
        <p className="figure-cells-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="figure-cells-row">
        {names.map((name, index) => (
          <TextInput
            key={name}
            label={name}
            inputMode="decimal"
            autoComplete="off"
            value={texts[index] ?? ""}
            onChange={({ currentTarget }) => put(index, [currentTarget.value])}
            onPaste={(event) => paste(event, index)}
            error={faults[index] !== undefined}
            aria-describedby={faults[index] === undefined ? undefined : `${id}-faults`}
          />
        ))}
      </div>
      {found.length > 0 && (
        <Input.Error id={`${id}-faults`} role="alert">
          {found.map(([index, sentence]) => (
            <span key={index} className="figure-cells-fault">
              {names[Number(index)]}: {sentence}
            </span>
          ))}
        </Input.Error>
      )}
    </fieldset>
  );
}
