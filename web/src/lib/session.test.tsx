import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TOKEN_STORAGE_KEY } from "./storage-keys.ts";

const USER = {
  id: "7",
  firstName: "Ana",
  lastName: "Ruiz",
  email: "ana@fabrica.es",
  company: null,
  phone: null,
  createdAt: "2026-01-01T00:00:00Z",
  emailConfirmed: false,
};
const SESSION = { token: "secret", user: USER };
const WIZARD = "ecotrim.calculator.average";
const PENDING = "ecotrim.pendingSimulation";

/** The modules read the browser's storage when they are loaded, as after a reload of the page. */
async function load() {
  vi.resetModules();
  const [session, http] = [await import("./session.ts"), await import("./http.ts")];
  return { ...session, ...http };
}

/** Answers calls one after the other; the last answer stays. */
function server(...answers: ({ status: number; code?: string; success?: boolean } | Error)[]) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error || !answer) throw answer;
    return Response.json({ success: answer.status < 400, ...answer }, { status: answer.status });
  });
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

const authorizations = (fetched: ReturnType<typeof server>) =>
  fetched.mock.calls.map(([, { headers }]) => (headers as Record<string, string>).authorization);

const ENDED = { status: 401, code: "UNAUTHENTICATED" };

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(WIZARD, "{}");
  localStorage.setItem(PENDING, "{}");
});
afterEach(() => vi.unstubAllGlobals());

describe("a session", () => {
  test("a session survives a reload, its token as plain text", async () => {
    (await load()).startSession(SESSION);
    expect(localStorage.getItem(TOKEN_STORAGE_KEY)).toBe("secret");
    expect((await load()).getSession()).toEqual(SESSION);
  });

  test("a session without its user is none", async () => {
    localStorage.setItem(TOKEN_STORAGE_KEY, "secret");
    expect((await load()).getSession()).toBeNull();
  });

  test("a session started or ended in another tab is so here", async () => {
    const { getSession, subscribeSession } = await load();
    const heard = vi.fn();
    subscribeSession(heard);
    localStorage.setItem("user", JSON.stringify(USER));
    localStorage.setItem(TOKEN_STORAGE_KEY, "secret");
    window.dispatchEvent(new StorageEvent("storage", { key: TOKEN_STORAGE_KEY }));
    expect(getSession()).toEqual(SESSION);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    expect(getSession()).toBeNull();
    expect(heard).toHaveBeenCalledTimes(2);
  });

  test("a session is carried by every call", async () => {
    const { startSession, call } = await load();
    startSession(SESSION);
    const fetched = server({ status: 200 });
    await call("fetchStats", "/api/x");
    expect(authorizations(fetched)).toEqual(["Bearer secret"]);
  });

  test("a session that the server refuses is over, and the wizard and the pending simulation stay", async () => {
    const { startSession, getSession, getSessionEnd, call, ApiError } = await load();
    startSession(SESSION);
    server(ENDED);
    await expect(call("fetchStats", "/api/x")).rejects.toBeInstanceOf(ApiError);
    expect(getSession()).toBeNull();
    expect(getSessionEnd()).toBe("expired");
    expect([TOKEN_STORAGE_KEY, "user", WIZARD, PENDING].map((key) => localStorage.getItem(key))).toEqual([
      null,
      null,
      "{}",
      "{}",
    ]);
  });

  test.each([
    ["a network fault", new TypeError("Failed to fetch")],
    ["a failing server", { status: 503, code: "SERVICE_UNAVAILABLE" }],
    ["wrong credentials", { status: 401, code: "INVALID_CREDENTIALS" }],
    ["a 401 of something in between", { status: 401 }],
  ])("a session outlives %s", async (_, answer) => {
    const { startSession, getSession, call } = await load();
    startSession(SESSION);
    server(answer);
    await expect(call("fetchStats", "/api/x")).rejects.toThrow();
    expect(getSession()).toEqual(SESSION);
  });

  test("a session opened while an older one was being refused is kept", async () => {
    const { startSession, getSession, call } = await load();
    startSession(SESSION);
    server(ENDED);
    const refused = call("fetchStats", "/api/x");
    startSession({ ...SESSION, token: "newer" });
    await expect(refused).rejects.toThrow();
    expect(getSession()?.token).toBe("newer");
  });

  test("a session that has ended does not stop a call visitors may make too", async () => {
    const { startSession, getSession, call } = await load();
    startSession(SESSION);
    const fetched = server(ENDED, { status: 200 });
    await call("fetchStats", "/api/x", { sessionOptional: true });
    expect(authorizations(fetched)).toEqual(["Bearer secret", undefined]);
    expect(getSession()).toBeNull();
  });

  test("a visitor's call that is refused is not repeated", async () => {
    const { call } = await load();
    const fetched = server(ENDED);
    await expect(call("fetchStats", "/api/x", { sessionOptional: true })).rejects.toThrow();
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

test("a logout forgets token, user, pending simulation and wizard, whatever becomes of its call", async () => {
  const { startSession, getSession } = await load();
  const { getCalculator, updateCalculator } = await import("../features/calculator/store.ts");
  const { INITIAL_STATE } = await import("../features/calculator/state.ts");
  const { logOut } = await import("../features/account/calls.ts");
  startSession(SESSION);
  updateCalculator((state) => ({ ...state, total_spendings: 7 }));
  const fetched = server(new TypeError("Failed to fetch"));
  logOut();
  expect(authorizations(fetched)).toEqual(["Bearer secret"]);
  expect(getSession()).toBeNull();
  expect(localStorage.length).toBe(0);
  expect(getCalculator()).toEqual(INITIAL_STATE);
});
