import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SAMPLE_FILE } from "@ecotrim/present/reports/sample";
import { sampleReport } from "./sample-report.ts";

/** Writes the sample of the premium report into the folder of the built web. */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error("the folder of the web is missing");
await writeFile(join(folder, SAMPLE_FILE), await sampleReport());
