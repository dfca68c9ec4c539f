import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openShop, type Shop } from "../support/billing.ts";
import { testServices } from "../support/services.ts";

const services = testServices("postgres");
let shop: Shop;
let webRoot: string;
type Answer = Awaited<ReturnType<Shop["api"]["call"]>>;
const answers: Record<string, Answer> = {};

const OPERATOR = "k7Vw2Qz9Tn4Lx8Rb";
const KINDS = {
  "a page of the web": 200,
  "a script of the web": 200,
  "an icon of the web": 200,
  "an answer of the API": 200,
  "a refusal of the API": 400,
  "a login that is missing": 401,
  "too many requests": 429,
  "what is not found": 404,
  "the documentation": 200,
  "the page of operators, closed": 401,
  "a report": 200,
  "hours as CSV": 200,
  "one's data": 200,
} as const;

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), "ecotrim-web-"));
  mkdirSync(join(webRoot, "assets"));
  writeFileSync(
    join(webRoot, "index.html"),
    '<!doctype html><html lang="es"><head></head><div id="root"></div></html>',
  );
  writeFileSync(join(webRoot, "assets", "index-abc123.js"), "export {};");
  writeFileSync(join(webRoot, "favicon.svg"), "<svg/>");
  shop = await openShop(services, { OPERATOR_PASSWORD: OPERATOR }, { webRoot });
  const { api } = shop;
  const { who, simulationId } = await shop.customer();
  const names = ["pv", "demand", "import", "export", "curtailed", "charge", "discharge", "soc"];
  const hours = Object.fromEntries(names.map((name) => [`${name}_kwh`, [1.5, -2]]));
  const series = { start: "2024-01-01", step_hours: 1, ...hours, buy_eur_mwh: [1.5, -2], sell_eur_mwh: [1, 2] };
  await api.dataSource.query("UPDATE computations SET hourly = $1", [gzipSync(JSON.stringify(series))]);
  const { id: reportId } = (await shop.post(who, `/api/simulations/${simulationId}/reports`, { kind: "basic" })).json()
    .data;
  await shop.report(who, reportId);

  const get = (path: string, as?: typeof who) => api.call("GET", path, as && { as });
  for (let count = 0; count < 5; count++) await api.call("POST", "/api/auth/message", { body: {} });
  const calls: Record<keyof typeof KINDS, Promise<Answer>> = {
    "a page of the web": get("/calculadora"),
    "a script of the web": get("/assets/index-abc123.js"),
    "an icon of the web": get("/favicon.svg"),
    "an answer of the API": get("/api/auth/profile", who),
    "a refusal of the API": get("/api/ecotrim/battery_selection"),
    "a login that is missing": get("/api/auth/profile"),
    "too many requests": api.call("POST", "/api/auth/message", { body: {} }),
    "what is not found": get("/api/nope"),
    "the documentation": get("/api/docs/"),
    "the page of operators, closed": get("/ops/queues"),
    "a report": get(`/api/reports/${reportId}/download`, who),
    "hours as CSV": get(`/api/simulations/${simulationId}/hourly.csv`, who),
    "one's data": get("/api/auth/export", who),
  };
  for (const [kind, call] of Object.entries(calls)) answers[kind] = await call;
});
afterAll(async () => {
  await shop?.close();
  rmSync(webRoot, { recursive: true });
});

test.each(Object.entries(KINDS))("%s has headers that limit a browser", (kind, status) => {
  const { headers, status: answered, text } = answers[kind] as Answer;
  expect(answered, text.slice(0, 300)).toBe(status);
  const policy = String(headers["content-security-policy"]);
  for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(directive);
  expect(policy).not.toMatch(/unsafe|https:|\*/);
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-resource-policy": "same-origin",
  });
  // The product sets no cookies and does not reveal its server software.
  for (const name of ["set-cookie", "server", "x-powered-by", "access-control-allow-origin"])
    expect(headers[name]).toBeUndefined();
  expect(headers["content-type"]).toMatch(/charset=utf-8|^application\/pdf$|^image\/svg\+xml/);
});

test.each([
  ["an address that is no text", "/api/%zz", 400],
  ["a socket that polls", "/socket.io/?EIO=4&transport=polling", 200],
  ["a socket that is refused", "/socket.io/?EIO=4&transport=nothing", 400],
])("%s is answered with headers too", async (_, path, expected) => {
  const { status, headers } = await fetch(`${await shop.api.listen()}${path}`).then((answer) => ({
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
  }));
  expect(status).toBe(expected);
  expect(headers).toMatchObject({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
});

test.each([
  "an answer of the API",
  "a refusal of the API",
  "a login that is missing",
  "a report",
  "hours as CSV",
  "one's data",
  "too many requests",
])("%s is never cached", (kind) => {
  expect(answers[kind]?.headers["cache-control"]).toBe("no-store");
});

test.each(["a report", "hours as CSV", "one's data"])("%s is a file, named without anything people wrote", (kind) => {
  expect(answers[kind]?.headers["content-disposition"]).toMatch(/^attachment; filename="[\w.-]+"$/);
});

test("no cell of a CSV is a formula: dates and numbers only", () => {
  const [head = "", ...lines] = (answers["hours as CSV"]?.text ?? "").replace("\uFEFF", "").trim().split("\r\n");
  for (const title of head.split(";")) expect(title).toMatch(/^[A-Z]/);
  expect(lines).toHaveLength(2);
  for (const cell of lines.flatMap((line) => line.split(";")))
    expect(cell).toMatch(/^(\d{4}-\d\d-\d\d \d\d:\d\d|-?\d+(,\d+)?)$/);
});
