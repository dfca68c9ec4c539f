import type { CompletedRecord } from "./completed-record.ts";
import { LaterPart } from "./later-part.tsx";
import { MissingStudy } from "./missing-study.tsx";
import { SCENARIOS_TITLE, ScenarioDetails } from "./scenario-details.tsx";
import { TORNADO_TITLE, Tornado } from "./tornado.tsx";

/** px that parts take which arrive after the headline. */
const LATER_HEIGHT = { scenarios: 620, tornado: 500 };

/** How certain the figures are, and on what they depend. */
export function RiskPart({ record }: { record: CompletedRecord }) {
  const { uncertainty, sensitivity } = record;
  if (!uncertainty && !sensitivity)
    return <MissingStudy title={SCENARIOS_TITLE} record={record} nothing="escenarios que calcular" />;
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
