import { workerData } from "node:worker_threads";
import { useSourceData } from "@ecotrim/engine/site/source-data";
import { batteryCards } from "@ecotrim/present/studies/sizing";

useSourceData(workerData);

/** The task of a thread of the sizer. */
export default batteryCards;
