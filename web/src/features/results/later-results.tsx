import type { StudyRuns } from "@ecotrim/contracts/simulations/record";
import type { Results } from "@ecotrim/contracts/simulations/result";
import { BEST_SIZE_TITLE, BestSize } from "./best-size.tsx";
import { LaterPart } from "./later-part.tsx";
import { SCENARIOS_TITLE, ScenarioDetails } from "./scenario-details.tsx";
import { TORNADO_TITLE, Tornado } from "./tornado.tsx";

/** px that parts take which arrive after the headline. */
const LATER_HEIGHT = { sizes: 760, scenarios: 640, tornado: 600 };

interface LaterResultsProps {
  record: StudyRuns;
  results: Results;
}

/** Other sizes, the scenarios and the sensitivity, which are calculated after the headline. */
export function LaterResults({ record: { uncertainty, sensitivity }, results }: LaterResultsProps) {
  return (
    <>
      {sensitivity && (
        <LaterPart
          title={BEST_SIZE_TITLE}
          status={sensitivity.status}
          part={sensitivity.sizing}
          height={LATER_HEIGHT.sizes}
        >
          {(sizing) => <BestSize sizing={sizing} results={results} />}
        </LaterPart>
      )}
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
