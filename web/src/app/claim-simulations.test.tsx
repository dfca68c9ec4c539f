import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ASSOCIATION_DELAY_MS } from "../lib/timings.ts";

const SESSION = { token: "secret", user: { id: "1", firstName: "Ana", email: "ana@fabrica.es" } } as never;
const DAY_MS = 24 * 60 * 60 * 1000;
const PENDING = "ecotrim.pendingSimulation";
const RUN = "ecotrim.calculator.run";

const pending = (simulationId: string, timestamp = Date.now()) =>
  localStorage.setItem(
    PENDING,
    JSON.stringify({ simulationId, accessToken: `of ${simulationId}`, timestamp, expiresAt: timestamp + DAY_MS }),
  );
const run = (id: string, claimed = false) => ({
  basis: "b",
  idempotencyKey: "k",
  handle: { id, accessToken: `of ${id}` },
  seen: false,
  claimed,
});
const wizard = (id: string, claimed = false) => localStorage.setItem(RUN, JSON.stringify(run(id, claimed)));
const isClaimed = () => JSON.parse(localStorage.getItem(RUN) ?? "null")?.claimed;

interface Association {
  id: string | undefined;
  token: string | undefined;
  body: unknown;
}
let asked: Association[];

/** Starts the page on the stored state; `answer` is the server's status, or no answer at all. */
async function start(answer: number | "offline" = 200) {
  vi.resetModules();
  vi.stubGlobal("fetch", async (path: string, { headers, body }: RequestInit) => {
    if (answer === "offline") throw new TypeError("Failed to fetch");
    asked.push({
      id: /user-simulations\/(.*)\/associate/.exec(path)?.[1],
      token: (headers as Record<string, string>)["x-simulation-token"],
      body: JSON.parse(String(body)),
    });
    return Response.json({ success: answer < 400 }, { status: answer });
  });
  const session = await import("../lib/session.ts");
  const { claimAfterLogin, claimedSimulation } = await import("../lib/claims.ts");
  // The lazy module is loaded beforehand, so that the test waits for the clock only.
  const { claimSimulations } = await import("./claim-simulations.ts");
  claimAfterLogin(async () => claimSimulations);
  return { ...session, claimedSimulation };
}

const aWhile = (ms = ASSOCIATION_DELAY_MS) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  localStorage.clear();
  asked = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a login associates the pending simulation a second later, with its own time and token, and removes it", async () => {
  const timestamp = Date.now() - 60_000;
  pending("7", timestamp);
  const { startSession } = await start();
  startSession(SESSION);
  await aWhile(ASSOCIATION_DELAY_MS - 1);
  expect(asked).toEqual([]);
  await aWhile(1);
  expect(asked).toEqual([
    {
      id: "7",
      token: "of 7",
      body: {
        associationType: "creator",
        metadata: { associationSource: "registration_link", originalTimestamp: timestamp },
      },
    },
  ]);
  expect(localStorage.getItem(PENDING)).toBeNull();
});

test("a session knows the simulation that its account was given, and a login without one knows none", async () => {
  pending("7");
  const { startSession, endSession, claimedSimulation } = await start();
  startSession(SESSION);
  const claimed = claimedSimulation();
  await aWhile();
  expect(await claimed).toBe("7");
  endSession("expired");
  expect(await claimedSimulation()).toBeUndefined();
});

test("a login in another tab associates the pending simulation as well", async () => {
  pending("7");
  await start();
  localStorage.setItem("user", JSON.stringify({ id: "1", firstName: "Ana", email: "ana@fabrica.es" }));
  localStorage.setItem("authToken", "secret");
  window.dispatchEvent(new StorageEvent("storage", { key: "authToken" }));
  await aWhile();
  expect(asked.map(({ id }) => id)).toEqual(["7"]);
});

test("the simulation that runs is associated too, once", async () => {
  wizard("8");
  const { startSession } = await start();
  startSession(SESSION);
  await aWhile();
  expect(asked.map(({ id }) => id)).toEqual(["8"]);
  expect(isClaimed()).toBe(true);
  await start();
  await aWhile();
  expect(asked).toHaveLength(1);
});

test("a simulation that is pending and on the screen is associated once", async () => {
  pending("7");
  wizard("7");
  const { startSession } = await start();
  startSession(SESSION);
  await aWhile();
  expect(asked).toHaveLength(1);
  expect(isClaimed()).toBe(true);
});

test("the simulation of another account that was logged in here is left alone", async () => {
  wizard("8", true);
  const { startSession } = await start();
  startSession(SESSION);
  await aWhile();
  expect(asked).toEqual([]);
});

test("a simulation that is created as the session begins elsewhere is associated when it is there", async () => {
  wizard("8", true);
  const { startSession } = await start();
  startSession(SESSION);
  await aWhile();
  const { updateCalculator } = await import("../features/calculator/store.ts");
  updateCalculator((state) => ({ ...state, run: run("9") }));
  await aWhile();
  expect(asked.map(({ id }) => id)).toEqual(["9"]);
});

test("a simulation that cannot be associated without a network is kept for the next start, and only logged", async () => {
  pending("7");
  const { startSession } = await start("offline");
  startSession(SESSION);
  await aWhile();
  expect(localStorage.getItem(PENDING)).not.toBeNull();
  expect(console.warn).toHaveBeenCalled();
  await start();
  await aWhile();
  expect(asked.map(({ id }) => id)).toEqual(["7"]);
  expect(localStorage.getItem(PENDING)).toBeNull();
});

test("a simulation the server no longer knows is given up", async () => {
  pending("7");
  const { startSession } = await start(404);
  startSession(SESSION);
  await aWhile();
  expect(localStorage.getItem(PENDING)).toBeNull();
});

test("a simulation older than a day is not associated", async () => {
  pending("7", Date.now() - DAY_MS);
  const { startSession } = await start();
  startSession(SESSION);
  await aWhile();
  expect(asked).toEqual([]);
});

test("a visitor associates nothing", async () => {
  pending("7");
  await start();
  await aWhile();
  expect(asked).toEqual([]);
});
