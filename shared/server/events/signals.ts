import { setTimeout as pause } from "node:timers/promises";
import { UncertaintyProgress } from "@ecotrim/contracts/realtime/events";
import { Progress } from "@ecotrim/contracts/simulations/progress";
import { SimulationStatus } from "@ecotrim/contracts/simulations/record";
import { Results } from "@ecotrim/contracts/simulations/result";
import pg from "pg";
import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";
import { KEEP_ALIVE } from "../db/keep-alive.ts";
import type { Logger } from "../observability/logger.ts";

/**
 * What every API process should hear at once, whoever did it: PostgreSQL's own NOTIFY, sent at the commit of what it
 * tells of. Hints only: one that is sent while a listener is away is lost, and the row is the truth.
 */
export const Signal = Type.Union([
  Type.Object({ type: Type.Literal("notification"), userId: Type.String(), id: Type.String() }),
  /** These logins have ended. */
  Type.Object({ type: Type.Literal("sessions-ended"), sessionIds: Type.Array(Type.String()) }),
  /** Something of the user's that screens show has changed. */
  Type.Object({ type: Type.Literal("payment"), userId: Type.String(), id: Type.String() }),
  Type.Object({ type: Type.Literal("subscription"), userId: Type.String() }),
  Type.Object({ type: Type.Literal("report"), userId: Type.String(), id: Type.String(), status: SimulationStatus }),
  /** Where a run is. */
  Type.Object({ type: Type.Literal("run-progress"), computationId: Type.String(), progress: Progress }),
  /** A run has ended: with its headline figures, or with an error of the catalogue. */
  Type.Object({
    type: Type.Literal("run-ended"),
    computationId: Type.String(),
    end: Type.Union([
      Type.Object({ summary: Results.properties.summary }),
      Type.Object({ error: Type.Object({ code: Type.String(), message: Type.String() }) }),
    ]),
  }),
  /** How far the scenarios of a run are. */
  Type.Object({ type: Type.Literal("uncertainty"), computationId: Type.String(), progress: UncertaintyProgress }),
  /** Something that follows a run is stored whole, or will not be. */
  Type.Object({ type: Type.Literal("follow-up-ended"), computationId: Type.String() }),
  /** A person may no longer read a simulation that was shared with them. */
  Type.Object({ type: Type.Literal("access-taken"), userId: Type.String(), simulationId: Type.String() }),
  /** A simulation was ended or started again by its holder. */
  Type.Object({ type: Type.Literal("simulation"), id: Type.String() }),
]);
export type Signal = Static<typeof Signal>;
export type RunEnd = Extract<Signal, { type: "run-ended" }>["end"];

/** Every process reads several signals of every run. */
const known = Compile(Signal);

const CHANNEL = "ecotrim";
/** Longest NOTIFY of PostgreSQL is 8,000 bytes: the sessions of one user are told in pieces. */
const SESSIONS_A_SIGNAL = 100;
const RETRY_MS = 1000;

/** The database, inside a transaction or not. */
interface Connection {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/** Sends a signal when the surrounding transaction commits. */
export async function sendSignal(connection: Connection, signal: Signal): Promise<void> {
  await connection.query("SELECT pg_notify($1, $2)", [CHANNEL, JSON.stringify(signal)]);
}

export async function signalEndedSessions(connection: Connection, sessionIds: string[]): Promise<void> {
  for (let from = 0; from < sessionIds.length; from += SESSIONS_A_SIGNAL)
    await sendSignal(connection, {
      type: "sessions-ended",
      sessionIds: sessionIds.slice(from, from + SESSIONS_A_SIGNAL),
    });
}

/** Listens on a connection of its own, made again whenever it is lost, until `close`. */
export function listenToSignals(
  databaseUrl: string,
  hear: (signal: Signal) => void,
  logger: Pick<Logger, "warn">,
): { ready: Promise<void>; close(): Promise<void> } {
  let closed = false;
  let client: pg.Client | undefined;

  const connect = async (): Promise<void> => {
    const connection = new pg.Client({
      connectionString: databaseUrl,
      ...KEEP_ALIVE,
      application_name: "ecotrim-signals",
    });
    client = connection;
    connection.on("notification", ({ payload }) => {
      const signal = parse(payload);
      try {
        if (known.Check(signal)) hear(signal);
      } catch (error) {
        // Thrown on, it would end the process.
        logger.warn({ err: error }, "signal not heard");
      }
    });
    connection.on("error", (error) => logger.warn({ err: error }, "signals connection"));
    connection.on("end", () => void again());
    await connection.connect();
    await connection.query(`LISTEN ${CHANNEL}`);
  };
  const again = async (): Promise<void> => {
    await pause(RETRY_MS, undefined, { ref: false });
    if (closed) return;
    // A connection that is not made ends too, which brings us here again.
    await connect().catch(() => client?.end().catch(() => undefined));
  };

  const ready = connect().catch(async (error) => {
    logger.warn({ err: error }, "signals connection");
    await client?.end().catch(() => undefined);
  });
  return {
    ready,
    async close() {
      closed = true;
      await ready;
      await client?.end().catch(() => undefined);
    },
  };
}

function parse(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? "");
  } catch {
    return undefined;
  }
}
