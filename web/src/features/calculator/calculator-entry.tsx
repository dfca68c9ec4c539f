import { useEffect, useState } from "react";
import { Navigate, useLocation, useNavigationType } from "react-router-dom";
import { REGISTRATION_PATH } from "./navigation.ts";
import { currentRun, FIRST_STEP, stepPath } from "./state.ts";
import { IntroStep } from "./steps/intro-step.tsx";
import { getCalculator } from "./store.ts";

/** A browser "back" to the intro must show it: only a page that has just been loaded resumes on its own history entry. */
let justLoaded = true;

/** `/calculadora`: resumes an unfinished wizard, else shows the intro. */
export function CalculatorEntry() {
  const location = useLocation();
  const navigationType = useNavigationType();
  const [resumeAt] = useState(() => {
    const state = getCalculator();
    const unfinished = state.reached >= FIRST_STEP && state.step >= FIRST_STEP && !currentRun(state)?.seen;
    const asked = (location.state as { intro?: boolean } | null)?.intro !== true;
    const arriving = justLoaded || navigationType !== "POP";
    return unfinished && asked && arriving ? state.step : undefined;
  });

  useEffect(() => {
    justLoaded = false;
  }, []);

  if (resumeAt !== undefined) return <Navigate to={addressOf(resumeAt)} replace />;
  return <IntroStep />;
}

const addressOf = (step: number) => (step > 6 ? REGISTRATION_PATH : stepPath(step));
