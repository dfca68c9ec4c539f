import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { expectRefusal, newPerson, openApp, type TestApp } from "../support/app.ts";
import { testServices } from "../support/services.ts";

/** Hashes compared at a login, checked instead of timings. */
const compared = vi.hoisted(() => [] as string[]);
vi.mock("@node-rs/argon2", async (importOriginal) => {
  const original = await importOriginal<typeof import("@node-rs/argon2")>();
  return {
    ...original,
    verify: (hash: string, ...rest: [string]) => {
      compared.push(hash);
      return original.verify(hash, ...rest);
    },
  };
});

const services = testServices("postgres");
let api: TestApp;
beforeAll(async () => {
  api = await openApp(services);
});
afterAll(() => api.close());
beforeEach(() => {
  compared.length = 0;
});

const login = (email: string) =>
  api.call("POST", "/api/auth/login", { body: { email, password: "ninguna de las dos" } });

test("a login to an unknown address costs one comparison with a hash of the same cost, as to a known one", async () => {
  const { user } = await api.register();
  const known = await login(user.email);
  const unknown = await login(newPerson().email);
  expect(compared).toHaveLength(2);
  const costs = compared.map((hash) => hash.split("$").slice(1, 4));
  expect(costs[0]).toEqual(["argon2id", "v=19", "m=19456,t=2,p=1"]);
  expect(costs[1]).toEqual(costs[0]);
  const { requestId: _one, ...said } = known.json();
  const { requestId: _two, ...alike } = unknown.json();
  expect([known.status, said]).toEqual([unknown.status, alike]);
});

test("a link asked for an unknown address costs the same statements as for a known one", async () => {
  const { user } = await api.register();
  const statements = async (email: string) => {
    const asked: string[] = [];
    const query = vi.spyOn(api.dataSource, "query").mockImplementation(function (this: unknown, sql: string, ...rest) {
      asked.push(sql.replace(/\s+/g, " ").slice(0, 40));
      return Object.getPrototypeOf(api.dataSource).query.call(api.dataSource, sql, ...rest);
    });
    await api.call("POST", "/api/auth/forgot-password", { body: { email } });
    query.mockRestore();
    return asked;
  };
  const known = await statements(user.email);
  expect(known.length).toBeGreaterThan(0);
  expect(await statements(newPerson().email)).toEqual(known);
});

test.each(["baseball", "QwertyUiop", "1234567890", "ecotrim2026", "GeoTrim!"])(
  "the password %s, which others guess first, is taken nowhere",
  async (common) => {
    const who = await api.register();
    const refused = { status: 400, code: "INVALID_INPUT", error: /^Esta contraseña es de las más usadas/ };
    expectRefusal(await api.call("POST", "/api/auth/register", { body: { ...newPerson(), password: common } }), {
      ...refused,
      field: "password",
    });
    const body = { currentPassword: newPerson().password, newPassword: common };
    const newPassword = { ...refused, field: "newPassword" };
    expectRefusal(await api.call("POST", "/api/auth/change-password", { as: who, body }), newPassword);
    const reset = { token: "x", newPassword: common };
    expectRefusal(await api.call("POST", "/api/auth/reset-password", { body: reset }), newPassword);
  },
);

test("logins, refusals and new passwords are logged by the account's id", async () => {
  const said: [unknown, string | undefined][] = [];
  for (const level of ["info", "warn"] as const)
    vi.spyOn(api.logger, level).mockImplementation((fields: unknown, text?: string) => void said.push([fields, text]));
  const { user } = await api.register();
  const { password } = newPerson();
  await login(user.email);
  const { token } = (await api.call("POST", "/api/auth/login", { body: { email: user.email, password } })).json().data;
  const change = (currentPassword: string) =>
    api.call("POST", "/api/auth/change-password", {
      as: { token },
      body: { currentPassword, newPassword: "otra clave distinta" },
    });
  await change("la mala clave");
  await change(password);
  vi.restoreAllMocks();
  expect(said.filter(([, text]) => text !== "request answered")).toEqual(
    ["login refused", "logged in", "password refused", "password changed"].map((text) => [{ user: user.id }, text]),
  );
});
