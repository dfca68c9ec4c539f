import { readSettings } from "../env/env.ts";
import { reportText } from "./report.ts";
import { importSourceData } from "./source-data.ts";

/**
 * `npm run -s data:report`: reports the content and gaps of the operator's files; exit code 1 where they cannot be
 * used.
 */
try {
  console.log(reportText(importSourceData(readSettings())));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
