import type { Warning } from "@ecotrim/contracts/simulations/result";
import { useNumberStyle } from "./number-style.ts";
import "./results.css";

/** What the engine has to say of a result. */
export function Warnings({ warnings }: { warnings: Warning[] }) {
  const { restyle } = useNumberStyle();
  if (warnings.length === 0) return null;
  return (
    <section className="card">
      <h2>Avisos</h2>
      <ul className="warnings">
        {warnings.map(({ code, message }) => (
          <li key={`${code} ${message}`}>{restyle(message)}</li>
        ))}
      </ul>
    </section>
  );
}
