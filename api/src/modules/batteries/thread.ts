import { workerData } from "node:worker_threads";
import { useSourceData } from "@ecotrim/engine/site/source-data";
import { batteryCards } from "@ecotrim/present/studies/sizing";

useSourceData(workerData);

/** What a thread of the sizer runs. */
export default batteryCards;
