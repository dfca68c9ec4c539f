import loadHighsModule, { type Highs } from "highs";

/** Loads a HiGHS runtime of its own (3.5 MB of WebAssembly, some 30 ms). Its solves block the calling thread. */
// The types are CommonJS: to TypeScript the default import is the namespace, at run time the function.
export const loadHighs = loadHighsModule as unknown as () => Promise<Highs>;
