import loadHighsModule, { type Highs } from "highs";

/** One HiGHS runtime of its own (3.5 MB of WebAssembly, some 30 ms). Its solves block the thread that calls them. */
// The types are CommonJS, so the default import is the namespace to TypeScript and the function at run time.
export const loadHighs = loadHighsModule as unknown as () => Promise<Highs>;
