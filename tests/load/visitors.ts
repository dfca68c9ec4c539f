import { once } from "node:events";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import type { ClientEvents, ServerEvents } from "@ecotrim/contracts/realtime/events";
import { lookAgainAfterS } from "@ecotrim/contracts/simulations/look-again";
import { io, type Socket } from "socket.io-client";
import { loadInput } from "./inputs.ts";

/** What became of one visitor's simulation. */
export interface Visit {
  /** null: refused, or never answered. */
  id: string | null;
  /** From the click to the result, ms; null without one. */
  resultMs: number | null;
  /** Ends the visitor heard of; more than one is an error. */
  ends: number;
  failed: boolean;
}

/** A request without an answer is repeated after this time, ms. */
const ANSWERED_WITHIN_MS = 10_000;
/** Upper bound of a visitor's wait, ms. */
const PATIENCE_MS = 3_600_000;
/** Visitors who press the button at a time. */
const AT_ONCE = 16;

/** How visitors tell the time. */
interface Clock {
  /** Wall-clock time per unit of `now`. */
  stretch: number;
  now: () => number;
}

const agent = new Agent({ keepAlive: true });

/** Uses Node's plain client, since `fetch` costs several times as much CPU of the measured machine. */
async function click(url: string, number: number): Promise<{ status: number | undefined; body: string }> {
  const clicked = request(`${url}/api/simulations`, {
    method: "POST",
    agent,
    headers: { "content-type": "application/json" },
  });
  clicked.end(JSON.stringify({ inputParameters: loadInput(number) }));
  const [answer] = await once(clicked, "response");
  return { status: answer.statusCode, body: await text(answer) };
}

/** A visitor with a socket of his own: clicks, follows, and stays until the end or until he has waited too long. */
async function visit(url: string, number: number, { stretch, now }: Clock, clicked: () => void): Promise<Visit> {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, { transports: ["websocket"] });
  const visit: Visit = { id: null, resultMs: null, ends: 0, failed: false };
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("connect_error", reject);
    });
    const started = now();
    const answer = await click(url, number);
    if (answer.status !== 201) {
      console.error(`refused: ${answer.status} ${answer.body}`);
      return visit;
    }
    const { id, accessToken } = JSON.parse(answer.body).data;
    visit.id = id;
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const heard = (failed: boolean) => {
      visit.ends += 1;
      visit.failed = failed;
      if (!failed) visit.resultMs ??= now() - started;
      end();
    };
    socket.on("simulation:completed", () => heard(false));
    socket.on("simulation:failed", () => heard(true));
    let looking: NodeJS.Timeout | undefined;
    const lookAfter = (ms: number) => {
      clearTimeout(looking);
      if (visit.ends > 0) return;
      looking = setTimeout(() => follow().catch(() => lookAfter(ANSWERED_WITHIN_MS)), ms);
    };
    const follow = async () => {
      const followed = await socket.timeout(ANSWERED_WITHIN_MS).emitWithAck("simulation:follow", { id, accessToken });
      if (!followed.success) throw new Error(followed.error);
      if (!followed.data) throw new Error("a record of no known version was left out");
      if (visit.ends === 0 && followed.data.status === "completed") heard(false);
      lookAfter(stretch * 1000 * lookAgainAfterS(followed.data));
    };
    await follow();
    // Reads the record after a reconnect, as a browser does; between events it also polls.
    socket.io.on("reconnect", () => lookAfter(0));
    clicked();
    const timer = setTimeout(end, PATIENCE_MS);
    await over;
    clearTimeout(timer);
    clearTimeout(looking);
    return visit;
  } finally {
    clicked();
    socket.disconnect();
  }
}

/** All visitors click, as many at a time as the machine bears; resolves when the last has seen the end. */
export async function sendVisitors(
  url: string,
  numbers: number[],
  clock: Clock = { stretch: 1, now: () => performance.now() },
): Promise<Visit[]> {
  const visits: Promise<Visit>[] = [];
  const waiting = [...numbers];
  const door = async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      const next = number;
      await new Promise<void>((clicked) => visits.push(visit(url, next, clock, clicked)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, door));
  return Promise.all(visits);
}
