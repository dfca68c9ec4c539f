import { afterEach, describe, expect, test, vi } from "vitest";
import { createSimulation, fetchBatteryOptions, fetchSimulation, findByContext } from "./api.ts";
import { ApiError } from "./http.ts";

const HANDLE = { id: "7", accessToken: "secret" };

afterEach(() => vi.unstubAllGlobals());

/** Answers every request alike and records the requests. */
function server(status: number, body: string | object, headers: Record<string, string> = {}) {
  const fetched = vi.fn(
    async (_path: string, _init: RequestInit) =>
      new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers }),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

const errorOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.catch((caught) => caught);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe("a call that does not succeed", () => {
  test("a call that fails has the sentence and the code of the answer", async () => {
    server(404, { success: false, error: "No encontrada.", code: "NOT_FOUND" });
    expect(await errorOf(fetchSimulation(HANDLE))).toMatchObject({
      message: "No encontrada.",
      status: 404,
      code: "NOT_FOUND",
    });
  });

  test.each([
    ["no JSON", "<html>Bad gateway</html>"],
    ["nothing", ""],
    ["an error that is no sentence", { success: false, error: { message: "x" } }],
  ])("a call that fails is named by its status where the answer holds %s", async (_, body) => {
    server(502, body);
    const error = await errorOf(fetchSimulation(HANDLE));
    expect(error).toMatchObject({ message: "HTTP error! status: 502", status: 502, code: undefined });
  });

  test("a call that fails may be answered with 200", async () => {
    server(200, { success: false, error: "No se puede." });
    expect(await errorOf(fetchSimulation(HANDLE))).toMatchObject({ message: "No se puede.", status: 200 });
  });

  test("a call that fails is found by the id of the answer", async () => {
    server(500, { success: false, error: "No se puede." }, { "x-request-id": "7f" });
    expect((await errorOf(fetchSimulation(HANDLE))).requestId).toBe("7f");
  });

  test("a call that fails for want of a network says so, with status 0", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    const error = await errorOf(fetchSimulation(HANDLE));
    expect(error.status).toBe(0);
    expect(error.message).toContain("No se ha podido conectar con el servidor.");
  });

  test("a call that was aborted is no network fault", async () => {
    vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => signal?.throwIfAborted());
    const given = AbortSignal.abort();
    const error = await fetchBatteryOptions({ pv_generation: 1, demand_load: 1 }, given).catch((caught) => caught);
    expect(error).not.toBeInstanceOf(ApiError);
    expect(error.name).toBe("AbortError");
  });
});

describe("a call", () => {
  test("a call for batteries writes its figures with a decimal comma", async () => {
    const fetched = server(200, { success: true, configurations: {} });
    await fetchBatteryOptions({ pv_generation: 8.585, demand_load: 500 }, new AbortController().signal);
    expect(fetched.mock.lastCall?.[0]).toBe("/api/ecotrim/battery_selection?pv_generation=8%2C585&demand_load=500");
  });

  test("a call about a run carries the id of the run, so that they are found together", async () => {
    const fetched = server(200, { success: true, data: { id: "7" } });
    await fetchSimulation({ ...HANDLE, requestId: "r" });
    expect(fetched.mock.lastCall?.[1].headers).toEqual({ "x-simulation-token": "secret", "x-request-id": "r" });
  });

  test("a call for a simulation carries its capability", async () => {
    const fetched = server(200, { success: true, data: { id: "7" } });
    expect(await fetchSimulation(HANDLE)).toEqual({ id: "7" });
    expect(fetched.mock.lastCall).toEqual([
      "/api/simulations/7",
      { method: "GET", headers: { "x-simulation-token": "secret" } },
    ]);
  });

  test("a call that creates a simulation sends JSON, its idempotency key and its request id", async () => {
    const fetched = server(201, { success: true, data: HANDLE });
    const body = { inputParameters: { demand_value: 500 } };
    expect(await createSimulation(body, { idempotencyKey: "key", requestId: "id" })).toEqual(HANDLE);
    expect(fetched.mock.lastCall).toEqual([
      "/api/simulations",
      {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "key", "x-request-id": "id" },
        body: JSON.stringify(body),
      },
    ]);
  });

  test("a call to the cache finds a stored result, and nothing where there is none", async () => {
    const context = {} as Parameters<typeof findByContext>[0];
    server(200, { success: true, found: true, data: HANDLE });
    expect(await findByContext(context)).toEqual(HANDLE);
    server(200, { success: true, found: false, data: null });
    expect(await findByContext(context)).toBeUndefined();
  });
});
