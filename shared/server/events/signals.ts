import { setTimeout as pause } from "node:timers/promises";
import { PowerProgress, UncertaintyProgress } from "@ecotrim/contracts/realtime/events";
import { Progress } from "@ecotrim/contracts/simulations/progress";
import { SimulationStatus } from "@ecotrim/contracts/simulations/record";
import { Results } from "@ecotrim/contracts/simulations/result";
import pg from "pg";
import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";
import { KEEP_ALIVE } from "../db/keep-alive.ts";
import type { Logger } from "../observability/logger.ts";

/**
 * Signals to every API process, sent by PostgreSQL's NOTIFY at the commit of their transaction. They are hints only: a
 * signal sent while a listener is disconnected is lost, and the row is the truth.
 */
export const Signal = Type.Union([
  Type.Object({ type: Type.Literal("notification"), userId: Type.String(), id: Type.String() }),
  /** Sessions that have ended. */
  Type.Object({ type: Type.Literal("sessions-ended"), sessionIds: Type.Array(Type.String()) }),
  /** A payment of the user has changed. */
  Type.Object({ type: Type.Literal("payment"), userId: Type.String(), id: Type.String() }),
  Type.Object({ type: Type.Literal("subscription"), userId: Type.String() }),
  Type.Object({ type: Type.Literal("report"), userId: Type.String(), id: Type.String(), status: SimulationStatus }),
  /** Progress of a run. */
  Type.Object({ type: Type.Literal("run-progress"), computationId: Type.String(), progress: Progress }),
  /** End of a run, with its headline figures or an error of the catalogue. */
  Type.Object({
    type: Type.Literal("run-ended"),
    computationId: Type.String(),
    end: Type.Union([
      Type.Object({ summary: Results.properties.summary }),
      Type.Object({ error: Type.Object({ code: Type.String(), message: Type.String() }) }),
    ]),
  }),
  /** Progress of a run's scenarios. */
  Type.Object({ type: Type.Literal("uncertainty"), computationId: Type.String(), progress: UncertaintyProgress }),
  /** Progress of a run's study of powers. */
  Type.Object({ type: Type.Literal("power"), computationId: Type.String(), progress: PowerProgress }),
  /** A study of a run is completed or has failed. */
  Type.Object({ type: Type.Literal("follow-up-ended"), computationId: Type.String() }),
  /** A person's access to a shared simulation was revoked. */
  Type.Object({ type: Type.Literal("access-taken"), userId: Type.String(), simulationId: Type.String() }),
  /** A simulation was ended or restarted by its holder. */
  Type.Object({ type: Type.Literal("simulation"), id: Type.String() }),
]);
export type Signal = Static<typeof Signal>;
export type RunEnd = Extract<Signal, { type: "run-ended" }>["end"];

/** Compiled, since every process validates several signals of every run. */
const known = Compile(Signal);

const CHANNEL = "ecotrim";
/** PostgreSQL limits a NOTIFY to 8,000 bytes, so the sessions of one user are split over several signals. */
const SESSIONS_A_SIGNAL = 100;
const RETRY_MS = 1000;

/** The database, inside a transaction or not. */
interface Connection {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/** Sends a signal, which is delivered when the surrounding transaction commits. */
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

/** Listens on a connection of its own, with reconnects, until `close`. */
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
        // A rethrown error would end the process.
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
    // A connection that cannot be opened emits `end` too, which reconnects.
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
