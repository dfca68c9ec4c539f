import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

test("credentials never reach the log, wherever they stand in an event", () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = createLogger({ LOG_LEVEL: "info" }, "test", sink);
  logger.info({
    accessToken: "secret-1",
    body: { password: "secret-2", token: "secret-3" },
    req: { headers: { authorization: "secret-4", cookie: "secret-5", "x-simulation-token": "secret-6" }, url: "/api" },
    headers: { "x-simulation-token": "secret-7" },
  });
  expect(lines.join("")).toContain('"url":"/api"');
  expect(lines.join("")).not.toContain("secret");
});
