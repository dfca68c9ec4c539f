import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { refuseConnection } from "./bad-requests.ts";

/** What a client reads that sends this and no more, until the server hangs up. */
async function readAfter(sent: string): Promise<string> {
  const server = createServer({ requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 });
  server.on("clientError", refuseConnection);
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write(sent);
  return text(client);
}

test("a connection opened in advance on which nothing is asked is closed without an answer", async () => {
  expect(await readAfter("")).toBe("");
});

test("a request that never ends and one that is no HTTP are refused", async () => {
  expect(await readAfter("GET /api/simulations/stats/over")).toMatch(/^HTTP\/1.1 400 .*INVALID_INPUT/s);
  expect(await readAfter("no es HTTP\r\n\r\n")).toMatch(/^HTTP\/1.1 400 .*INVALID_INPUT/s);
});
