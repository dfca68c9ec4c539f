import { createHmac, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMailer } from "../../worker/src/mail/mailer.ts";
import { expectRefusal, newPerson, openApp, type TestApp } from "../support/app.ts";
import { TEST_SETTINGS, testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";
import { testLogger } from "../support/test-log.ts";

const services = testServices("postgres");
let api: TestApp;
let worker: Awaited<ReturnType<TestApp["startWorker"]>>;
beforeAll(async () => {
  api = await openApp(services, { settings: { PUBLIC_URL: "https://ecotrim.test" } });
  worker = await api.startWorker();
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const UNAUTHENTICATED = { status: 401, code: "UNAUTHENTICATED" };
const UNKNOWN_FIELD = { status: 400, code: "INVALID_INPUT" };
type Who = Awaited<ReturnType<TestApp["register"]>>;

const create = async (as?: Who): Promise<{ id: string; accessToken: string }> =>
  (await api.call("POST", "/api/simulations", { ...(as && { as }), body: { inputParameters: newInput() } })).json()
    .data;
const mailsTo = (address: string) => api.outbox.filter(({ to }) => to === address);
const settled = () =>
  eventually(async () => (await api.dataSource.query("SELECT 1 FROM mails WHERE settled_at IS NULL")).length === 0);

describe("a token of a living session", () => {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = (head: object, body: string, secret: string, hash: string) => {
    const text = `${encoded(head)}.${body}`;
    return `${text}.${createHmac(hash, secret).update(text).digest("base64url")}`;
  };
  const profile = (token: string) => api.call("GET", "/api/auth/profile", { as: { token } });

  test.each([
    ["none", (body: string) => `${encoded({ alg: "none", typ: "JWT" })}.${body}.`],
    ["None with a signature", (body: string) => `${encoded({ alg: "None", typ: "JWT" })}.${body}.AAAA`],
    ["HS384", (body: string) => signed({ alg: "HS384", typ: "JWT" }, body, TEST_SETTINGS.JWT_SECRET, "sha384")],
    ["HS512", (body: string) => signed({ alg: "HS512", typ: "JWT" }, body, TEST_SETTINGS.JWT_SECRET, "sha512")],
    ["RS256", (body: string) => signed({ alg: "RS256", typ: "JWT" }, body, TEST_SETTINGS.JWT_SECRET, "sha256")],
    ["another secret", (body: string) => signed({ alg: "HS256", typ: "JWT" }, body, "x".repeat(40), "sha256")],
    ["an empty secret", (body: string) => signed({ alg: "HS256", typ: "JWT" }, body, "", "sha256")],
    [
      "a key it brings along",
      (body: string) =>
        signed({ alg: "HS256", jwk: { kty: "oct", k: "eHg" }, kid: "../../dev/null" }, body, "xx", "sha256"),
    ],
  ])("a living session's token signed anew with %s opens nothing", async (_, forge) => {
    const { token } = await api.register();
    const body = token.split(".")[1] as string;
    const honest = signed({ alg: "HS256", typ: "JWT" }, body, TEST_SETTINGS.JWT_SECRET, "sha256");
    expect((await profile(honest)).status).toBe(200);
    expectRefusal(await profile(forge(body)), UNAUTHENTICATED);
  });

  test("a living session's token opens nothing as another user's, nor past its time", async () => {
    const [one, two] = [await api.register(), await api.register()];
    const claims = JSON.parse(Buffer.from(one.token.split(".")[1] as string, "base64url").toString());
    const forge = (changes: object) =>
      signed({ alg: "HS256", typ: "JWT" }, encoded({ ...claims, ...changes }), TEST_SETTINGS.JWT_SECRET, "sha256");
    for (const changes of [{ sub: two.user.id }, { jti: randomUUID() }, { exp: 1 }, { sub: null }, { jti: ["x"] }])
      expectRefusal(await profile(forge(changes)), UNAUTHENTICATED);
  });

  test("a token opens nothing after its logout, nor after a password change elsewhere", async () => {
    const [gone, changed] = [await api.register(), await api.register()];
    await api.call("POST", "/api/auth/logout", { as: gone });
    expectRefusal(await profile(gone.token), UNAUTHENTICATED);
    const login = { email: changed.user.email, password: newPerson().password };
    const other = (await api.call("POST", "/api/auth/login", { body: login })).json().data;
    const body = { currentPassword: login.password, newPassword: "una clave nueva" };
    expect((await api.call("POST", "/api/auth/change-password", { as: other, body })).status).toBe(200);
    expectRefusal(await profile(changed.token), UNAUTHENTICATED);
  });

  test("a token is read from its header only: not from the address, a cookie or a body", async () => {
    const { token } = await api.register();
    const cookie = { headers: { cookie: `token=${token}; session=${token}` } };
    expectRefusal(await api.call("GET", `/api/auth/profile?token=${token}&access_token=${token}`), UNAUTHENTICATED);
    expectRefusal(await api.call("GET", "/api/auth/profile", cookie), UNAUTHENTICATED);
  });
});

describe("what the payment provider told once", () => {
  const payload = JSON.stringify({ id: "evt_1", object: "event", type: "checkout.session.completed", data: {} });
  const tell = (signature: string, body = payload) =>
    api.call("POST", "/api/stripe/webhook", { body, headers: { "stripe-signature": signature } });
  const signature = (timestamp: number, secret = TEST_SETTINGS.STRIPE_WEBHOOK_SECRET) =>
    api.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const now = () => Math.floor(Date.now() / 1000);

  test("an event of the payment provider is not taken again later, signed by another, or changed", async () => {
    for (const answer of [
      await tell(signature(now() - 3600)),
      await tell(signature(now(), "whsec_other")),
      await tell(signature(now()), payload.replace("evt_1", "evt_2")),
      await tell(signature(now()).replace(/t=\d+/, `t=${now() + 1}`)),
    ])
      expectRefusal(answer, { status: 400, code: "INVALID_INPUT" });
    expect(await api.dataSource.query("SELECT 1 FROM stripe_events")).toEqual([]);
  });
});

describe("links", () => {
  const HOSTILE = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "http",
    forwarded: "host=evil.example;proto=http",
    origin: "https://evil.example",
    referer: "https://evil.example/",
  };

  test("links in mails lead to the platform, whatever host the request names", async () => {
    const { user } = await api.register();
    await api.call("POST", "/api/auth/forgot-password", { body: { email: user.email }, headers: HOSTILE });
    await settled();
    const mail = mailsTo(user.email).find(({ kind }) => kind === "reset-password");
    expect(mail?.text).toContain("https://ecotrim.test/restablecer?token=");
    expect(`${mail?.text}${mail?.html}`).not.toContain("evil.example");
  });

  test("links to share lead to the platform, whatever host the request names", async () => {
    const who = await api.register();
    const { id } = await create(who);
    const answer = await api.call("POST", `/api/simulations/${id}/share-link`, { as: who, headers: HOSTILE });
    expect(answer.json().data.url).toMatch(/^https:\/\/ecotrim\.test\/compartido\/[\w-]{22}$/);
  });

  test.each([
    "//evil.example",
    "//evil.example/%2e%2e",
    "/\\evil.example",
    "/%5cevil.example",
    "/api/..//evil.example",
    "/assets//evil.example",
    "/login?returnTo=//evil.example",
    "/%0d%0alocation:%20https://evil.example",
  ])("the address %s sends nobody elsewhere", async (path) => {
    const answer = await api.call("GET", path);
    expect(answer.headers.location).toBeUndefined();
    expect([200, 400, 404]).toContain(answer.status);
  });
});

describe("fields nobody may set", () => {
  test.each([
    "id",
    "role",
    "isAdmin",
    "emailConfirmed",
    "emailConfirmedAt",
    "passwordHash",
    "createdAt",
    "notifyByEmail",
  ])("an account is not opened with %s", async (field) => {
    const body = { ...newPerson(), [field]: field === "id" ? randomUUID() : true };
    expectRefusal(await api.call("POST", "/api/auth/register", { body }), { ...UNKNOWN_FIELD, field });
  });

  test.each(["id", "userId", "status", "source", "results", "computationId", "capabilityHash", "accessToken", "lane"])(
    "a simulation is not created with %s",
    async (field) => {
      const body = { inputParameters: newInput(), [field]: "completed" };
      expectRefusal(await api.call("POST", "/api/simulations", { body }), { ...UNKNOWN_FIELD, field });
    },
  );

  test.each([
    ["POST", "/api/payments/create-payment-link", "price"],
    ["POST", "/api/payments/create-payment-link", "success_url"],
    ["POST", "/api/payments/subscriptions/create", "price"],
    ["POST", "/api/payments/subscriptions/create", "trialDays"],
    ["PUT", "/api/notifications/preferences", "userId"],
    ["PUT", "/api/auth/profile", "passwordHash"],
  ] as const)("%s %s refuses the field %s", async (method, url, field) => {
    const as = await api.register();
    const known: Record<string, object> = {
      "/api/payments/create-payment-link": { reportId: randomUUID() },
      "/api/payments/subscriptions/create": { productSlug: "geotrim" },
      "/api/notifications/preferences": { email: true },
    };
    const answer = await api.call(method, url, { as, body: { ...known[url], [field]: "1" } });
    expectRefusal(answer, UNKNOWN_FIELD);
  });

  test("a report, a share and a claim are the caller's, whoever the body names", async () => {
    const [one, two] = [await api.register(), await api.register()];
    const { id } = await create(one);
    const associate = (body: object) => api.call("POST", `/api/user-simulations/${id}/associate`, { as: two, body });
    expectRefusal(await associate({ associationType: "creator", userId: two.user.id }), UNKNOWN_FIELD);
    expectRefusal(await associate({ associationType: "creator" }), { status: 404, code: "SIMULATION_NOT_FOUND" });
    expectRefusal(await associate({ associationType: "creator", metadata: { role: "creator" } }), UNKNOWN_FIELD);
  });
});

describe("mails", () => {
  const EVIL_NAME = 'Ana\r\nBcc: victim@example.org\r\n\r\n<a href="https://evil.example">';

  test("mails carry what people wrote as text, in no header and in no markup", async () => {
    const firstName = EVIL_NAME.slice(0, 80);
    const refused = await api.call("POST", "/api/auth/register", { body: { ...newPerson(), firstName } });
    expectRefusal(refused, { status: 400, code: "INVALID_INPUT", field: "firstName" });
    // One stored before that was the rule.
    const sharer = await api.register({ lastName: "<b>Mal</b>" });
    await api.dataSource.query("UPDATE users SET first_name = $2 WHERE id = $1", [sharer.user.id, firstName]);
    const { id } = await create(sharer);
    const body = { associationType: "shared", email: "invited@example.org" };
    await api.call("POST", `/api/user-simulations/${id}/associate`, { as: sharer, body });
    await settled();
    const [mail] = mailsTo("invited@example.org");
    expect(mail?.html).not.toMatch(/<a href="https:\/\/evil|<b>Mal/);
    expect(mail?.html).toContain("&lt;b&gt;Mal&lt;/b&gt;");

    const dir = mkdtempSync(join(tmpdir(), "ecotrim-mail-"));
    const mailer = createMailer({ MAIL_FROM: "EcoTrim <no@ecotrim.test>", DATA_DIR: dir } as never, testLogger("test"));
    await mailer.send({ ...mail!, subject: `${EVIL_NAME} ${mail?.subject}` });
    mailer.close();
    const [file] = readdirSync(join(dir, "mail"));
    const [head = ""] = readFileSync(join(dir, "mail", file as string), "utf8").split("\r\n\r\n");
    rmSync(dir, { recursive: true });
    const names = head.split("\r\n").flatMap((line) => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase() ?? []);
    expect(names).toContain("subject");
    expect(names).not.toContain("bcc");
    expect(new Set(names).size).toBe(names.length);
  });

  test.each([
    "a@example.org,victim@example.org",
    "a@example.org\r\nBcc: victim@example.org",
    "a@example.org>, <victim@example.org",
    '"a@example.org, victim"@example.org',
    "a@example.org victim@example.org",
  ])("mails go to one address: %j is none", async (email) => {
    const as = await api.register();
    const { id } = await create(as);
    for (const answer of [
      await api.call("POST", "/api/auth/register", { body: { ...newPerson(), email } }),
      await api.call("POST", "/api/auth/forgot-password", { body: { email } }),
      await api.call("POST", `/api/user-simulations/${id}/associate`, { as, body: { email } }),
      await api.call("POST", "/api/auth/message", {
        body: { name: "x", email, company: "x", message: "x", privacyAccepted: true },
      }),
    ])
      expectRefusal(answer, { status: 400, code: "INVALID_INPUT", field: "email" });
  });
});

describe("a connection that speaks HTTP badly", () => {
  const SMUGGLED = "GET /api/auth/profile HTTP/1.1\r\nHost: x\r\n\r\n";
  test.each([
    ["two lengths", "POST /api/simulations HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello"],
    [
      "a length and chunks",
      `POST /api/simulations HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    ],
    ["a header that folds", "GET /health HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n b\0\r\n\r\n"],
    ["no HTTP", "\u0016\u0003\u0001\r\n\r\n"],
    ["headers without end", `GET /health HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`],
  ])("a request with %s is refused in our words and its connection cut", async (_, text) => {
    const { port } = new URL(await api.listen());
    const answer = await new Promise<string>((resolve, reject) => {
      let received = "";
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
      socket.on("data", (chunk) => {
        received += chunk;
      });
      socket.on("close", () => resolve(received));
      socket.on("error", reject);
    });
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([expect.stringMatching(/ 4\d\d$/)]);
    expect(JSON.parse(answer.split("\r\n\r\n")[1] as string)).toMatchObject({
      success: false,
      code: "INVALID_INPUT",
      error: expect.stringMatching(/^La petición /),
    });
  });
});

describe("other origins", () => {
  test.each(["https://evil.example", "null", "https://ecotrim.test.evil.example", "file://"])(
    "the origin %s is not admitted, also in a preflight",
    async (origin) => {
      const headers = { origin, "access-control-request-method": "DELETE" };
      for (const method of ["OPTIONS", "GET"] as const) {
        const answer = await api.call(method, "/api/auth/profile", { headers });
        expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
        expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
      }
    },
  );
});

describe("addresses of other servers", () => {
  const sources = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /(?<!\.test)\.ts$/.test(name) && !/^cli\//.test(name))
      .map((name) => join(folder, name));

  test("no code of ours asks other servers: only the clients of database, queue, mail and payments connect, to what settings name", () => {
    const CALLS =
      /\bfetch\(|\.request\(|createConnection|(net|tls)\.connect|https?\.get|undici|axios|node:dgram|node:dns/;
    const found = ["api/src", "worker/src", "shared/server"]
      .flatMap(sources)
      .filter((file) => CALLS.test(readFileSync(file, "utf8")));
    expect(found.sort()).toEqual([]);
  });
});
