import type { Warning } from "@ecotrim/contracts/simulations/result";
import type { Suggestion } from "@ecotrim/contracts/simulations/suggestion";
import { Button } from "@mantine/core";
import { useNumberStyle } from "../../lib/number-style.ts";
import "./results.css";

interface WarningsProps {
  warnings: Warning[];
  /** Takes the repair of an input; undefined where the inputs cannot be changed, and it is only told. */
  onRepair?: ((suggestion: Suggestion) => void) | undefined;
}

/** The engine's warnings about a result, with their repairs. */
export function Warnings({ warnings, onRepair }: WarningsProps) {
  const { write } = useNumberStyle();
  if (warnings.length === 0) return null;
  return (
    <section className="card">
      <h2>Avisos</h2>
      <ul className="warnings">
        {warnings.map(({ code, message, message_parts, suggestion }) => (
          <li key={`${code} ${message}`}>
            {write(message, message_parts)}
            {suggestion && <Repair suggestion={suggestion} onRepair={onRepair} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Repair({ suggestion, onRepair }: Pick<WarningsProps, "onRepair"> & { suggestion: Suggestion }) {
  const { write } = useNumberStyle();
  const label = write(suggestion.label, suggestion.label_parts);
  if (!onRepair) return ` Propuesta: «${label}».`;
  return (
    <div className="warning-repair">
      <Button onClick={() => onRepair(suggestion)}>{label}</Button>
    </div>
  );
}
