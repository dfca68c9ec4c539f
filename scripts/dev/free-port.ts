import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** A local TCP port that is free at this moment: the preferred port if possible. */
export async function freePort(preferred = 0): Promise<number> {
  const server = createServer().listen(preferred, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return freePort();
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
