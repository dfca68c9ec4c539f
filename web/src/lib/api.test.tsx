import { afterEach, describe, expect, test, vi } from "vitest";
import * as wizardCalls from "./api.ts";
import { CALLS, type CallName, type CallWords } from "./call-words.ts";
import { download } from "./download.ts";
import { ApiError } from "./http.ts";
import { logIn } from "./session.fixture.ts";
import { endSession } from "./session.ts";

const { createSimulation, fetchBatteryOptions, fetchSimulation, findByContext } = wizardCalls;

const HANDLE = { id: "7", accessToken: "secret" };

afterEach(() => {
  vi.unstubAllGlobals();
  endSession("logout");
});

/** Answers every request alike and records the requests. */
function server(status: number, body: string | object, headers: Record<string, string> = {}, statusText = "") {
  const fetched = vi.fn(
    async (_path: string, _init: RequestInit) =>
      new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers, statusText }),
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
    ["no object", "null"],
    ["an empty sentence", { success: false, error: "" }],
    ["an error that is no sentence", { success: false, error: { message: "x" } }],
  ])("a call that fails is named by its status where the answer holds %s", async (_, body) => {
    server(502, body);
    const error = await errorOf(fetchSimulation(HANDLE));
    const message = "El servidor no ha dado una respuesta válida (estado 502).";
    expect(error).toMatchObject({ message, status: 502, code: undefined });
  });

  test("a call that fails has the sentence of the field message where there is no error", async () => {
    server(400, { message: "No se puede." });
    expect((await errorOf(fetchSimulation(HANDLE))).message).toBe("No se puede.");
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

  test("a record that is still the version the page has is not sent again", async () => {
    const fetched = vi.fn(async (_path: string, _init: RequestInit) => new Response(null, { status: 304 }));
    vi.stubGlobal("fetch", fetched);
    expect(await fetchSimulation(HANDLE, "7.1")).toBeUndefined();
    expect(fetched.mock.lastCall?.[1].headers).toMatchObject({ "if-none-match": 'W/"7.1"' });
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

type Call = (...given: unknown[]) => Promise<unknown>;

const FILES = ["exportAccount", "fetchHours", "downloadReport"] as const;
/** Every call of the web by its name in the table of messages, with arguments of no meaning. */
const EVERY_CALL: [CallName, () => Promise<unknown>][] = [
  ...[wizardCalls, ...Object.values(import.meta.glob("../features/**/calls.ts", { eager: true }))].flatMap((module) =>
    Object.entries(module as Record<string, Call>).map(([name, call]): [CallName, () => Promise<unknown>] => [
      name as CallName,
      async () => call({}, {}, {}, {}),
    ]),
  ),
  ...FILES.map((name): [CallName, () => Promise<unknown>] => [name, () => download(name, "/api/file", "file")]),
];
/** The outcome of a logout is never shown. */
const SHOWN_CALLS = EVERY_CALL.filter(([name]) => name !== "logOut");
const isFile = (name: CallName) => FILES.some((file) => file === name);

describe("the default messages", () => {
  const said = (name: CallName, status: number, statusText: string) =>
    CALLS[name].failed.replace("{status}", String(status)).replace("{statusText}", statusText).trim();

  test("every call of the web has its default message in the one table", () => {
    expect(new Set(EVERY_CALL.map(([name]) => name))).toEqual(new Set(Object.keys(CALLS)));
  });

  test.each(SHOWN_CALLS)("the call %s says its default message where a proxy refuses it", async (name, call) => {
    logIn();
    for (const body of ["<html>Bad gateway</html>", "", {}]) {
      server(502, body, {}, "Bad Gateway");
      expect(await errorOf(call())).toMatchObject({ message: said(name, 502, "Bad Gateway"), status: 502 });
    }
  });

  test.each(SHOWN_CALLS.filter(([name]) => !isFile(name)))(
    "the call %s says its default message where its success is no answer of the API",
    async (name, call) => {
      logIn();
      for (const body of ["<html>Log in to the network</html>", {}]) {
        server(200, body);
        expect((await errorOf(call())).message).toBe(said(name, 200, ""));
      }
    },
  );

  test("the default messages are the specification's words", () => {
    expect(Object.fromEntries(Object.entries(CALLS).map(([name, { failed }]) => [name, failed]))).toMatchObject({
      logIn: "Error en el login",
      register: "Error en el registro",
      saveProfile: "Error al actualizar perfil",
      changePassword: "Error al cambiar contraseña",
      sendMessage: "Error al enviar el mensaje.",
      fetchBatteryOptions: "Error al obtener recomendaciones de batería",
      createSimulation: "Error en la API: {status} {statusText}",
      createPaymentLink: "Error al crear el enlace de pago",
      verifyPayment: "Error al verificar el pago",
      fetchPurchases: "Error al obtener historial de compras",
      checkAccess: "Error al acceder a la herramienta. Por favor, inténtalo de nuevo.",
      createSubscription: "Error al crear la suscripción",
      verifySubscription: "Error al verificar la suscripción",
      requestReport: "Error al generar el PDF. Por favor, inténtalo de nuevo.",
    });
  });
});

describe("a call that needs a session", () => {
  const TOKEN_REQUIRED = "Token de autenticación requerido";
  const UNAUTHENTICATED = "Su sesión ha terminado o no la ha iniciado. Inicie sesión para continuar.";

  test.each([
    ["associateSimulation", `${TOKEN_REQUIRED} para asociar simulación`],
    ["shareWith", `${TOKEN_REQUIRED} para asociar simulación`],
    ["fetchAreaPage", UNAUTHENTICATED],
    ["removeSimulation", TOKEN_REQUIRED],
    ["toggleFavorite", TOKEN_REQUIRED],
    ["createSubscription", "Debes estar autenticado para suscribirte"],
    ["verifySubscription", "No hay sesión de usuario activa"],
    ["createPaymentLink", "No hay token de autenticación. Por favor, inicia sesión de nuevo."],
    ["saveProfile", UNAUTHENTICATED],
    ["changePassword", UNAUTHENTICATED],
  ])("the call %s is refused before it is sent where nobody is logged in", async (name, message) => {
    const fetched = server(200, { success: true });
    const [, call] = EVERY_CALL.find(([known]) => known === name)!;
    expect(await errorOf(call())).toMatchObject({ message, status: 401, code: "UNAUTHENTICATED" });
    expect(fetched).not.toHaveBeenCalled();
  });

  test("only the calls that the specification names are refused before they are sent", () => {
    const refused = Object.entries<CallWords>(CALLS).filter(([, { noSession }]) => noSession !== undefined);
    expect(refused).toHaveLength(10);
  });
});
