import { readSettings } from "../env/env.ts";
import { backUp } from "./backup.ts";
import { restore } from "./restore.ts";

/** `npm run backup -- <new folder>` and `npm run restore -- <folder>`; a container runs the compiled file. */
const COMMANDS = {
  backup: { act: (url: string, folder: string) => backUp(url, folder, interruption()), past: "backed up in" },
  restore: { act: restore, past: "restored from" },
};

/** Aborts when somebody presses Ctrl-C or the process is asked to end. */
function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => interrupted.abort());
  return interrupted.signal;
}

try {
  const [command, folder] = process.argv.slice(2);
  if (!(command === "backup" || command === "restore") || !folder)
    throw new Error("Usage: npm run backup -- <new folder>, npm run restore -- <folder of a backup>");
  const { act, past } = COMMANDS[command];
  const { DATABASE_URL } = readSettings();
  if (DATABASE_URL === undefined) throw new Error("No database: set DATABASE_URL.");
  const { tables, made_at, product_version } = await act(DATABASE_URL, folder);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${rows} rows of ${tables.length} tables ${past} ${folder} (made ${made_at} by version ${product_version}).`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
