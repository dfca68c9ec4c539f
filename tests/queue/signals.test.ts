import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { listenToSignals, type Signal } from "@ecotrim/server/events/signals";
import { afterEach, describe, expect, test } from "vitest";
import { query, testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";
import { testLogger } from "../support/test-log.ts";

const logger = testLogger("test");
const services = testServices("postgres");

/** A proxy to the database that can be cut, closed and opened again. */
async function openWay() {
  const target = new URL(services.DATABASE_URL);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    open: () => listen(port),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, "close");
    },
  };
}

describe("the signals of the database", () => {
  const toClose: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of toClose.splice(0)) await close();
  });

  async function start() {
    const way = await openWay();
    const heard: Signal[] = [];
    const begin = () => {
      const listener = listenToSignals(way.url, (signal) => heard.push(signal), logger);
      toClose.push(() => listener.close(), way.close);
      return listener.ready;
    };
    return { way, heard, begin };
  }
  const send = (payload: string) => query(services.DATABASE_URL, `SELECT pg_notify('ecotrim', '${payload}')`);
  const SIGNAL: Signal = { type: "subscription", userId: "u" };
  /** A signal without a listener is lost, so it is sent until one arrives. */
  const arrives = (heard: Signal[]) =>
    eventually(async () => {
      await send(JSON.stringify(SIGNAL));
      return heard.length > 0;
    });

  test("signals of the database are heard, and malformed ones are ignored", async () => {
    const { heard, begin } = await start();
    await begin();
    for (const payload of ["{", "[]", '{"type": "unknown"}', '{"type": "payment"}']) await send(payload);
    await send(JSON.stringify(SIGNAL));
    await eventually(() => heard.length > 0);
    expect(heard).toEqual([SIGNAL]);
  });

  test("signals of the database are heard again after an outage of several tries", async () => {
    const { way, heard, begin } = await start();
    await begin();
    await way.close();
    let refusals = 0;
    // A server in the database's place hangs up on every try.
    const refusing = createServer((socket) => {
      refusals += 1;
      socket.destroy();
    });
    refusing.listen(Number(new URL(way.url).port), "127.0.0.1");
    await eventually(() => refusals >= 2);
    refusing.close();
    await once(refusing, "close");
    await way.open();
    await arrives(heard);
  });

  test("signals of the database are heard by a process that began while the database was away", async () => {
    const { way, heard, begin } = await start();
    await way.close();
    await begin();
    await way.open();
    await arrives(heard);
  });
});
