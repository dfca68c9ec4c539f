import type { AddressInfo } from "node:net";
import type { Register, Session } from "@ecotrim/contracts/auth/account";
import type { ClientEvents, ServerEvents } from "@ecotrim/contracts/realtime/events";
import { createStripe } from "@ecotrim/server/billing/stripe";
import { createDataSource } from "@ecotrim/server/db/data-source";
import { readEnv } from "@ecotrim/server/env/env";
import type { Logger } from "@ecotrim/server/observability/logger";
import { createQueue, type QueueSettings } from "@ecotrim/server/queue/queue";
import type { StudyKind } from "@ecotrim/server/studies/catalogue";
import { io, type Socket } from "socket.io-client";
import { expect } from "vitest";
import { buildApp } from "../../api/src/app.ts";
import { startWorker } from "../../worker/src/app.ts";
import type { OutgoingMail } from "../../worker/src/mail/mailer.ts";
import { alteration } from "./ends.ts";
import { createGatedPool } from "./gated-pool.ts";
import { TEST_SETTINGS } from "./services.ts";
import { studyAlteration } from "./studies.ts";
import { testLogger } from "./test-log.ts";
import { type WorkerParts, workerParts } from "./worker-deps.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";

export interface Call {
  body?: unknown;
  /** The simulation's access token. */
  token?: string;
  /** The logged-in user. */
  as?: { token: string };
  headers?: Record<string, string>;
}

export interface AppOverrides {
  /** Settings by their name in the environment. */
  settings?: Record<string, string>;
  webRoot?: string;
  logger?: Logger;
}

let people = 0;

/** What somebody who opens an account types. */
export const newPerson = (): Register => ({
  firstName: "Núria",
  lastName: "Pons",
  email: `person-${process.pid}-${people++}@example.org`,
  password: "una clave larga",
  company: "Cerámicas del Turia, S.L.",
  privacyAccepted: true,
});

export type TestApp = Awaited<ReturnType<typeof openApp>>;
export type TestSocket = Socket<ServerEvents, ClientEvents>;

/** The API on a migrated database and a queue, called in this process. */
export async function openApp(services: QueueSettings, { settings = {}, webRoot, logger }: AppOverrides = {}) {
  const env = readEnv({
    ...TEST_SETTINGS,
    RATE_LIMIT_PER_MINUTE: "100000",
    RATE_LIMIT_SIMULATIONS_PER_MINUTE: "100000",
    QUEUE_MAX_PER_CALLER: "100000",
    RATE_LIMIT_ACCOUNTS_PER_HOUR: "100000",
    RATE_LIMIT_LOGINS_PER_HOUR: "100000",
    SOCKETS_PER_ADDRESS: "100000",
    ...services,
    LOG_LEVEL: "silent",
    NODE_ENV: "test",
    ...settings,
  });
  const deps = {
    env,
    logger: logger ?? testLogger("api"),
    dataSource: await createDataSource(env.DATABASE_URL, { applicationName: "test-api" }).initialize(),
    queue: createQueue(env, testLogger("queue")),
    stripe: createStripe(env),
  };
  // Warming up costs a second of CPU at each start, and no test needs it.
  const app = await buildApp({ ...deps, warmsUp: false, ...(webRoot !== undefined && { webRoot }) });
  const sockets: TestSocket[] = [];
  const outbox: OutgoingMail[] = [];

  return {
    ...deps,
    app,
    /** Registration data of a new person. */
    outbox,
    async call(method: Method, url: string, { body, token, as, headers = {} }: Call = {}) {
      const answer = await app.inject({
        method,
        url,
        headers: {
          ...headers,
          ...(token !== undefined && { "x-simulation-token": token }),
          ...(as && { authorization: `Bearer ${as.token}` }),
        },
        ...(body !== undefined && { payload: body as object }),
      });
      const { statusCode: status, headers: given, body: text, rawPayload: bytes } = answer;
      return { status, headers: given, text, bytes, json: () => answer.json() };
    },
    /** Opens an account of a new person, with a confirmed address unless told otherwise. */
    async register({
      confirmed = true,
      ...person
    }: Partial<Register> & { confirmed?: boolean } = {}): Promise<Session> {
      const body = { ...newPerson(), ...person };
      const answer = await app.inject({ method: "POST", url: "/api/auth/register", payload: body });
      expect(answer.statusCode, answer.body).toBe(201);
      if (confirmed)
        await deps.dataSource.query("UPDATE users SET email_confirmed_at = now() WHERE email = $1", [body.email]);
      return answer.json().data;
    },
    /** Changes a computation by SQL, without a signal to any process. */
    alterComputationOf: (simulationId: string, assignments: string) =>
      deps.dataSource.query(alteration(assignments, "(SELECT computation_id FROM simulations WHERE id = $1)"), [
        simulationId,
      ]),
    /** Changes the computation's studies likewise. */
    alterStudiesOf: (simulationId: string, assignments: string, kinds?: StudyKind[]) =>
      deps.dataSource.query(
        ...studyAlteration(simulationId, assignments, kinds, "(SELECT computation_id FROM simulations WHERE id = $1)"),
      ),
    /** Starts a worker on a gated pool: runs and scenarios advance only when the test says. */
    async startWorker(parts: Partial<WorkerParts> = {}) {
      const pool = createGatedPool({ holdChunks: true });
      const worker = await startWorker({
        ...deps,
        ...workerParts(env, outbox),
        ...parts,
        settings: services,
        pool,
        concurrency: 4,
      });
      return {
        pool,
        /** Ends the runs that a failed test has left under way. */
        async close() {
          await deps.dataSource.query("UPDATE computations SET status = 'failed' WHERE status = 'processing'");
          await pool.close();
          await worker.close();
        },
      };
    },
    /** Listens on the port of the settings, else on a free one, and returns the address. */
    async listen(): Promise<string> {
      if (!app.server.listening) await app.listen({ host: "127.0.0.1", port: Number(settings.PORT ?? 0) });
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
    async connect(options: object = {}): Promise<TestSocket> {
      const socket: TestSocket = io(await this.listen(), {
        transports: ["websocket"],
        reconnection: false,
        ...options,
      });
      sockets.push(socket);
      await new Promise((resolve, reject) => {
        socket.once("connect", () => resolve(undefined));
        socket.once("connect_error", reject);
      });
      return socket;
    },
    async close() {
      for (const socket of sockets) socket.disconnect();
      await app.close();
      await deps.queue.close();
      await deps.dataSource.destroy();
    },
  };
}

/** Checks the envelope of a refusal and that it shows no internals. */
export function expectRefusal(
  answer: { status: number; text: string; json(): unknown },
  expected: { status: number; code: string; field?: string; error?: string | RegExp },
): void {
  const body = answer.json() as Record<string, unknown>;
  expect({ status: answer.status, ...body }).toMatchObject({
    status: expected.status,
    success: false,
    code: expected.code,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ...(expected.field !== undefined && { field: expected.field }),
  });
  if (expected.error) expect(body.error).toMatch(expected.error);
  expect(Object.keys(body).filter((key) => !["success", "error", "code", "field", "requestId"].includes(key))).toEqual(
    [],
  );
  expect(answer.text).not.toMatch(/node_modules|\.ts:\d|stack|QueryFailed|SELECT |INSERT /);
}

/** The next event of a name. */
export const nextEvent = <E extends keyof ServerEvents>(socket: TestSocket, event: E) =>
  new Promise<Parameters<ServerEvents[E]>[0]>((resolve) => {
    socket.once(event, resolve as never);
  });

/** Whether a transaction waits for another's lock. */
export async function someoneWaits({ dataSource }: Pick<TestApp, "dataSource">): Promise<boolean> {
  const [{ waiting }] = await dataSource.query(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return waiting > 0;
}
