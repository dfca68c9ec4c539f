import { existsSync, renameSync } from "node:fs";
import Type from "typebox";
import { storedJson } from "../stored-json.ts";
import type { Snapshot } from "./store.ts";

const State = Type.Object({
  objects: Type.Array(Type.Object({ id: Type.String(), object: Type.String() })),
  intentions: Type.Array(Type.Tuple([Type.String(), Type.Object({})])),
  offset: Type.Number(),
});

/** The kept state. A file that is cut short or damaged is put aside, since the stand-in can do without. */
export function readState(file: string): Partial<Snapshot> {
  const state = storedJson(file, State);
  if (state) return state as Snapshot;
  if (existsSync(file)) {
    renameSync(file, `${file}.damaged`);
    console.error(`${file} is damaged: it is now ${file}.damaged, and the stand-in begins without payments.`);
  }
  return {};
}
