import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { leaksIn } from "./log-search.ts";

const token = `Ab1${randomBytes(30).toString("base64url")}`;

test.each([
  ["a password", "una clave larga"],
  ["a password's hash", "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"],
  ["an e-mail address", "person-123-4@example.org"],
  ["an e-mail address", "/shares/person-1%40example.org"],
  ["a person's name", "Núria"],
  ["a session's token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln"],
  ["an Authorization header", "Bearer abcdef0123"],
  ["a telephone number", "600 000 000"],
  ["a token", token],
  ["a token", token.slice(0, 22)],
  ["a key of the payment provider", "sk_test_nobody"],
  ["a key of the payment provider", "whsec_tests"],
  ["the address of a caller", "203.0.113.7"],
  ["a database's password", "postgres://app:hidden@db/x"],
  ["our secret", "a-secret-for-tests-of-more-than-32-characters"],
])("the search of logs finds %s and does not repeat it", (kind, secret) => {
  const log = `{"level":30,"msg":"fine"}\n{"level":50,"msg":"failed for ${secret} today"}\n`;
  const leaks = leaksIn(log);
  expect(leaks.map((leak) => leak.kind)).toContain(kind);
  expect(JSON.stringify(leaks)).not.toContain(secret);
  expect(leaks[0]?.line).toContain('"level":50');
});

test("the search of logs takes ids, paths, versions and our own messages for no leak", () => {
  const line = {
    time: 1_764_312_000_000,
    requestId: randomUUID(),
    hash: randomBytes(32).toString("hex"),
    err: { stack: "Error: x\n at f (/app/node_modules/@fastify/jwt/jwt.js:1:2)", code: "ECONNREFUSED" },
    msg: "La clave de idempotencia ya se usó; connect ECONNREFUSED 127.0.0.1:5432; @fastify/jwt@10.2.8",
    fault: "DATABASE_URL is missing: the address of a PostgreSQL database, postgres://user:password@host/name",
  };
  expect(leaksIn(JSON.stringify(line))).toEqual([]);
});
