import type { StudyRuns } from "@ecotrim/contracts/simulations/record";
import { LaterPart } from "./later-part.tsx";
import { SCENARIOS_TITLE, ScenarioDetails } from "./scenario-details.tsx";
import { TORNADO_TITLE, Tornado } from "./tornado.tsx";

/** px that parts take which arrive after the headline. */
const LATER_HEIGHT = { scenarios: 620, tornado: 500 };

/** How certain the figures are, and on what they depend. */
export function RiskPart({ record: { uncertainty, sensitivity } }: { record: StudyRuns }) {
  if (!uncertainty && !sensitivity)
    return (
      <section className="card">
        <h2>{SCENARIOS_TITLE}</h2>
        <p className="result-note">No aplicable: sin ahorro no hay escenarios que calcular.</p>
      </section>
    );
  return (
    <>
      {uncertainty && (
        <LaterPart
          title={SCENARIOS_TITLE}
          status={uncertainty.status}
          part={uncertainty.result}
          height={LATER_HEIGHT.scenarios}
        >
          {(result) => <ScenarioDetails uncertainty={result} />}
        </LaterPart>
      )}
      {sensitivity && (
        <LaterPart
          title={TORNADO_TITLE}
          status={sensitivity.status}
          part={sensitivity.tornado}
          height={LATER_HEIGHT.tornado}
        >
          {(tornado) => <Tornado sensitivity={tornado} />}
        </LaterPart>
      )}
    </>
  );
}
