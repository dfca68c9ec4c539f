import type { Warning } from "@ecotrim/contracts/simulations/result";
import { useNumberStyle } from "../../lib/number-style.ts";
import "./results.css";

/** The engine's warnings about a result. */
export function Warnings({ warnings }: { warnings: Warning[] }) {
  const { write } = useNumberStyle();
  if (warnings.length === 0) return null;
  return (
    <section className="card">
      <h2>Avisos</h2>
      <ul className="warnings">
        {warnings.map(({ code, message, message_parts }) => (
          <li key={`${code} ${message}`}>{write(message, message_parts)}</li>
        ))}
      </ul>
    </section>
  );
}
