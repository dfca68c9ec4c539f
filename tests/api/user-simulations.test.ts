import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { SimulationSummary } from "@ecotrim/contracts/simulations/association";
import { createLinkToken } from "@ecotrim/server/mail/link-tokens";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { expectRefusal, openApp, type TestApp } from "../support/app.ts";
import { testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";

type Who = Awaited<ReturnType<TestApp["register"]>>;

const services = testServices("postgres");
let api: TestApp;
beforeAll(async () => {
  api = await openApp(services, { settings: { TRUST_PROXY: "1" } });
});
afterAll(() => api.close());

const NOT_FOUND = { status: 404, code: "SIMULATION_NOT_FOUND" };

async function create(as?: Who, inputParameters: object = newInput()) {
  const answer = await api.call("POST", "/api/simulations", { body: { inputParameters }, ...(as && { as }) });
  expect(answer.status, answer.text).toBe(201);
  return answer.json().data as { id: string; accessToken: string };
}
const associate = (as: Who, id: string, body: object, token?: string) =>
  api.call("POST", `/api/user-simulations/${id}/associate`, { as, body, ...(token !== undefined && { token }) });
const claim = (as: Who, { id, accessToken }: { id: string; accessToken?: string }) =>
  associate(
    as,
    id,
    { associationType: "creator", metadata: { associationSource: "registration_link", originalTimestamp: 1 } },
    accessToken,
  );
const shareWith = (as: Who, id: string, email: string) =>
  associate(as, id, { associationType: "shared", metadata: { associationSource: "manual_share" }, email });
const list = async (as: Who, query = ""): Promise<SimulationSummary[]> =>
  (await api.call("GET", `/api/user-simulations/user/simulations?${query}`, { as })).json().data;
const idsOf = async (as: Who, query = "") => (await list(as, query)).map(({ id }) => id);
const read = (as: Who, id: string) => api.call("GET", `/api/simulations/${id}`, { as });
const drop = (as: Who, id: string) => api.call("DELETE", `/api/user-simulations/simulation/${id}`, { as });

/** Completes a simulation as a worker would, with these figures. */
const complete = (id: string, economics: object) =>
  api.alterComputationOf(
    id,
    `status = 'completed', finished_at = now(), execution_time_ms = 100,
     results = '${JSON.stringify({ kpi_new_table: { economics }, operative_analysis: { energy_plot: "big" } })}'`,
  );

describe("a simulation", () => {
  test("a simulation created by a logged-in user is in their list at once, and in nobody else's", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const { id } = await create(ana);
    expect(await idsOf(ana)).toEqual([id]);
    expect(await idsOf(ben)).toEqual([]);
    expect((await read(ana, id)).status).toBe(200);
    expectRefusal(await read(ben, id), NOT_FOUND);
  });

  test("a simulation created anonymously is claimed by its token, with where it came from, once", async () => {
    const ana = await api.register();
    const made = await create();
    expectRefusal(await claim(ana, { id: made.id }), NOT_FOUND);
    expectRefusal(await claim(ana, { id: made.id, accessToken: "guessed" }), NOT_FOUND);
    for (const answer of await Promise.all([claim(ana, made), claim(ana, made)])) expect(answer.status).toBe(200);
    expect(await list(ana)).toMatchObject([{ id: made.id, status: "pending", associationType: "creator" }]);
    const [{ metadata }] = await api.dataSource.query(
      "SELECT metadata FROM user_simulations WHERE simulation_id = $1",
      [made.id],
    );
    expect(metadata).toEqual({ associationSource: "registration_link", originalTimestamp: 1 });
  });

  test("an idempotency key is its caller's own, an account's or an address's: each gets a row that no other's token opens", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const body = { inputParameters: newInput() };
    const key = { "idempotency-key": randomUUID() };
    const send = async (ip: string, as?: Who) => {
      const headers = { ...key, "x-forwarded-for": ip };
      return (await api.call("POST", "/api/simulations", { body, headers, ...(as && { as }) })).json().data;
    };
    const callers: [string, Who?][] = [["203.0.113.7"], ["198.51.100.7"], ["203.0.113.7", ana], ["203.0.113.7", ben]];

    const rows = [];
    for (const caller of callers) rows.push(await send(...caller));
    for (const [index, caller] of callers.entries()) expect(await send(...caller)).toEqual(rows[index]);
    for (const row of rows)
      for (const other of rows.filter(({ id }) => id !== row.id))
        expectRefusal(await api.call("GET", `/api/simulations/${row.id}`, { token: other.accessToken }), NOT_FOUND);
    expect(await idsOf(ana)).toEqual([rows[2].id]);
    expect(await idsOf(ben)).toEqual([rows[3].id]);
  });

  test("a simulation found in the cache by a logged-in user is in their list", async () => {
    const ana = await api.register();
    const context = {
      generation: 1234,
      demand: { type: "constante", weekend: true, average: 4321 },
      total_spendings: 777_000,
      selectedBattery: { capacity_kwh: 500, power_kw: 250 },
    };
    const input = { demand_value: 4321, pv_value: 1234, total_spending: 777_000, battery_capacity: 500 };
    const powers = { max_charge_power: 250, max_discharge_power: 250, two_turnes: false, weekends: true };
    const { id } = await create(undefined, { ...input, ...powers });
    await complete(id, {});
    const { found, data } = (
      await api.call("POST", "/api/simulations/find-by-context", { as: ana, body: context })
    ).json();
    expect(found).toBe(true);
    expect(await idsOf(ana)).toEqual([data.id]);
  });

  test("a simulation is a favourite until it is none", async () => {
    const ana = await api.register();
    const { id } = await create(ana);
    const toggle = async () => (await api.call("POST", `/api/user-simulations/${id}/favorite`, { as: ana })).json();
    expect(await toggle()).toMatchObject({ data: { isFavorite: true }, message: "Estado de favorito actualizado" });
    expect(await idsOf(ana, "filter=favorites")).toEqual([id]);
    expect((await toggle()).data.isFavorite).toBe(false);
    expect(await idsOf(ana, "filter=favorites")).toEqual([]);
  });

  test("a simulation that its last holder drops is gone and no longer computed; one that another holds stays", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const made = await create(ana);
    await claim(ben, made);
    const answer = await drop(ana, made.id);
    expect(answer.json().message).toBe("Simulación eliminada de tu cuenta exitosamente");
    expectRefusal(await read(ana, made.id), NOT_FOUND);
    expect((await read(ben, made.id)).status).toBe(200);
    const [{ computation_id: computation }] = await api.dataSource.query(
      "SELECT computation_id FROM simulations WHERE id = $1",
      [made.id],
    );
    expect((await drop(ben, made.id)).status).toBe(200);
    expectRefusal(await api.call("GET", `/api/simulations/${made.id}`, { token: made.accessToken }), NOT_FOUND);
    const [row] = await api.dataSource.query("SELECT status, error_code FROM computations WHERE id = $1", [
      computation,
    ]);
    expect(row).toEqual({ status: "failed", error_code: "CANCELLED" });
    expectRefusal(await drop(ben, made.id), NOT_FOUND);
  });

  test("a simulation gives its hours to a logged-in holder, as a file for a Spanish spreadsheet", async () => {
    const ana = await api.register();
    const { id, accessToken } = await create(ana);
    const csv = (options: object) => api.call("GET", `/api/simulations/${id}/hourly.csv`, options);
    expectRefusal(await csv({ token: accessToken }), { status: 401, code: "UNAUTHENTICATED" });
    expectRefusal(await csv({ as: await api.register() }), NOT_FOUND);
    expectRefusal(await csv({ as: ana }), { status: 409, code: "WRONG_STATE" });
    const names = ["pv", "demand", "import", "export", "curtailed", "charge", "discharge", "soc"];
    const hours = Object.fromEntries(names.map((name) => [`${name}_kwh`, [1.5, 2]]));
    const series = { start: "2024-01-01", step_hours: 1, ...hours, buy_eur_mwh: [1.5, 2], sell_eur_mwh: [1.5, 2] };
    await complete(id, {});
    await api.dataSource.query(
      "UPDATE computations SET hourly = $2 WHERE id = (SELECT computation_id FROM simulations WHERE id = $1)",
      [id, gzipSync(JSON.stringify(series))],
    );
    const answer = await csv({ as: ana });
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="simulacion-${id}-horaria.csv"`,
    });
    expect(answer.text.startsWith("\uFEFFHora local;Hora UTC;")).toBe(true);
    expect(answer.text.split("\n")).toHaveLength(4);
    expect(answer.text).toContain(";1,5000;");
  });

  test("a simulation that was completed elsewhere has no hours", async () => {
    const ana = await api.register();
    const { id } = await create(ana);
    const body = { results: {}, executionTime: 5 };
    await api.call("PUT", `/api/simulations/${id}/complete`, { as: ana, body });
    const answer = await api.call("GET", `/api/simulations/${id}/hourly.csv`, { as: ana });
    expectRefusal(answer, { status: 404, code: "NOT_FOUND" });
  });

  test("a simulation that was shared becomes one's own by its token", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const made = await create(ana);
    expect((await shareWith(ana, made.id, ben.user.email)).status).toBe(200);
    expect(await list(ben)).toMatchObject([{ id: made.id, associationType: "shared" }]);
    expect((await claim(ben, made)).status).toBe(200);
    expect(await list(ben)).toMatchObject([{ id: made.id, associationType: "creator" }]);
  });

  test("a simulation shared with nobody named is refused, and claimed by nobody", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const { id, accessToken } = await create(ana);
    for (const body of [{ associationType: "shared" }, { metadata: { associationSource: "manual_share" } }])
      expectRefusal(await associate(ben, id, body, accessToken), {
        status: 400,
        code: "INVALID_INPUT",
        field: "email",
      });
    expect(await idsOf(ben)).toEqual([]);
  });
});

describe("a simulation's own name and site", () => {
  const call = (as: Who, id: string, body: object) =>
    api.call("PATCH", `/api/user-simulations/simulation/${id}`, { as, body });
  const NAMED = { name: "Nave 2, batería «grande»", site: "Polígono Sur" };

  test("a name and site are trimmed, and shown to their giver alone, in lists and record", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const made = await create(ana);
    await shareWith(ana, made.id, ben.user.email);
    const { url } = (await api.call("POST", `/api/simulations/${made.id}/share-link`, { as: ana })).json().data;
    for (const _ of ["once", "twice"]) {
      const answer = await call(ana, made.id, { name: `  ${NAMED.name} `, site: `${NAMED.site}\u00a0` });
      expect([answer.status, answer.json().data], answer.text).toEqual([200, NAMED]);
    }
    expect((await list(ana))[0]).toMatchObject({ ...NAMED, batteryName: expect.stringContaining("Batería") });
    expect((await api.call("GET", "/api/simulations", { as: ana })).json().data[0]).toMatchObject(NAMED);
    expect((await read(ana, made.id)).json().data).toMatchObject(NAMED);

    const none = { name: null, site: null };
    const record = async (options: object) =>
      (await api.call("GET", `/api/simulations/${made.id}`, options)).json().data;
    expect((await list(ben))[0]).toMatchObject(none);
    expect((await read(ben, made.id)).json().data).toMatchObject(none);
    expect(await record({ token: made.accessToken })).toMatchObject(none);
    const linked = await api.call("GET", url.replace(/.*compartido/, "/api/shared"));
    expect(linked.json().data).toMatchObject(none);
    expect(await record({ token: made.accessToken, as: ana })).toMatchObject(NAMED);

    await call(ben, made.id, { name: "La de Ana" });
    expect((await list(ben))[0]).toMatchObject({ name: "La de Ana", site: null });
    expect((await list(ana))[0]).toMatchObject(NAMED);
  });

  test("a name and site stay where they are left out, and go with an empty text", async () => {
    const ana = await api.register();
    const { id } = await create(ana);
    await call(ana, id, NAMED);
    expect((await call(ana, id, { site: " " })).json().data).toEqual({ ...NAMED, site: null });
    expect((await call(ana, id, {})).json().data).toEqual({ ...NAMED, site: null });
    expect((await call(ana, id, { name: "" })).json().data).toEqual({ name: null, site: null });
  });

  test("the list sorts by the names it shows", async () => {
    const ana = await api.register();
    const made: string[] = [];
    for (const battery_type of ["b", "a", "c"]) made.push((await create(ana, { ...newInput(), battery_type })).id);
    const [b, a, c] = made as [string, string, string];
    await call(ana, a, { name: "z" });
    expect(await idsOf(ana, "sort=name")).toEqual([b, c, a]);
    await call(ana, a, { name: "" });
    expect(await idsOf(ana, "sort=name")).toEqual([a, b, c]);
  });

  test.each([
    [{ name: "ñ".repeat(121) }, "name", "El nombre no puede superar los 120 caracteres."],
    [{ name: "Nave\n2" }, "name", "El nombre debe caber en una línea, sin caracteres de control."],
    [{ site: "Sur\u0000" }, "site", "El emplazamiento debe caber en una línea, sin caracteres de control."],
    [{ site: null }, "site", "El emplazamiento debe ser un texto."],
    [{ title: "Nave" }, "title", "El campo «title» no se admite."],
  ])("that are %j are refused", async (body, field, error) => {
    const ana = await api.register();
    const answer = await call(ana, (await create(ana)).id, body);
    expectRefusal(answer, { status: 400, code: "INVALID_INPUT", field });
    expect(answer.json().error).toBe(error);
  });

  test("a name may have 120 letters of any script", async () => {
    const ana = await api.register();
    const name = "😀".repeat(120);
    expect((await call(ana, (await create(ana)).id, { name })).json().data.name).toBe(name);
  });

  test("naming has a rate limit", async () => {
    const strict = await openApp(services, { settings: { RATE_LIMIT_SIMULATIONS_PER_MINUTE: "2" } });
    try {
      const ana = await strict.register();
      // What this file has asked for so far.
      await api.dataSource.query("DELETE FROM rate_counts");
      const ask = () =>
        strict.call("PATCH", `/api/user-simulations/simulation/${randomUUID()}`, { as: ana, body: NAMED });
      expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([404, 404, 429]);
    } finally {
      await strict.close();
    }
  });

  test("nobody names another's simulation", async () => {
    const { id } = await create(await api.register());
    expectRefusal(await call(await api.register(), id, NAMED), NOT_FOUND);
    expectRefusal(await call(await api.register(), randomUUID(), NAMED), NOT_FOUND);
  });
});

test("a share link asked for while its account is deleted is answered as deleted, not as a fault", async () => {
  const ana = await api.register();
  const { id } = await create(ana);
  const { manager } = api.dataSource;
  const query = vi.spyOn(manager, "query").mockImplementation(async (sql: string, parameters?: object) => {
    if (!sql.includes("INSERT INTO share_links"))
      return Object.getPrototypeOf(manager).query.call(manager, sql, parameters);
    query.mockRestore();
    await manager.query("DELETE FROM users WHERE id = $1", [ana.user.id]);
    return manager.query(sql, parameters);
  });
  const answer = await api.call("POST", `/api/simulations/${id}/share-link`, { as: ana });
  expectRefusal(answer, { status: 404, code: "NOT_FOUND" });
});

/** Calls of an account, on a simulation of its own where they name one. */
const CALLS_OF_ACCOUNTS: [method: "GET" | "POST" | "PUT" | "DELETE", url: string, body?: (id: string) => object][] = [
  ["POST", "/api/simulations", () => ({ inputParameters: newInput() })],
  ["POST", "/api/simulations/:id/retry"],
  ["POST", "/api/simulations/:id/share-link"],
  ["POST", "/api/simulations/:id/reports", () => ({ kind: "basic" })],
  ["POST", "/api/user-simulations/:id/associate", () => ({ email: "eva@example.org" })],
  ["POST", "/api/payments/create-payment-link", (reportId) => ({ reportId })],
  ["POST", "/api/payments/subscriptions/create", () => ({ productSlug: "geotrim" })],
  ["POST", "/api/auth/resend-confirmation"],
  ["PUT", "/api/auth/profile", () => ({ firstName: "Eva" })],
  ["GET", "/api/notifications/preferences"],
  ["PUT", "/api/notifications/preferences", () => ({ email: true })],
  [
    "POST",
    "/api/auth/change-password",
    () => ({ currentPassword: "una clave larga", newPassword: "otra clave larga y nueva" }),
  ],
];

describe.each(["session", "transaction"] as const)("deleted once the call's %s has begun", (moment) => {
  /** Lets the call come so far, then deletes what the SQL says, once. */
  async function duringCall(sql: string, parameters: unknown[], call: () => ReturnType<TestApp["call"]>) {
    const { dataSource, app } = api;
    const remove = () => dataSource.query(sql, parameters);
    const [sessions, transaction] = [app.sessions.read, dataSource.transaction];
    const spy =
      moment === "session"
        ? vi.spyOn(app.sessions, "read").mockImplementationOnce(async (token) => {
            const session = await sessions(token);
            await remove();
            return session;
          })
        : vi.spyOn(dataSource, "transaction").mockImplementationOnce(async (...args: unknown[]) => {
            await remove();
            return transaction.apply(dataSource, args as never);
          });
    try {
      return await call();
    } finally {
      spy.mockRestore();
    }
  }

  test.each(CALLS_OF_ACCOUNTS)("an account that calls %s %s gets an answer, not a fault", async (method, url, body) => {
    const ana = await api.register({ confirmed: false });
    const { id } = await create(ana);
    await complete(id, { savings: 1 });
    if (url.endsWith("retry")) await api.alterComputationOf(id, "status = 'failed', finished_at = now()");
    const call = () => api.call(method, url.replace(":id", id), { as: ana, ...(body && { body: body(id) }) });
    const answer = await duringCall("DELETE FROM users WHERE id = $1", [ana.user.id], call);
    // Those without a transaction, or without a look at the account, end as if it had been deleted afterwards.
    if (answer.status >= 300) expect(answer.json()).toMatchObject({ success: false, error: expect.any(String) });
    const isOfProvider = moment === "transaction" && url.endsWith("subscriptions/create");
    expect(answer.status, answer.text).toBeLessThan(isOfProvider ? 504 : 500);
  });

  test.each(CALLS_OF_ACCOUNTS.filter(([, url]) => url.includes(":id") || url.endsWith("create-payment-link")))(
    "a simulation of which %s %s asks is not found, or answered without a fault",
    async (method, url, body) => {
      const ana = await api.register();
      const { id } = await create(ana);
      await complete(id, { savings: 1 });
      if (url.endsWith("retry")) await api.alterComputationOf(id, "status = 'failed', finished_at = now()");
      const call = () => api.call(method, url.replace(":id", id), { as: ana, ...(body && { body: body(id) }) });
      const answer = await duringCall("DELETE FROM simulations WHERE id = $1", [id], call);
      expect(answer.status, answer.text).toBeLessThan(500);
    },
  );
});

describe("the lists", () => {
  test("the lists say of each simulation what its card shows, never its plots", async () => {
    const ana = await api.register();
    const { id } = await create(ana, { ...newInput(), battery_capacity: 2000, max_charge_power: 1000, pv_value: 1500 });
    await complete(id, { savings: 88_593.4, irr: 0.104, npv: 102_407, lcoe: 44, payback_years: 7.5 });
    const answer = await api.call("GET", "/api/user-simulations/user/simulations", { as: ana });
    expect(answer.json().data).toMatchObject([
      {
        id,
        status: "completed",
        capacityKwh: 2000,
        powerKw: 1000,
        generationKwp: 1500,
        savings: 88_593.4,
        irr: 0.104,
        npv: 102_407,
        lcoe: 44,
        paybackYears: 7.5,
        executionTime: 100,
        error: null,
        isFavorite: false,
      },
    ]);
    expect(answer.text).not.toContain("energy_plot");
  });

  test("the lists sort by savings with the failed, the unfinished and the odd ones last, and by date and name", async () => {
    const ana = await api.register();
    const made: string[] = [];
    for (const name of ["b", "a", "c", "d", "e"])
      made.push((await create(ana, { ...newInput(), battery_type: name })).id);
    const [low, high, odd, failed, running] = made as [string, string, string, string, string];
    await complete(low, { savings: -5 });
    await complete(high, { savings: [200, 1] });
    await complete(odd, { savings: "a lot", irr: { of: 1 } });
    await api.alterComputationOf(failed, "status = 'failed', error_code = 'INFEASIBLE', error_message = 'No.'");
    const bySavings = await list(ana, "sort=savings");
    expect(bySavings.map(({ id }) => id).slice(0, 2)).toEqual([high, low]);
    expect(bySavings.map(({ savings }) => savings)).toEqual([200, -5, null, null, null]);
    expect(bySavings.find(({ id }) => id === failed)).toMatchObject({ error: { code: "INFEASIBLE", message: "No." } });
    expect(await idsOf(ana, "sort=name")).toEqual([high, low, odd, failed, running]);
    expect(await idsOf(ana, "sort=date")).toEqual([running, failed, odd, high, low]);
    expect(await idsOf(ana, "filter=completed")).toEqual([odd, high, low]);
  });

  test("the lists give the pages that are asked for, and an empty filter filters nothing", async () => {
    const ana = await api.register();
    const made: string[] = [];
    for (let count = 0; count < 5; count++) made.unshift((await create(ana)).id);
    const history = async (query: string) => (await api.call("GET", `/api/simulations?${query}`, { as: ana })).json();
    const first = await history("limit=2&status=&startDate=undefined&endDate=null&page=");
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 2));
    expect(first.pagination).toEqual({
      currentPage: 1,
      totalPages: 3,
      totalItems: 5,
      hasPrevPage: false,
      hasNextPage: true,
    });
    const last = await history("limit=2&page=3");
    expect(last.data.map(({ id }: { id: string }) => id)).toEqual(made.slice(4));
    expect(last.pagination).toMatchObject({ hasPrevPage: true, hasNextPage: false });
    expect((await history("page=9")).data).toEqual([]);
    expect((await history("status=completed")).pagination).toMatchObject({ totalItems: 0, totalPages: 1 });
  });

  test("a user's list is whole where no page is asked for", async () => {
    const ana = await api.register();
    const { id } = await create(ana);
    await api.dataSource.query(
      `WITH copies AS (
         INSERT INTO simulations (id, computation_id, capability_hash, input_parameters, name)
         SELECT gen_random_uuid(), computation_id, capability_hash || n, input_parameters, name
           FROM simulations, generate_series(1, 14) AS n WHERE id = $2
         RETURNING id)
       INSERT INTO user_simulations (user_id, simulation_id) SELECT $1, id FROM copies`,
      [ana.user.id, id],
    );
    const listed = async (query: string) =>
      (await api.call("GET", `/api/user-simulations/user/simulations?${query}`, { as: ana })).json();
    const whole = await listed("page=undefined&limit=");
    expect(whole.data).toHaveLength(15);
    expect(whole.pagination).toMatchObject({ totalItems: 15, totalPages: 1, hasNextPage: false });
    expect((await listed("page=1")).data).toHaveLength(12);
    expect((await listed("limit=4&page=4")).data).toHaveLength(3);
  });

  test("the lists take dates as whole days in Madrid", async () => {
    const ana = await api.register();
    const { id } = await create(ana);
    // 00:30 of 1 July in Madrid.
    await api.dataSource.query("UPDATE user_simulations SET simulation_created_at = $2 WHERE simulation_id = $1", [
      id,
      "2024-06-30T22:30:00Z",
    ]);
    const count = async (query: string) =>
      (await api.call("GET", `/api/simulations?${query}`, { as: ana })).json().pagination.totalItems;
    expect(await count("startDate=2024-07-01&endDate=2024-07-01")).toBe(1);
    expect(await count("endDate=2024-06-30")).toBe(0);
    expect(await count("startDate=2024-07-02")).toBe(0);
    expect(await count("startDate=0000-01-01&endDate=9999-12-31")).toBe(1);
  });

  test.each(["status=gone", "limit=0", "limit=1000", "page=0", "startDate=2024-02-30", "order=x"])(
    "the lists refuse %s",
    async (query) => {
      const as = await api.register();
      expectRefusal(await api.call("GET", `/api/simulations?${query}`, { as }), { status: 400, code: "INVALID_INPUT" });
    },
  );

  test("simulations are counted, of the last day, of the week, and by status", async () => {
    const ana = await api.register();
    const made = [await create(ana), await create(ana), await create(ana)] as const;
    await complete(made[0].id, { savings: 12, npv: 3 });
    await api.dataSource.query(
      "UPDATE user_simulations SET simulation_created_at = now() - interval '2 days' WHERE simulation_id = $1",
      [made[1].id],
    );
    await api.dataSource.query(
      "UPDATE user_simulations SET simulation_created_at = now() - interval '8 days' WHERE simulation_id = $1",
      [made[2].id],
    );
    expect((await api.call("GET", "/api/simulations/stats/overview", { as: ana })).json().data).toEqual({
      total: 3,
      external: 0,
      recent24h: 1,
      thisWeek: 2,
      favorites: 0,
      bestSavings: 12,
      statusBreakdown: [
        { _id: "completed", count: 1 },
        { _id: "pending", count: 2 },
      ],
    });
  });

  test("the lists follow what becomes of a simulation: cancelled, tried again, completed elsewhere", async () => {
    const ana = await api.register();
    const { id } = await create(ana);
    const status = async () => (await list(ana))[0]?.status;
    await api.call("POST", `/api/simulations/${id}/cancel`, { as: ana });
    expect(await status()).toBe("failed");
    await api.call("POST", `/api/simulations/${id}/retry`, { as: ana });
    expect(await status()).toBe("pending");
    const body = { results: { kpi_new_table: { economics: { savings: 9 } } }, executionTime: 5 };
    await api.call("PUT", `/api/simulations/${id}/complete`, { as: ana, body });
    expect(await list(ana)).toMatchObject([{ status: "completed", source: "external", savings: 9 }]);
  });

  test("simulations ended elsewhere are listed and labelled, and enter no count and no best saving of ours", async () => {
    const ana = await api.register();
    const [ours, completed, failed] = [await create(ana), await create(ana), await create(ana)];
    await complete(ours.id, { savings: 12, npv: 3 });
    const body = { results: { kpi_new_table: { economics: { savings: 1e9 } } }, executionTime: 5 };
    await api.call("PUT", `/api/simulations/${completed.id}/complete`, { as: ana, body });
    await api.call("PUT", `/api/simulations/${failed.id}/fail`, { as: ana, body: { errorMessage: "Sin licencia" } });
    await api.call("POST", `/api/user-simulations/${completed.id}/favorite`, { as: ana });
    const stats = async () => (await api.call("GET", "/api/simulations/stats/overview", { as: ana })).json().data;
    expect(await stats()).toEqual({
      total: 1,
      external: 2,
      recent24h: 1,
      thisWeek: 1,
      favorites: 1,
      bestSavings: 12,
      statusBreakdown: [{ _id: "completed", count: 1 }],
    });
    const sources = async (query: string) => (await list(ana, query)).map(({ source }) => source).sort();
    expect(await sources("")).toEqual(["external", "external", "platform"]);
    expect(await sources("filter=completed")).toEqual(["external", "platform"]);
    const { data } = (await api.call("GET", "/api/simulations", { as: ana })).json();
    expect(data.filter(({ source }: SimulationSummary) => source === "external")).toHaveLength(2);
    // Tried again, it is calculated here.
    await api.call("POST", `/api/simulations/${failed.id}/retry`, { as: ana });
    expect(await stats()).toMatchObject({ total: 2, external: 1 });
  });
});

describe("sharing", () => {
  test("sharing with a confirmed address gives it read access, and tells it", async () => {
    const [ana, ben] = [await api.register(), await api.register({ firstName: "Ben" })];
    const { id } = await create(ana);
    expect((await shareWith(ana, id, ben.user.email.toUpperCase())).status).toBe(200);
    expect(await list(ben)).toMatchObject([{ id, associationType: "shared" }]);
    expect((await read(ben, id)).status).toBe(200);
    const told = (await api.call("GET", "/api/notifications", { as: ben })).json().data;
    expect(told).toMatchObject({ unread: 1, notifications: [{ kind: "simulation.shared", subjectId: id }] });
  });

  test("a share gives no right to change, share on, or see with whom else", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const { id } = await create(ana);
    await shareWith(ana, id, ben.user.email);
    const attempts = [
      api.call("POST", `/api/simulations/${id}/cancel`, { as: ben }),
      api.call("PUT", `/api/simulations/${id}/fail`, { as: ben, body: { errorMessage: "x" } }),
      shareWith(ben, id, "carla@example.org"),
      api.call("POST", `/api/simulations/${id}/share-link`, { as: ben }),
      api.call("GET", `/api/simulations/${id}/sharing`, { as: ben }),
      claim(ben, { id }),
    ];
    for (const answer of await Promise.all(attempts)) expectRefusal(answer, NOT_FOUND);
  });

  test("sharing with an address that is not confirmed waits for that, and does not tell the difference", async () => {
    const ana = await api.register();
    const carla = await api.register({ confirmed: false });
    const { id } = await create(ana);
    const [known, unknown] = [
      await shareWith(ana, id, carla.user.email),
      await shareWith(ana, id, "somebody@example.org"),
    ];
    expect(known.json()).toEqual(unknown.json());
    expect(await list(carla)).toEqual([]);
    const token = await createLinkToken(api.dataSource.manager, { userId: carla.user.id, purpose: "confirm-email" });
    await api.call("POST", "/api/auth/confirm-email", { body: { token } });
    expect(await list(carla)).toMatchObject([{ id, associationType: "shared" }]);
  });

  test("a share is seen and taken back by its owner", async () => {
    const [ana, ben] = [await api.register(), await api.register()];
    const { id } = await create(ana);
    for (const email of [ben.user.email, ben.user.email, "later@example.org"]) await shareWith(ana, id, email);
    const sharing = async () => (await api.call("GET", `/api/simulations/${id}/sharing`, { as: ana })).json().data;
    expect((await sharing()).people).toMatchObject([
      { email: ben.user.email, accepted: true },
      { email: "later@example.org", accepted: false },
    ]);
    for (const email of [ben.user.email, "later@example.org"])
      await api.call("DELETE", `/api/simulations/${id}/shares/${encodeURIComponent(email)}`, { as: ana });
    expect((await sharing()).people).toEqual([]);
    expectRefusal(await read(ben, id), NOT_FOUND);
  });

  test("sharing with oneself is refused", async () => {
    const ana = await api.register();
    const { id } = await create(ana);
    expectRefusal(await shareWith(ana, id, ana.user.email), { status: 400, code: "INVALID_INPUT", field: "email" });
    expectRefusal(await associate(ana, id, { associationType: "shared" }), {
      status: 400,
      code: "INVALID_INPUT",
      field: "email",
    });
  });

  test("a shared link shows contract and bill while its owner has ticked them, and hides them otherwise", async () => {
    const ana = await api.register();
    const contract = { tariff: "6.1TD", contracted_kw: [777, 777, 777, 777, 777, 777] };
    const body = { inputParameters: { demand_value: 471.5 }, contract };
    const { id } = (await api.call("POST", "/api/simulations", { body, as: ana })).json().data;
    await api.alterComputationOf(
      id,
      `status = 'completed', finished_at = now(),
       results = '{"engine_version": "1.0.0", "warnings": [], "null_reasons": {}, "contract_range": [], "summary": {"savings": 1}, "bill": {"as_is": 777}, "battery_value": {"expected_eur": 777}, "assumptions": [{"key": "contract", "value": "777 kW"}, {"key": "contract_prices", "value": "777 €/kWh"}, {"key": "contract_zone", "value": "777"}, {"key": "contract_maximeters", "value": "777"}], "project_economics_table": [{"var_name": "Potencia, excesos e impuesto eléctrico", "cost_eur-sb": 777}, {"var_name": "Coste total", "cost_eur-sb": 777}], "economic_case": {"cost_without_battery_eur": 777}, "peaks": [{"period": "P1", "with_battery_kw": 777}], "kpi_new_table": {"economics": {"lcoe": 777}}}'`,
    );
    const link = async (body?: object) =>
      (await api.call("POST", `/api/simulations/${id}/share-link`, { as: ana, body })).json().data;
    const { url, showsContract } = await link();
    expect(showsContract).toBe(false);
    const readLink = (headers = {}) => api.call("GET", url.replace(/.*compartido/, "/api/shared"), { headers });
    const hidden = await readLink();
    expect(hidden.json().data).toMatchObject({ status: "completed", results: { summary: { savings: 1 } } });
    expect(hidden.text).not.toContain("777");
    expect((await read(ana, id)).text).toContain("777");

    expect(await link({ showsContract: true })).toMatchObject({ url, showsContract: true });
    expect((await link()).showsContract).toBe(true);
    const { link: seen } = (await api.call("GET", `/api/simulations/${id}/sharing`, { as: ana })).json().data;
    expect(seen).toMatchObject({ url, showsContract: true });
    // Who read it before holds a version of it, which must not stand for the new one.
    const shown = await readLink({ "if-none-match": hidden.headers.etag });
    expect(shown.json().data).toMatchObject({
      inputParameters: { contract },
      results: {
        ...{ bill: { as_is: 777 }, battery_value: { expected_eur: 777 } },
        ...{ economic_case: { cost_without_battery_eur: 777 }, kpi_new_table: { economics: { lcoe: 777 } } },
      },
    });
    expect((await readLink({ "if-none-match": shown.headers.etag })).status).toBe(304);

    await link({ showsContract: false });
    const again = await readLink({ "if-none-match": shown.headers.etag });
    expect(again.status).toBe(200);
    expect(again.text).not.toContain("777");
  });

  test("a shared link lets anybody read until it is revoked, and nothing else", async () => {
    const ana = await api.register();
    const { id, accessToken } = await create(ana);
    const open = async () => (await api.call("POST", `/api/simulations/${id}/share-link`, { as: ana })).json().data;
    const [link, again] = await Promise.all([open(), open()]);
    expect(link).toEqual(again);
    const token = link.url.split("/compartido/")[1] as string;
    expect(Buffer.from(token, "base64url")).toHaveLength(16);
    const shared = await api.call("GET", `/api/shared/${token}`);
    expect(shared.headers["x-robots-tag"]).toBe("noindex");
    expect(shared.json().data).toMatchObject({ id, status: "pending" });
    for (const secret of [accessToken, ana.user.email, ana.user.id, "Núria"]) expect(shared.text).not.toContain(secret);
    expectRefusal(await api.call("GET", `/api/simulations/${id}`, { token }), NOT_FOUND);
    await api.call("DELETE", `/api/simulations/${id}/share-link`, { as: ana });
    for (const gone of [token, "short", "x".repeat(22)])
      expectRefusal(await api.call("GET", `/api/shared/${gone}`), { status: 404, code: "SHARE_NOT_FOUND" });
    expect((await open()).url).not.toBe(link.url);
  });
});

test("a list shows the end of a computation whichever comes first, the end or the claim", async () => {
  const ana = await api.register();
  for (let round = 0; round < 20; round++) {
    const made = await create();
    await Promise.all([claim(ana, made), complete(made.id, { savings: round, npv: 1 })]);
  }
  expect((await list(ana, "limit=100")).filter(({ status }) => status !== "completed")).toEqual([]);
  const stats = (await api.call("GET", "/api/simulations/stats/overview", { as: ana })).json().data;
  expect(stats).toMatchObject({ bestSavings: 19, statusBreakdown: [{ _id: "completed", count: 20 }] });
});

describe("while its run ends", () => {
  /** Resolves when `count` statements wait for a lock. */
  const waiting = (count: number) =>
    eventually(async () => {
      const [{ blocked }] = await api.dataSource.query(
        `SELECT count(*)::int AS blocked FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return blocked === count;
    });

  /** Lets a user's action and the end of the run wait for the same lock, so that they race. */
  async function meet(id: string, act: () => Promise<{ status: number; text: string }>) {
    const joining = api.dataSource.createQueryRunner();
    await joining.startTransaction();
    await joining.query(
      `SELECT pg_advisory_xact_lock(hashtextextended(input_hash, 0)) FROM computations
        WHERE id = (SELECT computation_id FROM simulations WHERE id = $1)`,
      [id],
    );
    const acting = act();
    await waiting(1);
    const ending = complete(id, { savings: 1 });
    await Promise.race([ending, waiting(2)]);
    await joining.commitTransaction();
    await joining.release();
    await ending;
    return acting;
  }

  test("a simulation cancelled while its run ends is completed, and neither side waits for the other", async () => {
    const ana = await api.register();
    const { id } = await create(ana);
    const cancelled = await meet(id, () => api.call("POST", `/api/simulations/${id}/cancel`, { as: ana }));
    expect(cancelled.status, cancelled.text).toBe(409);
    expect(await list(ana)).toMatchObject([{ status: "completed", savings: 1 }]);
  });

  test("a simulation dropped while its run ends is gone, and neither side waits for the other", async () => {
    const ana = await api.register();
    const { id } = await create(ana);
    const dropped = await meet(id, () => drop(ana, id));
    expect(dropped.status, dropped.text).toBe(200);
    expect(await list(ana)).toEqual([]);
  });
});
