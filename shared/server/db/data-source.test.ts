import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { createDataSource } from "./data-source.ts";

test("a database that must speak TLS is told nothing when it does not", async () => {
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    // Answer of a server without TLS to the client's SSLRequest.
    socket.on("data", (data) => heard.push(data) && socket.write("N"));
    socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const dataSource = createDataSource(`postgres://app:hidden@127.0.0.1:${port}/ecotrim?sslmode=verify-full`);
  await expect(dataSource.initialize()).rejects.toThrow("does not support SSL");
  server.close();
  expect(Buffer.concat(heard)).toEqual(Buffer.from("0000000804d2162f", "hex"));
});
