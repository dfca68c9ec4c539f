import { AppError } from "@ecotrim/contracts/errors";
import type { Env } from "@ecotrim/server/env/env";
import type { Server, Socket } from "socket.io";
import { addressOf } from "../client-address.ts";
import { networkOf } from "../rate-counts.ts";

type Connection = Socket["conn"];

/** Time in which a refused connection is told the reason, before it is closed, ms. */
const REFUSAL_MS = 5000;

/**
 * Limits the connections of each address in this process. They are counted when they open, so that idle connections
 * count too. Connections beyond the limit are not counted, and are closed soon.
 * @returns a check, which throws AppError TOO_MANY_CONNECTIONS for a connection beyond the limit
 */
export function limitSockets(
  engine: Server["engine"],
  env: Pick<Env, "TRUST_PROXY" | "SOCKETS_PER_ADDRESS">,
): (connection: Connection) => void {
  const held = new Map<string, number>();
  const refused = new WeakSet<Connection>();

  engine.on("connection", (connection: Connection) => {
    const address = networkOf(addressOf(connection.request, env));
    const others = held.get(address) ?? 0;
    if (others >= env.SOCKETS_PER_ADDRESS) {
      refused.add(connection);
      const cut = setTimeout(() => connection.close(), REFUSAL_MS);
      connection.once("close", () => clearTimeout(cut));
      return;
    }
    held.set(address, others + 1);
    connection.once("close", () => {
      const left = (held.get(address) ?? 0) - 1;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    });
  });

  return (connection) => {
    if (refused.has(connection)) throw new AppError("TOO_MANY_CONNECTIONS");
  };
}
