import { startEmbeddedPostgres } from "../embedded-postgres.ts";
import { readSettings, type Settings } from "../env.ts";
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

/** Without a database of its own, that of `npm start`, which must not be running. */
async function withDatabase<T>({ DATABASE_URL, DATA_DIR }: Settings, use: (url: string) => Promise<T>): Promise<T> {
  if (DATABASE_URL !== undefined) return use(DATABASE_URL);
  const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR });
  try {
    return await use(postgres.url);
  } finally {
    await postgres.stop();
  }
}

try {
  const [command, folder] = process.argv.slice(2);
  if (!(command === "backup" || command === "restore") || !folder)
    throw new Error("Usage: npm run backup -- <new folder>, npm run restore -- <folder of a backup>");
  const { act, past } = COMMANDS[command];
  const { tables, made_at, product_version } = await withDatabase(readSettings(), (url) => act(url, folder));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${rows} rows of ${tables.length} tables ${past} ${folder} (made ${made_at} by version ${product_version}).`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
