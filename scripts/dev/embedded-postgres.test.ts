import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { FULL } from "../../tests/support/full.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { holdFolder } from "./folder-lock.ts";

const folders: string[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder, open to others, since root runs PostgreSQL as `nobody`. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ecotrim-states-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, parameters: { fsync: "off" } });

async function rowsOf({ url }: Pick<EmbeddedPostgres, "url">, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

describe("the data folder after a power cut", () => {
  let dataDir: string;
  let home: string;
  const mark = () => join(home, "data", "postmaster.pid");

  beforeAll(async () => {
    dataDir = newFolder();
    home = join(dataDir, "postgres");
    const server = await start(dataDir);
    await rowsOf(server, "CREATE TABLE kept AS SELECT 'here' AS word");
    await server.stop();
  });

  async function expectStartWithData() {
    const server = await start(dataDir);
    try {
      expect(await rowsOf(server, "SELECT word FROM kept")).toEqual([{ word: "here" }]);
    } finally {
      await server.stop();
    }
  }

  /** A process that lives, of the user PostgreSQL runs as. */
  function newForeigner(): number {
    const isRoot = process.getuid?.() === 0;
    const child = spawn("sleep", ["600"], { stdio: "ignore", ...(isRoot && { uid: 65_534, gid: 65_534 }) });
    children.push(child);
    return child.pid as number;
  }
  async function pidOfTheDead(): Promise<number> {
    const child = spawn("true");
    await once(child, "exit");
    return child.pid as number;
  }
  const written = (pid: number, port = 9) => `${pid}\n${join(home, "data")}\n1764460800\n${port}\n\n127.0.0.1\n`;

  const MARKS: [string, () => string | Promise<string>][] = [
    ["is empty", () => ""],
    ["names a process that is gone", async () => written(await pidOfTheDead())],
    ["names another program that lives", () => written(newForeigner())],
    ["was cut short", () => "41"],
    ["names no process", () => "\0\0\0\0\0\0\0\0"],
  ];
  test.each(FULL ? MARKS : MARKS.slice(0, 3))("a start finds its data where postmaster.pid %s", async (_, text) => {
    writeFileSync(mark(), await text());
    await expectStartWithData();
  });

  test("a start finds its data where the port in postmaster.pid is another program's", async () => {
    const other = createServer((socket) => socket.on("error", () => undefined).end("welcome"));
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    writeFileSync(mark(), written(newForeigner(), (other.address() as AddressInfo).port));
    await expectStartWithData();
    other.close();
  });

  const PASSWORDS: [string, string][] = [
    ["was cut short", "f00d"],
    ["is empty", ""],
    ["is full of zeros", "\0".repeat(48)],
  ];
  test.each(FULL ? PASSWORDS : PASSWORDS.slice(0, 1))(
    "a start sets a new password for the database where its file %s",
    async (_, text) => {
      writeFileSync(join(home, "password"), text);
      await expectStartWithData();
      expect(readFileSync(join(home, "password"), "utf8")).toMatch(/^[0-9a-f]{48}$/);
      await expectStartWithData();
    },
  );

  test("a start refuses a password that is not the database's in one sentence, and leaves no PostgreSQL running", async () => {
    const file = join(home, "password");
    writeFileSync(file, "0".repeat(48));
    await expect(start(dataDir)).rejects.toThrow(`refuses its password: delete ${file}`);
    expect(existsSync(mark())).toBe(false);
    rmSync(file);
    await expectStartWithData();
  });

  test("a start makes a new database where the first was cut while it was made", async () => {
    const folder = newFolder();
    const half = join(folder, "postgres", "data.41");
    mkdirSync(join(half, "base"), { recursive: true });
    writeFileSync(join(half, "PG_VERSION"), "");
    mkdirSync(join(folder, "postgres", "data"));
    const server = await start(folder);
    expect(await rowsOf(server, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await server.stop();
    expect(existsSync(half)).toBe(false);
  });

  test("a start says the remedy for a database that is damaged, and removes nothing of it", async () => {
    const folder = newFolder();
    const data = join(folder, "postgres", "data");
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, "rest"), "");
    await expect(start(folder)).rejects.toThrow(/database is damaged: set DATA_DIR to another folder, and restore/);
    writeFileSync(join(data, "PG_VERSION"), "18\n");
    await expect(start(folder)).rejects.toThrow(/database is damaged: set DATA_DIR to another folder, and restore/);
    expect(readdirSync(data).sort()).toEqual(["PG_VERSION", "rest"]);
  });

  test("a start ends the PostgreSQL of a start that was killed", async () => {
    const killed = spawn(
      process.execPath,
      [
        ...["--import", "tsx", "--input-type=module", "--eval"],
        `const { startEmbeddedPostgres } = await import("./scripts/dev/embedded-postgres.ts");
         await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
         console.log("started");
         setInterval(() => {}, 1000);`,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    children.push(killed);
    await once(killed.stdout, "data");
    const [pid] = readFileSync(mark(), "utf8").split("\n").map(Number);
    killed.kill("SIGKILL");
    await once(killed, "exit");
    expect(() => process.kill(pid as number, 0)).not.toThrow();
    await expectStartWithData();
  });

  test("nobody but their owner reads the files of the data folder, and PostgreSQL sees no secret of the environment", async () => {
    process.env.JWT_SECRET = "seen-by-nobody-else";
    const server = await start(dataDir);
    delete process.env.JWT_SECRET;
    expect(statSync(home).mode & 0o077).toBe(0);
    for (const name of readdirSync(dataDir).filter((name) => name !== "postgres"))
      expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
    if (process.platform === "linux")
      expect(readFileSync(`/proc/${server.pid}/environ`, "utf8")).not.toContain("JWT_SECRET");
    await server.stop();
  });

  test("a start says the remedy where a file stands in place of the data folder", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    await expect(start(file)).rejects.toThrow("a file is in its place: set DATA_DIR to a folder");
    await expect(start(join(file, "below"))).rejects.toThrow("a file is in its place: set DATA_DIR to a folder");
  });
});

describe("two starts on one data folder", () => {
  test("of several first starts at once one makes the database, and the others say who has the folder", async () => {
    const dataDir = newFolder();
    const starts = await Promise.allSettled(Array.from({ length: 4 }, () => start(dataDir)));
    const [server, ...more] = starts.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(more).toEqual([]);
    for (const { reason } of starts.filter((result) => result.status === "rejected"))
      expect(reason.message).toContain(
        `${dataDir} is in use by another start of this program (process ${process.pid},`,
      );
    await expect(start(dataDir)).rejects.toThrow("in use");
    expect(await rowsOf(server as EmbeddedPostgres, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await server?.stop();
  });

  test.each([
    ["is empty", ""],
    ["was cut short", '{"pid":4'],
    ["names a process that is gone", JSON.stringify({ pid: 4_194_303, port: 9, word: "gone" })],
    ["names a process whose number is another's", JSON.stringify({ pid: process.pid, port: 9, word: "gone" })],
  ])("a lock that %s is taken over, by one of several", async (_, text) => {
    const folder = newFolder();
    writeFileSync(join(folder, "lock.7"), text);
    const held = await Promise.allSettled(Array.from({ length: 4 }, () => holdFolder(folder)));
    expect(held.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(["lock.8"]);
    for (const result of held) if (result.status === "fulfilled") result.value();
    (await holdFolder(folder))();
  });

  test.each([
    ["another program's, which greets", (socket: { end(text: string): void }) => socket.end("220 mail"), true],
    ["silent, as that of a start that is stopped", () => undefined, false],
  ])("a lock whose port is %s is told from one that is held", async (_, greet, isStale) => {
    const folder = newFolder();
    const other = createServer((socket) => greet(socket.on("error", () => undefined)));
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    writeFileSync(join(folder, "lock.1"), JSON.stringify({ pid: process.pid, port, word: "ours" }));
    const taken = await holdFolder(folder).catch((error: Error) => error);
    other.close();
    if (isStale) (taken as () => void)();
    else expect((taken as Error).message).toContain(`in use by another start of this program (process ${process.pid}`);
  });
});
