import { type CSSProperties, memo, useId } from "react";
import { useNumberStyle } from "../../../lib/number-style.ts";
import { LEVERS, type LeverKey } from "./levers.ts";

interface LeverSliderProps {
  lever: LeverKey;
  value: number;
  /** Where the lever stands if it is not moved. */
  neutral: number;
  stops: readonly number[];
  note: string | undefined;
  onMove: (lever: LeverKey, value: number) => void;
}

/** One lever of the explorer, with a mark at its calculated value. */
export const LeverSlider = memo(function LeverSlider(props: LeverSliderProps) {
  const { lever, value, neutral, stops, note, onMove } = props;
  const id = useId();
  const style = useNumberStyle();
  const { label, write } = LEVERS[lever];
  const positions = [...new Set([...stops, neutral, value])].sort((a, b) => a - b);
  const last = positions.length - 1;
  const text = write(value, style);
  return (
    <div className="lever" data-moved={value !== neutral || undefined}>
      <label htmlFor={id}>{label}</label>
      <span className="lever-value">{text}</span>
      <span
        className="lever-track"
        style={{ "--mark": positions.indexOf(neutral) / Math.max(last, 1) } as CSSProperties}
      >
        <input
          id={id}
          type="range"
          min={0}
          max={last}
          step={1}
          value={positions.indexOf(value)}
          aria-valuetext={text}
          onChange={({ currentTarget }) => onMove(lever, positions[Number(currentTarget.value)]!)}
        />
      </span>
      {note && <span className="lever-note">{note}</span>}
    </div>
  );
});
