import { readSettings } from "../env/env.ts";
import { reportText } from "./report.ts";
import { tariffFindings, tariffReport } from "./report-tariffs.ts";
import { importSourceData } from "./source-data.ts";

/**
 * `npm run -s data:report`: reports the content and gaps of the operator's files, and slips in the regulated prices;
 * exit code 1 where files cannot be used or a price does not fit.
 */
const findings = tariffFindings();
console.log(`${tariffReport(findings)}\n`);
if (findings.length > 0) process.exitCode = 1;
try {
  console.log(reportText(importSourceData(readSettings())));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
