import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

/** A logger with the lines it has written. */
function capture() {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { logger: createLogger({ LOG_LEVEL: "info" }, "test", sink), written: () => lines.join("") };
}

test("credentials never reach the log, wherever they stand in an event", () => {
  const { logger, written } = capture();
  logger.info({
    accessToken: "secret-1",
    body: { password: "secret-2", token: "secret-3" },
    req: { headers: { authorization: "secret-4", cookie: "secret-5", "x-simulation-token": "secret-6" }, url: "/api" },
    headers: { "x-simulation-token": "secret-7" },
  });
  expect(written()).toContain('"url":"/api"');
  expect(written()).not.toContain("secret");
});

test("an error is logged with its causes, without what drivers hang on it", () => {
  const { logger, written } = capture();
  const cause = Object.assign(new Error("connection lost"), { code: "57P01", client: { user: "secret" } });
  logger.error({ err: Object.assign(new Error("query failed", { cause }), { parameters: ["secret"] }) }, "failed");
  expect(JSON.parse(written()).err).toMatchObject({
    type: "Error",
    message: "query failed",
    stack: expect.stringContaining("logger.test.ts"),
    cause: { code: "57P01", message: "connection lost" },
  });
  expect(written()).not.toContain("secret");
});
