import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApp, type TestApp } from "../support/app.ts";
import { hoursOf2025 } from "../support/curves.ts";
import { testServices } from "../support/services.ts";
import { newInput } from "../support/simulations.ts";
import { ANSWERS } from "../support/sites.ts";

/**
 * Access rules: every route of the API is tried without a login and as another user, on things of a first user. A route
 * without a rule here fails.
 */
type Rule =
  /** Anybody; the route shows no user's data. */
  | "public"
  /** A logged-in user, about their own data only. */
  | "session"
  /** Its holder: 401 without a login, 404 for other users. */
  | "holder"
  /** Its creator: 404 also for users it is shared with. */
  | "creator"
  /** Its access token or its holder: 404 for anybody else. */
  | "capability"
  | "capability to change"
  /** A caller with the token in the address or the body. */
  | "secret"
  /** The payment provider. */
  | "signature";

const RULES: Record<string, Rule> = {
  "GET /health": "public",
  "GET /ready": "public",
  "GET /api/ecotrim/battery_selection": "public",
  "GET /api/ecotrim/custom_optimization_process": "public",
  "GET /api/ecotrim/optimization": "public",
  "GET /api/ecotrim/analysis": "public",
  "GET /api/milp/custom_optimization_process": "public",
  "GET /api/milp/optimization": "public",
  "POST /api/simulations/find-by-context": "public",
  "POST /api/simulations": "public",
  "POST /api/auth/register": "public",
  "POST /api/auth/login": "public",
  "POST /api/auth/forgot-password": "public",
  "POST /api/auth/message": "public",
  "POST /api/withdrawals": "public",
  "POST /api/auth/reset-password": "secret",
  "POST /api/auth/confirm-email": "secret",
  "GET /api/shared/{token}": "secret",
  "POST /api/auth/logout": "session",
  "GET /api/auth/verify-token": "session",
  "GET /api/auth/profile": "session",
  "PUT /api/auth/profile": "session",
  "POST /api/auth/change-password": "session",
  "POST /api/auth/resend-confirmation": "session",
  "GET /api/auth/export": "session",
  "DELETE /api/auth/account": "session",
  "GET /api/simulations": "session",
  "GET /api/simulations/stats/overview": "session",
  "GET /api/user-simulations/user/simulations": "session",
  "GET /api/notifications": "session",
  "POST /api/notifications/read-all": "session",
  "GET /api/notifications/preferences": "session",
  "PUT /api/notifications/preferences": "session",
  "GET /api/installations": "session",
  "GET /api/brand": "session",
  "PUT /api/brand": "session",
  "POST /api/simulations/{id}/proposal": "session",
  "POST /api/installations": "session",
  "GET /api/installations/{id}": "holder",
  "PATCH /api/installations/{id}": "holder",
  "DELETE /api/installations/{id}": "holder",
  "POST /api/installations/{id}/copy": "holder",
  "POST /api/notifications/{id}/read": "holder",
  "POST /api/curves": "public",
  "GET /api/simulations/{id}": "capability",
  "GET /api/curves/{id}": "capability",
  "GET /api/curves/{id}/series": "capability",
  "DELETE /api/curves/{id}": "capability",
  "POST /api/offers": "capability",
  "PUT /api/simulations/{id}/complete": "capability to change",
  "PUT /api/simulations/{id}/fail": "capability to change",
  "POST /api/simulations/{id}/cancel": "capability to change",
  "POST /api/simulations/{id}/retry": "capability to change",
  "GET /api/simulations/{id}/finance": "capability",
  "PUT /api/simulations/{id}/finance": "capability to change",
  "GET /api/simulations/{id}/hourly.csv": "holder",
  "GET /api/simulations/{id}/sharing": "creator",
  "DELETE /api/simulations/{id}/shares/{email}": "creator",
  "POST /api/simulations/{id}/share-link": "creator",
  "DELETE /api/simulations/{id}/share-link": "creator",
  "POST /api/user-simulations/{id}/associate": "creator",
  "POST /api/user-simulations/{id}/favorite": "holder",
  "DELETE /api/user-simulations/simulation/{id}": "holder",
  "PATCH /api/user-simulations/simulation/{id}": "holder",
  "POST /api/simulations/{id}/reports": "holder",
  "GET /api/reports/{id}": "holder",
  "GET /api/reports/{id}/download": "holder",
  "GET /api/payments/mode": "session",
  "POST /api/payments/create-payment-link": "session",
  "POST /api/payments/verify": "session",
  "GET /api/payments/history": "session",
  "GET /api/payments/stats": "session",
  "GET /api/payments/subscriptions": "session",
  "GET /api/payments/subscriptions/{productSlug}/access": "session",
  "POST /api/payments/subscriptions/create": "session",
  "POST /api/payments/subscriptions/verify": "session",
  "POST /api/payments/subscriptions/cancel": "session",
  "POST /api/payments/portal": "session",
  "POST /api/stripe/webhook": "signature",
};

/** Bodies that are validated before the access check. */
const BODIES: Record<string, object> = {
  "PUT /api/simulations/{id}/complete": { results: {}, executionTime: 1 },
  "PUT /api/simulations/{id}/fail": { errorMessage: "x" },
  "PUT /api/simulations/{id}/finance": { insurance_fct: 0.01 },
  "POST /api/user-simulations/{id}/associate": { associationType: "shared", email: "thief@example.org" },
  "POST /api/simulations/{id}/reports": { kind: "basic" },
  "PATCH /api/user-simulations/simulation/{id}": { name: "Mía" },
  "PATCH /api/installations/{id}": { name: "Mía" },
  "PUT /api/notifications/preferences": { email: true },
  "PUT /api/auth/profile": { firstName: "Eva" },
  "POST /api/offers": { simulationId: "{id}", name: "Eva", company: "E", email: "eva@example.org", consent: true },
};

type Who = Awaited<ReturnType<TestApp["register"]>>;
const services = testServices("postgres");
let api: TestApp;
let owner: Who;
/** Ids of the owner's things, put into the paths. */
let simulationId: string;
let notificationId: string;
let reportId: string;
let curveId: string;
let siteId: string;

beforeAll(async () => {
  api = await openApp(services);
  owner = await api.register({ firstName: "Propietaria" });
  simulationId = (
    await api.call("POST", "/api/simulations", { as: owner, body: { inputParameters: newInput() } })
  ).json().data.id;
  [notificationId, reportId] = [randomUUID(), randomUUID()];
  curveId = (await api.call("POST", "/api/curves", { as: owner, body: hoursOf2025() })).json().data.id;
  const body = { name: "Nave de la Propietaria", answers: ANSWERS };
  siteId = (await api.call("POST", "/api/installations", { as: owner, body })).json().data.id;
  await api.dataSource.query(
    `INSERT INTO notifications (id, user_id, kind, subject_id, occasion)
     VALUES ($1, $2, 'simulation.completed', $3, '1')`,
    [notificationId, owner.user.id, simulationId],
  );
  await api.dataSource.query(
    `INSERT INTO reports (id, user_id, simulation_id, simulation_created_at, input_parameters, computation_id, kind,
                          status, file)
     SELECT $1, $2, id, now(), '{}', computation_id, 'basic', 'completed', 'secret' FROM simulations WHERE id = $3`,
    [reportId, owner.user.id, simulationId],
  );
});
afterAll(() => api.close());

const routes = Object.keys(RULES);
const of = (...rules: Rule[]) => routes.filter((route) => rules.includes(RULES[route] as Rule));

function callTo(route: string, as?: Who) {
  const [method, path] = route.split(" ") as [never, string];
  const id = path.includes("/notifications/")
    ? notificationId
    : path.includes("/api/reports/")
      ? reportId
      : path.includes("/api/curves/")
        ? curveId
        : path.includes("/api/installations/")
          ? siteId
          : simulationId;
  const url = path
    .replace("{id}", id)
    .replace("{email}", encodeURIComponent(owner.user.email))
    .replace("{token}", "x".repeat(22))
    .replace("{productSlug}", "geotrim");
  const body = BODIES[route] && JSON.parse(JSON.stringify(BODIES[route]).replace("{id}", id));
  return api.call(method, url, { ...(as && { as }), ...(body && { body }) });
}

function expectNothingOf(text: string): void {
  for (const secret of [owner.user.email, owner.user.id, "Propietaria", simulationId, curveId, siteId, "secret"])
    expect(text).not.toContain(secret);
}

test("every route of the API has its access rule in this file", async () => {
  const { paths } = (await api.call("GET", "/api/docs/json")).json();
  const listed = Object.entries<object>(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(listed.sort()).toEqual([...routes].sort());
});

describe("nobody", () => {
  test.each(of("session", "holder", "creator"))("a visitor is asked to log in by %s", async (route) => {
    const answer = await callTo(route);
    expect([answer.status, answer.json().code]).toEqual([401, "UNAUTHENTICATED"]);
    expectNothingOf(answer.text);
  });

  test.each(of("capability", "capability to change"))("a visitor finds nothing at %s", async (route) => {
    const answer = await callTo(route);
    const code = route.includes("/curves/") ? "CURVE_NOT_FOUND" : "SIMULATION_NOT_FOUND";
    expect([answer.status, answer.json().code]).toEqual([404, code]);
    expectNothingOf(answer.text);
  });
});

describe("another user", () => {
  let other: Who;
  beforeAll(async () => {
    other = await api.register();
  });

  test.each(of("holder", "creator", "capability", "capability to change"))("others get 404 at %s", async (route) => {
    const answer = await callTo(route, other);
    expect(answer.status).toBe(404);
    expectNothingOf(answer.text);
  });

  test.each(of("session").filter((route) => route.startsWith("GET")))("%s tells others nothing", async (route) => {
    const answer = await callTo(route, other);
    expect(answer.status).toBe(200);
    expectNothingOf(answer.text);
  });

  test("another user orders nothing for the owner's simulation", async () => {
    const body = { reportId: simulationId };
    const answer = await api.call("POST", "/api/payments/create-payment-link", { as: other, body });
    expect(answer.status).toBe(404);
  });
});

describe("whom it is shared with", () => {
  let reader: Who;
  beforeAll(async () => {
    reader = await api.register();
    const body = { associationType: "shared", email: reader.user.email };
    await api.call("POST", `/api/user-simulations/${simulationId}/associate`, { as: owner, body });
  });

  test("a reader of a shared simulation reads it", async () => {
    expect((await callTo("GET /api/simulations/{id}", reader)).status).toBe(200);
  });

  test.each(of("creator", "capability to change"))("a reader finds nothing to change at %s", async (route) => {
    const answer = await callTo(route, reader);
    expect(answer.status).toBe(404);
  });

  test("a reader of a shared simulation does not get the owner's report", async () => {
    for (const route of ["GET /api/reports/{id}", "GET /api/reports/{id}/download"])
      expect((await callTo(route, reader)).status).toBe(404);
  });
});

test("attempts of others change nothing that is the owner's", async () => {
  const { data } = (await api.call("GET", `/api/simulations/${simulationId}`, { as: owner })).json();
  expect(data.status).toBe("pending");
  expect((await api.call("GET", "/api/notifications", { as: owner })).json().data.unread).toBe(1);
});
