import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { RouteOptions } from "fastify";
import { buildApp } from "../api/src/app.ts";
import { createStripe } from "../shared/server/billing/stripe.ts";
import { createDataSource } from "../shared/server/db/data-source.ts";
import { migrate } from "../shared/server/db/migrate.ts";
import { readEnv } from "../shared/server/env/env.ts";
import { createLogger } from "../shared/server/observability/logger.ts";
import { createQueue } from "../shared/server/queue/queue.ts";
import { filledIn, type Schema } from "../tests/support/examples.ts";
import { withRoutes } from "../tests/support/routes.ts";
import { benchSettings } from "./bench-settings.ts";
import { startEmbeddedPostgres } from "./dev/embedded-postgres.ts";

/**
 * `npm run -s bench:refusals`: how long the API's event loop is busy with the worst refused request of each route. Where
 * the first try was long, the least of some counts. The bodies fill the route's limit; the queries fill what HTTP allows
 * an address. Each figure includes the client, which shares the loop. Exit code 1 where a budget is exceeded.
 */
const BUDGET_MS = 5;
const BUDGET_OF_LARGE_MS = 20;
const SMALL_BYTES = 16 * 1024;
/** Longest request line that Node's parser leaves room for. */
const QUERY_BYTES = 15_000;
const TRIES = 10;

const fill = (bytes: number, piece: (index: number) => string, between = ""): string => {
  const pieces: string[] = [];
  for (let [used, index] = [0, 0]; ; index++) {
    const next = piece(index);
    used += Buffer.byteLength(next) + between.length;
    if (used > bytes) return pieces.join(between);
    pieces.push(next);
  }
};
const same = (piece: string) => (bytes: number) => fill(bytes, () => piece);

/** Texts as they stand between the quotes of JSON. */
const TEXTS: Record<string, (bytes: number) => string> = {
  "long text": same("x"),
  blanks: (bytes) => `${fill(bytes - 1, () => " ")}x`,
  digits: (bytes) => `${fill(bytes - 1, () => "1")}x`,
  separators: same("1.000,"),
  "dots of an address": (bytes) => `a@${fill(bytes - 2, () => "a.")}`,
  quotes: same('\\"'),
  "escaped letters": same("\\u0061"),
  "pairs of surrogates": same("\\ud83d\\ude00"),
  "an unpaired surrogate at the end": (bytes) => `${fill(bytes - 6, () => "\\ud83d\\ude00")}\\ud83d`,
  "marks to put in order": (bytes) => fill(bytes / 2, () => "\u0301") + fill(bytes / 2, () => "\u0323"),
  "letters that become many": same("\ufdfa"),
};

/** Values other than texts, as JSON. */
const VALUES: Record<string, (bytes: number) => string> = {
  "unknown names": (bytes) => `{${fill(bytes - 2, (index) => `"${index.toString(36)}":0`, ",")}}`,
  "one name again and again": (bytes) => `{${fill(bytes - 2, () => '"a":0', ",")}}`,
  "one long name": (bytes) => `{"${fill(bytes - 6, () => "x")}":0}`,
  "names of prototypes": (bytes) => `{${fill(bytes - 2, (index) => `"${index}":{"__proto__":0}`, ",")}}`,
  "deep lists": (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
  "lists as deep as allowed": (bytes) => `[${fill(bytes - 2, () => "[".repeat(40) + "]".repeat(40), ",")}]`,
  "objects as deep as allowed": (bytes) => `[${fill(bytes - 2, () => '{"a":'.repeat(40) + 0 + "}".repeat(40), ",")}]`,
  "a list of numbers": (bytes) => `[${fill(bytes - 2, () => "0", ",")}]`,
  "a list of objects": (bytes) => `[${fill(bytes - 2, () => "{}", ",")}]`,
  "a huge number": (bytes) => "9".repeat(bytes),
  "a tiny number": (bytes) => `0.${"0".repeat(bytes - 3)}1`,
  "huge numbers": (bytes) => `[${fill(bytes - 2, () => "1e999", ",")}]`,
  "an open list": (bytes) => "[".repeat(60) + fill(bytes - 60, () => "0,"),
};

/** A place in JSON that hostile values are put into. */
const PLANTED = "\u0001planted\u0001";
const PLACE = JSON.stringify(PLANTED);
const known = { uuid: randomUUID(), email: "nobody@example.org" };

/** Every hostile body of a route: each value at the top and in a field of each kind, of any length its limit allows. */
function* bodies(schema: Schema, limit: number): Generator<[name: string, body: string]> {
  const kinds = new Set<string>();
  for (const [field, example, { type, format, maxLength = 0 }] of filledIn(schema, PLANTED, known)) {
    const kind = JSON.stringify([type, format, maxLength, field.split(".").length]);
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    const around = JSON.stringify(example);
    const room = limit - around.length;
    const put = (value: string) => around.replace(PLACE, () => value);
    for (const [name, value] of Object.entries(VALUES)) yield [`${name} in ${field || "the body"}`, put(value(room))];
    for (const [name, text] of Object.entries(TEXTS)) {
      yield [`${name} in ${field || "the body"}`, put(`"${text(room)}"`)];
      if (maxLength > 0) yield [`${name} as long as ${field} may be`, put(`"${text(maxLength)}"`)];
    }
    // Unknown names beside known ones.
    if (around.includes("{")) yield [`unknown names beside ${field}`, beside(around, room)];
  }
}

const beside = (around: string, room: number): string =>
  around.replace(PLACE, "0").replace("{", () => `{${VALUES["unknown names"]!(room).slice(1, -1)},`);

/** Every hostile query of a route, in a field of each kind. */
function* queries({ properties = {} }: Schema): Generator<[name: string, query: string]> {
  yield ["unknown names", fill(QUERY_BYTES, (index) => `${index.toString(36)}=`, "&")];
  yield ["one name again and again", fill(QUERY_BYTES, () => "a=0", "&")];
  yield ["escapes", fill(QUERY_BYTES, () => "%C3%A1=%C3%A1", "&")];
  const kinds = new Set<string>();
  for (const [field, { type, format, maxLength }] of Object.entries(properties)) {
    const kind = JSON.stringify([type, format, maxLength]);
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    yield [`one value of ${field} after another`, fill(QUERY_BYTES, () => `${field}=0`, "&")];
    for (const [name, text] of Object.entries(TEXTS))
      yield [`${name} in ${field}`, `${field}=${encodeURI(text(QUERY_BYTES / 3)).slice(0, QUERY_BYTES)}`];
  }
}

/** Time the loop has been busy so far, ms: on a core, where the system tells, which other programs do not lengthen. */
function loopMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.eventLoopUtilization().active;
  }
}

/** One connection, and the time in which a request keeps the loop busy. */
function openClient(port: number) {
  let socket: Socket | undefined;
  return async function busyMs(request: Buffer): Promise<{ ms: number; status: number }> {
    if (!socket || socket.destroyed) {
      socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
    }
    const before = loopMs();
    const answered = answerOf(socket);
    socket.write(request);
    const { status, last } = await answered;
    const ms = loopMs() - before;
    if (last) socket.destroy();
    return { ms, status };
  };
}

/** Reads one answer, whose length is told. */
const answerOf = (socket: Socket) =>
  new Promise<{ status: number; last: boolean }>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const read = (chunk: Buffer) => {
      chunks.push(chunk);
      const text = Buffer.concat(chunks).toString("latin1");
      const [head = "", body] = text.split("\r\n\r\n", 2);
      if (body === undefined || text.length < head.length + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0))
        return;
      socket.off("data", read).off("error", reject);
      resolve({ status: Number(head.slice(9, 12)), last: /connection: close/i.test(head) });
    };
    socket.on("data", read).once("error", reject);
  });

interface Worst {
  route: string;
  "limit kB": number;
  "worst ms": number;
  of: string;
  tried: number;
}

const dir = mkdtempSync(join(tmpdir(), "ecotrim-bench-refusals-"));
chmodSync(dir, 0o755);
console.error("Starting the API ...");
const postgres = await startEmbeddedPostgres({ dataDir: dir });
try {
  await migrate(postgres.url);
  const env = readEnv({
    ...benchSettings(postgres.url),
    ...Object.fromEntries(
      ["RATE_LIMIT_PER_MINUTE", "RATE_LIMIT_SIMULATIONS_PER_MINUTE", "RATE_LIMIT_ACCOUNTS_PER_HOUR"].map((name) => [
        name,
        "1000000",
      ]),
    ),
  });
  const logger = createLogger(env, "api");
  const dataSource = await createDataSource(env.DATABASE_URL).initialize();
  const queue = createQueue(env, logger);
  const [app, routes] = await withRoutes(() =>
    buildApp({ env, logger, dataSource, queue, stripe: createStripe(env), webRoot: dir }),
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  const busyMs = openClient((app.server.address() as AddressInfo).port);
  const person = { firstName: "A", lastName: "B", email: "a@example.org", password: "una clave larga" };
  const body = { ...person, company: "C", privacyAccepted: true };
  const { user } = (await app.inject({ method: "POST", url: "/api/auth/register", body })).json().data;

  const requestOf = (method: string, url: string, token: string, body = "") =>
    Buffer.from(
      [
        `${method} ${url} HTTP/1.1`,
        "host: localhost",
        `authorization: Bearer ${token}`,
        "stripe-signature: t=1,v1=00",
        ...(body && ["content-type: application/json", `content-length: ${Buffer.byteLength(body)}`]),
        "",
        body,
      ].join("\r\n"),
    );

  async function worstOf(route: RouteOptions): Promise<Worst | undefined> {
    const method = String(route.method);
    const url = route.url.replace(/:id/g, known.uuid).replace(/:\w+/g, "any");
    const limit = route.bodyLimit ?? app.initialConfig.bodyLimit ?? 0;
    const { body, querystring } = (route.schema ?? {}) as { body?: Schema; querystring?: Schema };
    const hostile =
      method === "GET"
        ? [...queries(querystring ?? {})].map(([name, query]) => [name, `${url}?${query}`, ""] as const)
        : [...bodies(body ?? {}, limit)].map(([name, text]) => [name, url, text] as const);
    const worst = { route: `${method} ${route.url}`, "limit kB": limit / 1024, "worst ms": 0, of: "-", tried: 0 };
    for (const [name, address, text] of hostile) {
      let least = Number.POSITIVE_INFINITY;
      // What went through may have ended the session.
      const token = await app.sessions.open(dataSource.manager, user.id);
      for (let count = 0; count < TRIES; count++) {
        await dataSource.query("DELETE FROM rate_counts");
        const { ms, status } = await busyMs(requestOf(method, address, token, text));
        if (status < 400) break;
        if (status === 429 || status === 500) throw new Error(`${worst.route}, ${name}: answered ${status}`);
        least = Math.min(least, ms);
        if (count === 0) worst.tried++;
        if (least < worst["worst ms"]) break;
      }
      if (least > worst["worst ms"] && Number.isFinite(least)) Object.assign(worst, { "worst ms": least, of: name });
    }
    return worst.tried > 0 ? worst : undefined;
  }

  const found: Worst[] = [];
  for (const route of routes) {
    if (!["GET", "POST", "PUT", "PATCH", "DELETE"].includes(String(route.method)) || route.url.includes("*")) continue;
    const worst = await worstOf(route);
    console.error(`Measured ${route.method} ${route.url} ...`);
    if (worst) found.push({ ...worst, "worst ms": Number(worst["worst ms"].toFixed(1)) });
  }
  await app.close();
  await queue.close();
  await dataSource.destroy();

  console.table(found);
  const over = found.filter(
    (worst) => worst["worst ms"] > (worst["limit kB"] * 1024 > SMALL_BYTES ? BUDGET_OF_LARGE_MS : BUDGET_MS),
  );
  for (const { route, of } of over) console.log(`Over budget: ${route}, ${of}`);
  if (over.length > 0) process.exitCode = 1;
} finally {
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
}
