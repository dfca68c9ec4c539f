/** `npm run settings`: writes `.env.example` and `docs/settings.md` from the schema of the settings. */
import { writeFileSync } from "node:fs";
import { settingsFiles } from "./settings-files.ts";

for (const [path, text] of Object.entries(settingsFiles())) {
  writeFileSync(path, text);
  console.log(`${path} is up to date`);
}
