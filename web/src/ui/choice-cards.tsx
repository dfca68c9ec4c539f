import { Radio } from "@mantine/core";
import type { ReactNode } from "react";
import "./choice-cards.css";

interface Choice<V extends string> {
  value: V;
  title: ReactNode;
  detail?: ReactNode;
}

interface ChoiceCardsProps<V extends string> {
  label: string;
  /** The heading above names the choice, so the label is for screen readers only. */
  hideLabel?: boolean;
  /** Narrow cards of a word or two, as many in a row as fit. */
  compact?: boolean;
  /** On a phone only the chosen card shows its detail, so that all are seen at once. */
  brief?: boolean;
  choices: Choice<V>[];
  value: V | null;
  onChange: (value: V) => void;
}

/** One choice among few, each a card: a radio group for keyboard and screen reader. */
export function ChoiceCards<V extends string>(props: ChoiceCardsProps<V>) {
  const { label, hideLabel, compact = false, brief = false, choices, value, onChange } = props;
  return (
    <Radio.Group
      value={value}
      onChange={(chosen) => onChange(chosen as V)}
      size="md"
      {...(hideLabel ? { "aria-label": label } : { label })}
    >
      <div className="choice-cards" data-compact={compact} data-brief={brief}>
        {choices.map((choice, index) => (
          <Radio.Card
            key={choice.value}
            value={choice.value}
            // One stop for the Tab key; the arrows move within.
            tabIndex={choice.value === value || (value === null && index === 0) ? 0 : -1}
            className="choice-card"
          >
            <div className="choice-card-title">
              <Radio.Indicator size="sm" />
              <span>{choice.title}</span>
            </div>
            {choice.detail && <div className="choice-card-detail">{choice.detail}</div>}
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
