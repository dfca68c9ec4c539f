import { Progress } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { WIZARD_STEPS } from "./constants.ts";
import { FIRST_STEP, stepPath } from "./state.ts";
import "./wizard.css";

interface WizardFrameProps {
  step: number;
  /** At the right end of the bar. */
  note?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

/** Back arrow, 'Paso N de 6' and the step below them. */
export function WizardFrame({ step, note, wide, children }: WizardFrameProps) {
  const numbered = step <= WIZARD_STEPS;
  const label = `Paso ${step} de ${WIZARD_STEPS}`;
  return (
    <div className={wide ? "page wizard-wide" : "page page-narrow"}>
      <div className="wizard-bar">
        <Link
          to={stepPath(step - 1)}
          // Without this state the intro would resume the wizard.
          state={step === FIRST_STEP ? { intro: true } : undefined}
          className="wizard-back"
          aria-label="Volver al paso anterior"
        >
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path
              d="M20 12H5m6-6-6 6 6 6"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </Link>
        {numbered && (
          <>
            <span className="wizard-step">{label}</span>
            <Progress className="wizard-progress" value={(100 * step) / WIZARD_STEPS} size={6} aria-label={label} />
          </>
        )}
        {note && <div className="wizard-note">{note}</div>}
      </div>
      {children}
    </div>
  );
}
