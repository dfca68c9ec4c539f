// Worker threads do not inherit tsx on Node 20.
import { register } from "tsx/esm/api";

register();
export const { readContent, seriesOf } = await import("./content.ts");
