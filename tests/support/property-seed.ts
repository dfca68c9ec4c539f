import fc from "fast-check";
import { FULL } from "./full.ts";

/** Properties are tried on the same values every time: a run that fails fails again. */
fc.configureGlobal({ seed: 7, numRuns: FULL ? 100 : 34 });
