import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import Type, { type Static } from "typebox";
import { newSecret } from "../../shared/server/env/kept-secret.ts";
import { createDurably } from "../../shared/server/files/durable.ts";
import { storedJson } from "./stored-json.ts";

/** At its local port the holder answers with its word. */
const Holder = Type.Object({
  pid: Type.Integer({ minimum: 1 }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  word: Type.String(),
});
type Holder = Static<typeof Holder>;

const LOCK = /^lock\.(\d+)$/;
/** Patience with a holder that accepts a connection and says nothing, ms. */
const PATIENCE_MS = 2000;

/**
 * Keeps a folder for this process; the returned call gives it up. The highest of the files `lock.<number>` counts, for
 * as long as its holder answers: a process id alone may be another's after a restart of the machine. One that is stale
 * is followed by the next number, which only one of several starts can create. It is never removed while the highest.
 * @throws Error naming the holder.
 */
export async function holdFolder(folder: string): Promise<() => void> {
  const word = newSecret();
  const server = createServer((socket) => socket.on("error", () => undefined).end(word));
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const holder: Holder = { pid: process.pid, port: (server.address() as AddressInfo).port, word };
  try {
    for (;;) {
      const older = lockNumbers(folder);
      const number = 1 + Math.max(0, ...older);
      await refuseIfHeld(folder, number - 1);
      if (!createDurably(fileOf(folder, number), JSON.stringify(holder))) continue;
      // Others may have come and gone since the numbers were read.
      if (Math.max(...lockNumbers(folder)) > number) continue;
      for (const old of older) rmSync(fileOf(folder, old), { force: true });
      return () => server.close();
    }
  } catch (error) {
    server.close();
    throw error;
  }
}

const fileOf = (folder: string, number: number) => join(folder, `lock.${number}`);

const lockNumbers = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => LOCK.exec(name)?.slice(1).map(Number) ?? []);

async function refuseIfHeld(folder: string, number: number): Promise<void> {
  const file = fileOf(folder, number);
  const holder = storedJson(file, Holder);
  if (holder && (await answers(holder)))
    throw new Error(
      `The data folder ${folder} is in use by another start of this program (process ${holder.pid}, by ${file}). Stop it, or set DATA_DIR.`,
    );
}

async function answers({ pid, port, word }: Holder): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  let silent = false;
  socket.setTimeout(PATIENCE_MS, () => {
    silent = true;
    socket.destroy();
  });
  const said = await text(socket).catch(() => "");
  // One that is stopped (Ctrl-Z) or busy has its port open still.
  return silent ? lives(pid) : said === word;
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
