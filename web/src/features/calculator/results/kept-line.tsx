import { siteOf } from "@ecotrim/contracts/simulations/context";
import { detailPath } from "@ecotrim/contracts/website/pages";
import { simulationName } from "@ecotrim/present/simulations/battery-name";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useSession } from "../../../lib/session.ts";
import { ReportMenu } from "../../billing/report-menu.tsx";
import { INSTALLATIONS } from "../../installations/addresses.ts";
import { SaveInstallation } from "../../installations/save-installation.tsx";
import type { CompletedRecord } from "../../results/completed-record.ts";
import { OwnNamesEditor } from "../../simulations/own-names.tsx";
import { keptIn } from "../state.ts";
import { updateCalculator, useCalculator } from "../store.ts";

/** Where a user's result is kept and what it is called: it is given a name and a site, and its answers are kept as one. */
export function KeptLine({ record }: { record: CompletedRecord }) {
  const state = useCalculator();
  const { run } = state;
  const loggedIn = useSession() !== null;
  const [names, setNames] = useState({ name: record.name, site: record.site });
  const [isOfSite, setIsOfSite] = useState(record.installationId !== null);
  if (!loggedIn || !run?.claimed || run.handle?.id !== record.id) return null;
  const called = simulationName({ ...record, ...names });
  return (
    <div className="result-kept">
      <OwnNamesEditor simulation={{ id: record.id, ...names }} called={called} onNamed={setNames}>
        <p>
          Guardada en su cuenta como <b>{called}</b>
          {names.site && ` · ${names.site}`}
          {!names.name && !names.site && ". Dele un nombre y su emplazamiento."}
        </p>
      </OwnNamesEditor>
      <Link to={detailPath(record.id)}>Ver en su cuenta, con su informe</Link>
      <ReportMenu simulationId={record.id} name={called} label="Descargar Informe" />
      {isOfSite ? (
        <Link to={INSTALLATIONS}>Ver sus instalaciones</Link>
      ) : (
        record.calculatorContext && (
          <SaveInstallation
            given={{ answers: siteOf(record.calculatorContext), simulation_id: record.id }}
            onSaved={(saved) => {
              setIsOfSite(true);
              setNames((before) => ({ ...before, site: before.site ?? saved.name }));
              updateCalculator((before) => keptIn(before, saved, state));
            }}
          />
        )
      )}
    </div>
  );
}
