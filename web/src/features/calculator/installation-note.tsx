import type { SiteAnswers } from "@ecotrim/contracts/simulations/context";
import { Button } from "@mantine/core";
import { useSession } from "../../lib/session.ts";
import { changeInstallation } from "../installations/calls.ts";
import { useChange } from "../installations/queries.ts";
import { SaveInstallation } from "../installations/save-installation.tsx";
import { type CalculatorState, changedAnswers, curveTokens, keptIn, siteAnswers } from "./state.ts";
import { updateCalculator, useCalculator } from "./store.ts";

/** Whose site the answers of a logged-in user are; those that no site holds can be kept as one, or in theirs. */
export function InstallationNote() {
  const state = useCalculator();
  const loggedIn = useSession() !== null;
  const answers = siteAnswers(state);
  const changed = changedAnswers(state);
  const { installation } = state;
  if (!loggedIn || !answers) return null;
  if (!installation)
    return (
      <SaveInstallation
        given={{ answers }}
        curves={curveTokens(state)}
        onSaved={(saved) => updateCalculator((before) => keptIn(before, saved, state))}
      />
    );
  return changed ? (
    <SaveChanges installation={installation} answers={changed} state={state} />
  ) : (
    <span>De su instalación «{installation.name}»</span>
  );
}

interface SaveChangesProps {
  installation: NonNullable<CalculatorState["installation"]>;
  answers: SiteAnswers;
  state: CalculatorState;
}

function SaveChanges({ installation: { id, name }, answers, state }: SaveChangesProps) {
  const save = useChange({
    run: (sent: SiteAnswers) => changeInstallation(id, { answers: sent }, curveTokens(state)),
    done: (saved) => `La instalación «${saved.name}» se ha guardado.`,
    failed: "No se ha podido guardar la instalación",
  });
  return (
    <Button
      variant="default"
      loading={save.isPending}
      aria-label={`Guardar los cambios en «${name}»`}
      onClick={() =>
        save.mutate(answers, { onSuccess: (saved) => updateCalculator((before) => keptIn(before, saved, state)) })
      }
    >
      Guardar los cambios
    </Button>
  );
}
