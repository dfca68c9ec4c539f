import { workerData } from "node:worker_threads";
import { batteryCards } from "@ecotrim/shared/engine/sizing";
import { useSourceData } from "@ecotrim/shared/engine/source-data";

useSourceData(workerData);

/** What a thread of the sizer runs. */
export default batteryCards;
